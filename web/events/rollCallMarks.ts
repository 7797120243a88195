import { useSyncExternalStore } from 'react'
import { maxMarks, type Presence } from '#shared/rules/presence.ts'
import { ApiProblem, callApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import {
  removeLasting,
  writeLasting,
  listMarkItems,
  marksPrefix,
  readLasting,
  toSeenStateName,
} from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'

/** A player's attendance mark; `null` removes it. `over`: the marks it may replace, as far as this device knew. */
export type Mark = { presence: Presence | null; over?: (Presence | null)[] }
export type Marks = Record<string, Mark>

/** The storage key of an event's unconfirmed marks. */
export const nameOf = (eventId: string) => marksPrefix(signedInUser() ?? '') + eventId
export const readMarks = (eventId: string): Marks => parseMarks(nameOf(eventId))
function parseMarks(name: string): Marks {
  const presences = parseStored<Presence | null>(name)
  const knownMarks = parseStored<(Presence | null)[]>(toSeenStateName(name))
  const marks = Object.entries(presences).map(([id, presence]): [string, Mark] => {
    const { [id]: over } = knownMarks
    return [id, over ? { presence, over } : { presence }]
  })
  return Object.fromEntries(marks)
}
function parseStored<Value>(name: string): Record<string, Value> {
  try {
    return JSON.parse(readLasting(name) ?? '{}') as Record<string, Value>
  } catch {
    return {}
  }
}

export function storeMarks(eventId: string, marks: Marks): void {
  const name = nameOf(eventId)
  const all = Object.entries(marks)
  if (all.length > 0) {
    writeLasting(toSeenStateName(name), JSON.stringify(Object.fromEntries(all.map(([id, { over }]) => [id, over]))))
    // Written last: other tabs listen for this item.
    writeLasting(name, JSON.stringify(Object.fromEntries(all.map(([id, { presence }]) => [id, presence]))))
    return
  }
  removeLasting(toSeenStateName(name))
  removeLasting(name)
}

type MarkList = ({ playerId: string } & Mark)[]
export const toList = (marks: Marks): MarkList =>
  Object.entries(marks).map(([playerId, mark]) => ({ playerId, ...mark }))

/** Sends marks in batches of the server's limit: club events may have more. */
export async function putMarks(eventId: string, marks: MarkList) {
  const overruledIds: string[] = []
  for (let from = 0; ; from += maxMarks) {
    const response = await callApi(
      'PUT /rest-api/attendance/event/{eventId}',
      { eventId, body: { marks: marks.slice(from, from + maxMarks) } },
      { handles: ['failures', 'not_allowed'] },
    )
    overruledIds.push(...response.stood)
    if (from + maxMarks >= marks.length) return { ...response, stood: overruledIds }
  }
}

/**
 * Sends marks one by one after the server has rejected the batch, such as when one of the players is no longer invited, so that
 * the others are not lost. `rejectedIds` are the players whose marks were rejected.
 */
export async function putMarksOneByOne(eventId: string, marks: MarkList, rejection: unknown) {
  const isRefusal = (error: unknown) => error instanceof ApiProblem && error.code === 'bad_request'
  if (!isRefusal(rejection)) throw rejection
  let response: Awaited<ReturnType<typeof putMarks>> | undefined
  const rejectedIds: string[] = []
  // A single mark has already been tried on its own.
  if (marks.length === 1) return { response, rejectedIds: marks.map(({ playerId }) => playerId) }
  const overruledIds: string[] = []
  for (const mark of marks) {
    try {
      response = await putMarks(eventId, [mark])
      overruledIds.push(...response.stood)
    } catch (error) {
      if (!isRefusal(error)) throw error
      rejectedIds.push(mark.playerId)
    }
  }
  return { response: response && { ...response, stood: overruledIds }, rejectedIds }
}

/**
 * Sends the queued marks of all events. Rejected ones stay, as do those where another coach's mark stands: the event shows them
 * when it is opened. Each is tried once per page load, unless it is marked again.
 */
export async function sendMarks(): Promise<void> {
  const userId = signedInUser() ?? ''
  for (const name of listMarkItems(userId)) {
    const eventId = name.slice(marksPrefix(userId).length)
    const sentText = readLasting(name)
    if (triedTexts.get(name) === sentText) continue
    const marks = readMarks(eventId)
    try {
      const { stood: overruledIds } = await putMarks(eventId, toList(marks))
      if (readLasting(name) !== sentText) continue
      storeMarks(eventId, Object.fromEntries(Object.entries(marks).filter(([id]) => overruledIds.includes(id))))
      if (overruledIds.length > 0) triedTexts.set(name, readLasting(name))
      notifyPage(name)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!isTransient(problem)) triedTexts.set(name, sentText)
      notifyPage(name)
    }
  }
}
const triedTexts = new Map<string, string | undefined>()

/** Notifies this page as a storage event from another tab would. */
const notifyPage = (name: string) => window.dispatchEvent(new StorageEvent('storage', { key: name }))

/** The number of players with queued marks, for any event, without those that the server has rejected. */
export const useWaitingMarks = (userId: string | undefined): number =>
  useSyncExternalStore(onStorage, () => {
    const waiting = listMarkItems(userId ?? '').filter(
      (name) => !triedTexts.has(name) || triedTexts.get(name) !== readLasting(name),
    )
    return waiting.reduce((sum, name) => sum + Object.keys(parseMarks(name)).length, 0)
  })

function onStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

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
export const readMarks = (eventId: string): Marks => marksIn(nameOf(eventId))
function marksIn(name: string): Marks {
  const presences = parsed<Presence | null>(name)
  const seen = parsed<(Presence | null)[]>(toSeenStateName(name))
  const marks = Object.entries(presences).map(([id, presence]): [string, Mark] => {
    const { [id]: over } = seen
    return [id, over ? { presence, over } : { presence }]
  })
  return Object.fromEntries(marks)
}
function parsed<Value>(name: string): Record<string, Value> {
  try {
    return JSON.parse(readLasting(name) ?? '{}') as Record<string, Value>
  } catch {
    return {}
  }
}

export function keepMarks(eventId: string, marks: Marks): void {
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

type Sent = ({ playerId: string } & Mark)[]
export const asSent = (marks: Marks): Sent => Object.entries(marks).map(([playerId, mark]) => ({ playerId, ...mark }))

/** Sends marks in batches of the server's limit: club events may have more. */
export async function putMarks(eventId: string, marks: Sent) {
  const stood: string[] = []
  for (let from = 0; ; from += maxMarks) {
    const answer = await callApi(
      'PUT /rest-api/attendance/event/{eventId}',
      { eventId, body: { marks: marks.slice(from, from + maxMarks) } },
      { handles: ['failures', 'not_allowed'] },
    )
    stood.push(...answer.stood)
    if (from + maxMarks >= marks.length) return { ...answer, stood }
  }
}

/**
 * Sends marks one by one after the server has rejected the batch, such as when one of the players is no longer invited, so that
 * the others are not lost. `left` are the players whose marks were rejected.
 */
export async function oneByOne(eventId: string, marks: Sent, refused: unknown) {
  const isRefusal = (error: unknown) => error instanceof ApiProblem && error.code === 'bad_request'
  if (!isRefusal(refused)) throw refused
  let answer: Awaited<ReturnType<typeof putMarks>> | undefined
  const left: string[] = []
  // A single mark has already been tried on its own.
  if (marks.length === 1) return { answer, left: marks.map(({ playerId }) => playerId) }
  const stood: string[] = []
  for (const mark of marks) {
    try {
      answer = await putMarks(eventId, [mark])
      stood.push(...answer.stood)
    } catch (error) {
      if (!isRefusal(error)) throw error
      left.push(mark.playerId)
    }
  }
  return { answer: answer && { ...answer, stood }, left }
}

/**
 * Sends the queued marks of all events. Rejected ones stay, as do those where another coach's mark stands: the event shows them
 * when it is opened. Each is tried once per page load, unless it is marked again.
 */
export async function sendMarks(): Promise<void> {
  const userId = signedInUser() ?? ''
  for (const name of listMarkItems(userId)) {
    const eventId = name.slice(marksPrefix(userId).length)
    const sent = readLasting(name)
    if (tried.get(name) === sent) continue
    const marks = readMarks(eventId)
    try {
      const { stood } = await putMarks(eventId, asSent(marks))
      if (readLasting(name) !== sent) continue
      keepMarks(eventId, Object.fromEntries(Object.entries(marks).filter(([id]) => stood.includes(id))))
      if (stood.length > 0) tried.set(name, readLasting(name))
      tellPage(name)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!isTransient(problem)) tried.set(name, sent)
      tellPage(name)
    }
  }
}
const tried = new Map<string, string | undefined>()

/** Notifies this page as a storage event from another tab would. */
const tellPage = (name: string) => window.dispatchEvent(new StorageEvent('storage', { key: name }))

/** The number of players with queued marks, for any event, without those that the server has rejected. */
export const useWaitingMarks = (userId: string | undefined): number =>
  useSyncExternalStore(onStorage, () => {
    const waiting = listMarkItems(userId ?? '').filter(
      (name) => !tried.has(name) || tried.get(name) !== readLasting(name),
    )
    return waiting.reduce((sum, name) => sum + Object.keys(marksIn(name)).length, 0)
  })

function onStorage(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

import { useSyncExternalStore } from 'react'
import { answersPrefix, isAnswer, writeItem, names, readItem } from '../../session/stored.ts'
import { onSessionChange, signedInUser } from '../../session/tokens.ts'
import { isOutgoing, type OutboxEntry } from './entry.ts'

const nameFor = (userId: string, inviteId: string) => answersPrefix(userId) + inviteId

/** Whether a storage item is a queued answer of this user. */
export const isEntryName = (userId: string, name: string | null): boolean =>
  name?.startsWith(answersPrefix(userId)) === true

/** Entries that could not be stored because storage is full: they live as long as the page. */
const unkept = new Map<string, string>()
const listeners = new Set<() => void>()

const read = (name: string): string | undefined => unkept.get(name) ?? readItem(name)
function parsed(text: string | undefined): OutboxEntry | undefined {
  try {
    const entry = JSON.parse(text ?? 'null') as Partial<OutboxEntry> | null
    // Stored data may come from an earlier version.
    return entry?.item?.invite && entry.status && entry.answerId && entry.stood ? (entry as OutboxEntry) : undefined
  } catch {
    return undefined
  }
}

/** The queued answer to an invite. */
export const readEntry = (userId: string, inviteId: string): OutboxEntry | undefined =>
  signedInUser() === userId ? parsed(read(nameFor(userId, inviteId))) : undefined

/** Stores a queued answer, replacing a previous one; ignored if the user has signed out. */
export function putEntry(userId: string, entry: OutboxEntry): void {
  if (signedInUser() !== userId) return
  const [name, text] = [nameFor(userId, entry.item.invite.id), JSON.stringify(entry)]
  writeItem(name, text)
  if (readItem(name) === text) unkept.delete(name)
  else unkept.set(name, text)
  tell()
}

/** Updates or removes a queued answer; does nothing if it no longer exists, such as after signing out. */
export function changeEntry(
  userId: string,
  inviteId: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): void {
  const entry = readEntry(userId, inviteId)
  if (!entry) return
  const changed = change(entry)
  if (changed) return putEntry(userId, changed)
  const name = nameFor(userId, inviteId)
  unkept.delete(name)
  localStorage.removeItem(name)
  tell()
}

function tell(): void {
  fresh = undefined
  for (const listener of listeners) listener()
}
/** Calls `changed` when a queued answer is added, changed or removed, in this tab or another. Returns an unsubscribe function. */
export function subscribeOutbox(changed: () => void): () => void {
  listeners.add(changed)
  stopElsewhere ??= listenElsewhere()
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    stopElsewhere?.()
    stopElsewhere = undefined
    fresh = undefined
  }
}
let stopElsewhere: (() => void) | undefined
function listenElsewhere(): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(names.personal)) tell()
  }
  window.addEventListener('storage', elsewhere)
  const stop = onSessionChange(tell)
  return () => {
    window.removeEventListener('storage', elsewhere)
    stop()
  }
}

const none: readonly OutboxEntry[] = []
let last = { texts: '', all: none }
/** The user that `last` belongs to, valid while there are listeners: avoids reading the slow storage on every render. */
let fresh: string | undefined

/** A user's queued answers; the same array until something changes. */
export function readOutbox(userId: string | undefined): readonly OutboxEntry[] {
  if (userId === undefined) return none
  if (fresh === userId) return last.all
  const texts = signedInUser() === userId ? textsOf((name) => name.startsWith(answersPrefix(userId))) : []
  const joined = texts.join('\n')
  if (joined !== last.texts) last = { texts: joined, all: texts.flatMap((text) => parsed(text) ?? []) }
  if (listeners.size > 0) fresh = userId
  return last.all
}

function textsOf(wanted: (name: string) => boolean): string[] {
  try {
    const kept = new Set([...Object.keys(localStorage), ...unkept.keys()])
    return [...kept].filter(wanted).map((name) => read(name) ?? '')
  } catch {
    return []
  }
}

/** The number of answers on this device that wait until their user signs in again. */
export const countQueuedAnswers = (): number =>
  textsOf(isAnswer).filter((text) => {
    const entry = parsed(text)
    return entry && isOutgoing(entry)
  }).length

/** A user's queued answers, as a hook. */
export const useOutbox = (userId: string | undefined): readonly OutboxEntry[] =>
  useSyncExternalStore(subscribeOutbox, () => readOutbox(userId))

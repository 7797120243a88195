import { useSyncExternalStore } from 'react'
import { answersPrefix, isAnswer, writeItem, names, readItem } from '../../session/stored.ts'
import { onSessionChange, signedInUser } from '../../session/tokens.ts'
import { isOutgoing, type OutboxEntry } from './entry.ts'

const nameFor = (userId: string, inviteId: string) => answersPrefix(userId) + inviteId

/** Whether a storage item is a queued answer of this user. */
export const isEntryName = (userId: string, name: string | null): boolean =>
  name?.startsWith(answersPrefix(userId)) === true

/** Entries that could not be stored because storage is full: they live as long as the page. */
const memoryEntries = new Map<string, string>()
const listeners = new Set<() => void>()

const read = (name: string): string | undefined => memoryEntries.get(name) ?? readItem(name)
function parseEntry(text: string | undefined): OutboxEntry | undefined {
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
  signedInUser() === userId ? parseEntry(read(nameFor(userId, inviteId))) : undefined

/** Stores a queued answer, replacing a previous one; ignored if the user has signed out. */
export function putEntry(userId: string, entry: OutboxEntry): void {
  if (signedInUser() !== userId) return
  const [name, text] = [nameFor(userId, entry.item.invite.id), JSON.stringify(entry)]
  writeItem(name, text)
  if (readItem(name) === text) memoryEntries.delete(name)
  else memoryEntries.set(name, text)
  notify()
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
  memoryEntries.delete(name)
  localStorage.removeItem(name)
  notify()
}

function notify(): void {
  cachedUserId = undefined
  for (const listener of listeners) listener()
}
/** Calls `changed` when a queued answer is added, changed or removed, in this tab or another. Returns an unsubscribe function. */
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener)
  stopListening ??= listenToOtherTabs()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening?.()
    stopListening = undefined
    cachedUserId = undefined
  }
}
let stopListening: (() => void) | undefined
function listenToOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(names.personal)) notify()
  }
  window.addEventListener('storage', onStorage)
  const stop = onSessionChange(notify)
  return () => {
    window.removeEventListener('storage', onStorage)
    stop()
  }
}

const none: readonly OutboxEntry[] = []
let cachedOutbox = { texts: '', all: none }
/** The user that `cachedOutbox` belongs to, valid while there are listeners: avoids reading the slow storage on every render. */
let cachedUserId: string | undefined

/** A user's queued answers; the same array until something changes. */
export function readOutbox(userId: string | undefined): readonly OutboxEntry[] {
  if (userId === undefined) return none
  if (cachedUserId === userId) return cachedOutbox.all
  const texts = signedInUser() === userId ? readTexts((name) => name.startsWith(answersPrefix(userId))) : []
  const joinedTexts = texts.join('\n')
  if (joinedTexts !== cachedOutbox.texts)
    cachedOutbox = { texts: joinedTexts, all: texts.flatMap((text) => parseEntry(text) ?? []) }
  if (listeners.size > 0) cachedUserId = userId
  return cachedOutbox.all
}

function readTexts(isWanted: (name: string) => boolean): string[] {
  try {
    const storageNames = new Set([...Object.keys(localStorage), ...memoryEntries.keys()])
    return [...storageNames].filter(isWanted).map((name) => read(name) ?? '')
  } catch {
    return []
  }
}

/** The number of answers on this device that wait until their user signs in again. */
export const countQueuedAnswers = (): number =>
  readTexts(isAnswer).filter((text) => {
    const entry = parseEntry(text)
    return entry && isOutgoing(entry)
  }).length

/** A user's queued answers, as a hook. */
export const useOutbox = (userId: string | undefined): readonly OutboxEntry[] =>
  useSyncExternalStore(subscribeOutbox, () => readOutbox(userId))

import { useSyncExternalStore } from 'react'
import { answersStart, isAnswer, keepItem, names, readItem } from '../../session/stored.ts'
import { onSession, signedInUser } from '../../session/tokens.ts'
import { isOutgoing, type OutboxEntry } from './entry.ts'

const nameFor = (userId: string, inviteId: string) => answersStart(userId) + inviteId

/** True for the name of an item that is a person's unsent answer. */
export const isEntryName = (userId: string, name: string | null): boolean =>
  name?.startsWith(answersStart(userId)) === true

/** What the device would not keep since it is full: it lives as long as the page does. */
const unkept = new Map<string, string>()
const listeners = new Set<() => void>()

const read = (name: string): string | undefined => unkept.get(name) ?? readItem(name)
function parsed(text: string | undefined): OutboxEntry | undefined {
  try {
    const entry = JSON.parse(text ?? 'null') as Partial<OutboxEntry> | null
    // What lies on a device may be of an earlier version of ours.
    return entry?.item?.invite && entry.status && entry.answerId && entry.stood ? (entry as OutboxEntry) : undefined
  } catch {
    return undefined
  }
}

/** The unsent answer to an invite. */
export const readEntry = (userId: string, inviteId: string): OutboxEntry | undefined =>
  signedInUser() === userId ? parsed(read(nameFor(userId, inviteId))) : undefined

/** Keeps an unsent answer in place of one before it; not of somebody who has signed out. */
export function putEntry(userId: string, entry: OutboxEntry): void {
  if (signedInUser() !== userId) return
  const [name, text] = [nameFor(userId, entry.item.invite.id), JSON.stringify(entry)]
  keepItem(name, text)
  if (readItem(name) === text) unkept.delete(name)
  else unkept.set(name, text)
  tell()
}

/** Changes an unsent answer, or forgets it; when it is gone already, as after signing out, nothing comes back. */
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
/** Calls `changed` when an unsent answer comes, changes or goes, in this tab or another. Returns the way to stop it. */
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
  const stop = onSession(tell)
  return () => {
    window.removeEventListener('storage', elsewhere)
    stop()
  }
}

const none: readonly OutboxEntry[] = []
let last = { texts: '', all: none }
/** Whose list `last` is, for as long as somebody listens to changes; the storage is slow to be asked for every drawing. */
let fresh: string | undefined

/** A person's unsent answers; the same list as long as nothing has changed. */
export function readOutbox(userId: string | undefined): readonly OutboxEntry[] {
  if (userId === undefined) return none
  if (fresh === userId) return last.all
  const texts = signedInUser() === userId ? textsOf((name) => name.startsWith(answersStart(userId))) : []
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

/** How many answers on this device wait until the person who gave them has signed in again. */
export const countQueuedAnswers = (): number =>
  textsOf(isAnswer).filter((text) => {
    const entry = parsed(text)
    return entry && isOutgoing(entry)
  }).length

/** A person's unsent answers, for a part of a screen. */
export const useOutbox = (userId: string | undefined): readonly OutboxEntry[] =>
  useSyncExternalStore(subscribeOutbox, () => readOutbox(userId))

import { useSyncExternalStore } from 'react'
import { type InviteStatus, noteAfter } from '#shared/rules/invites.ts'
import type { ApiProblem } from '../api.ts'
import { answersStart, isAnswer, keepItem, names, readItem } from '../session/stored.ts'
import { onSession, signedInUser } from '../session/tokens.ts'
import type { Invite, TodaysEvent } from './useToday.ts'

export type InvitedEvent = TodaysEvent & { invite: Invite }
export type Answer = { status: InviteStatus; note: string | null }

/**
 * An answer that the server is not known to have. It lies in localStorage from the tap until the server has answered, an
 * item for each invite under the name of its person, so that it outlives the tab, and a session that ends by itself; it
 * goes when the person signs out, or somebody else signs in.
 */
export type Unsent = {
  /** The card as it was when it was answered: it names event and player also when Today shows them no more. */
  item: InvitedEvent
  status: InviteStatus
  /** A note that is left out stays as it is at the server, an empty one is cleared. */
  note?: string
  /** What the device calls this answer: however often it is sent, it counts once. */
  answerId: string
  /** The answer that the server is known to have had. */
  stood: string
  /** Sent with it: refused when another answer stands. The first try of a Yes or No goes without and replaces what stands. */
  upon?: string
  /** Own answers before it whose replies were lost: any of them may be what stands. */
  earlier: readonly string[]
  /** It was on its way once, so it may have arrived. */
  tried?: true
  /** There was no answer to it: it waits for the signal. */
  queued?: true
  /** Why it is not sent any more, until the person has seen it. `standing` is what another person answered meanwhile. */
  refused?: { code: ApiProblem['code']; message: string; standing?: Invite }
}

const nameFor = (userId: string, inviteId: string) => answersStart(userId) + inviteId

/** True for the name of an item that is a person's unsent answer. */
export const isUnsentOf = (userId: string, name: string | null): boolean =>
  name?.startsWith(answersStart(userId)) === true

/** What the device would not keep since it is full: it lives as long as the page does. */
const unkept = new Map<string, string>()
const listeners = new Set<() => void>()

const read = (name: string): string | undefined => unkept.get(name) ?? readItem(name)
function parsed(text: string | undefined): Unsent | undefined {
  try {
    const entry = JSON.parse(text ?? 'null') as Partial<Unsent> | null
    // What lies on a device may be of an earlier version of ours.
    return entry?.item?.invite && entry.status && entry.answerId && entry.stood ? (entry as Unsent) : undefined
  } catch {
    return undefined
  }
}

/** The unsent answer to an invite. */
export const readUnsent = (userId: string, inviteId: string): Unsent | undefined =>
  signedInUser() === userId ? parsed(read(nameFor(userId, inviteId))) : undefined

/** Keeps an unsent answer in place of one before it; not of somebody who has signed out. */
export function keepUnsent(userId: string, entry: Unsent): void {
  if (signedInUser() !== userId) return
  const [name, text] = [nameFor(userId, entry.item.invite.id), JSON.stringify(entry)]
  keepItem(name, text)
  if (readItem(name) === text) unkept.delete(name)
  else unkept.set(name, text)
  tell()
}

/** Changes an unsent answer, or forgets it; when it is gone already, as after signing out, nothing comes back. */
export function changeUnsent(userId: string, inviteId: string, change: (entry: Unsent) => Unsent | undefined): void {
  const entry = readUnsent(userId, inviteId)
  if (!entry) return
  const changed = change(entry)
  if (changed) return keepUnsent(userId, changed)
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
export function onUnsent(changed: () => void): () => void {
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

const none: readonly Unsent[] = []
let last = { texts: '', all: none }
/** Whose list `last` is, for as long as somebody listens to changes; the storage is slow to be asked for every drawing. */
let fresh: string | undefined

/** A person's unsent answers; the same list as long as nothing has changed. */
export function allUnsent(userId: string | undefined): readonly Unsent[] {
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
export const countWaiting = (): number =>
  textsOf(isAnswer).filter((text) => {
    const entry = parsed(text)
    return entry && isWaiting(entry)
  }).length

/** A person's unsent answers, for a part of a screen. */
export const useUnsent = (userId: string | undefined): readonly Unsent[] =>
  useSyncExternalStore(onUnsent, () => allUnsent(userId))

/** True for an answer that is still to be sent. */
export const isWaiting = ({ refused }: Unsent): boolean => refused === undefined

/** It waits for the signal; from now on it goes upon the answer that stood, since it may have arrived. */
export const queued = (entry: Unsent): Unsent => ({ ...entry, upon: entry.upon ?? entry.stood, queued: true })

/** What a card shows of an unsent answer. */
export const answerOf = ({ status, note, item }: Unsent): Answer => ({
  status,
  note: noteAfter(status, note, item.invite.note ?? undefined) ?? null,
})

/** The answer of a tap, in place of one that is not sent yet. */
export function nextUnsent(before: Unsent | undefined, item: InvitedEvent, sent: Sent, answerId: string): Unsent {
  const { status, note } = sent
  if (!before || !isWaiting(before)) {
    return { item, status, ...(note !== undefined && { note }), answerId, stood: item.invite.answerId, earlier: [] }
  }
  // One answer is sent for two taps: the note that is shown after both of them goes with it.
  const shown = noteAfter(status, note, answerOf(before).note ?? undefined) ?? ''
  const { stood, upon, earlier, tried, queued } = before
  return {
    item: before.item,
    status,
    ...(status !== 'Pending' && { note: shown }),
    answerId,
    stood,
    ...(upon !== undefined && { upon }),
    earlier: tried ? [...earlier, before.answerId] : earlier,
    ...(queued && { queued }),
  }
}

/** What is sent: a note that is left out stays as it is, an empty one is cleared. */
export type Sent = { status: InviteStatus; note?: string }

/** 32 characters, as many as the server takes. */
export const newAnswerId = (): string => crypto.randomUUID().replaceAll('-', '')

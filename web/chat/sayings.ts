import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'
import { problemText } from '../i18n.ts'
import { keepItem, keepLasting, names, readItem, readLasting, sayingsOf } from '../session/stored.ts'

/**
 * What somebody has written and the server is not known to have: it lies on the device from the press of Send until it is
 * sent, in the order of writing, so that it outlives the page. And what is begun and not sent.
 */
export type Saying = {
  messageSid: string
  conversationSid: string
  text: string
  replyTo?: string
  /** Files that have come already. */
  files?: readonly { fileId: string; name: string }[]
  poll?: { options: string[]; several: boolean }
  event?: { eventId: string; name: string }
  mentions?: string[]
  writtenAt: string
  /** Why the server did not take it: it waits until its writer sends it again or drops it. */
  refused?: string
  /** What the server calls that: by it the reader's own language says it. What an earlier version kept has none. */
  refusedCode?: string
}

type Refusal = { refused?: string | undefined; refusedCode?: string | undefined }
/** Why a saying was not taken, in a sentence of the reader's language. */
export const whyRefused = ({ refused: message = '', refusedCode: code }: Refusal): string =>
  code === undefined ? message : problemText({ code, message })

const draftOf = (userId: string, conversationSid: string) => `${names.personal}${userId}.chat.draft.${conversationSid}`

const [subscribe, emit] = createEmitter()
const none: readonly Saying[] = []
let known = { text: '', all: none }

/** All that waits, the same list as long as nothing has changed. */
export function readSayings(userId: string | undefined): readonly Saying[] {
  const text = (userId !== undefined && readLasting(sayingsOf(userId))) || '[]'
  if (text !== known.text) known = { text, all: parsed(text) }
  return known.all
}

function parsed(text: string): readonly Saying[] {
  try {
    return JSON.parse(text) as Saying[]
  } catch {
    return none
  }
}

export function changeSayings(userId: string, change: (all: readonly Saying[]) => readonly Saying[]): void {
  keepLasting(sayingsOf(userId), JSON.stringify(change(readSayings(userId))))
  emit()
}

/** Calls `changed` when something is written, sent or dropped, in this tab or another. Returns the way to stop it. */
function subscribeSayings(changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || key.endsWith('.chat.unsent')) changed()
  }
  const unsubscribe = subscribe(changed)
  window.addEventListener('storage', elsewhere)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', elsewhere)
  }
}

/** All that waits, for a part of a screen. */
export const useUnsent = (userId: string | undefined): readonly Saying[] =>
  useSyncExternalStore(subscribeSayings, () => readSayings(userId))

export const readDraft = (userId: string, conversationSid: string): string =>
  readItem(draftOf(userId, conversationSid)) ?? ''
export const keepDraft = (userId: string, conversationSid: string, text: string): void => {
  if (text) keepItem(draftOf(userId, conversationSid), text)
  else localStorage.removeItem(draftOf(userId, conversationSid))
}

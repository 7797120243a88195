import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'
import { problemText } from '../i18n.ts'
import { writeItem, writeLasting, names, readItem, readLasting, toUnsentChatName } from '../session/stored.ts'

/**
 * A message that the server has not confirmed: stored on the device from Send until it is delivered, in order, so that it
 * survives a reload. Drafts are stored here too.
 */
export type Saying = {
  messageSid: string
  conversationSid: string
  text: string
  replyTo?: string
  /** Files that are already uploaded. */
  files?: readonly { fileId: string; name: string }[]
  poll?: { options: string[]; several: boolean }
  event?: { eventId: string; name: string }
  mentions?: string[]
  writtenAt: string
  /** Why the server refused it: it stays until the author resends or drops it. */
  refused?: string
  /** The error code, for a message in the reader's language. Items stored by an earlier version have none. */
  refusedCode?: string
}

type Refusal = { refused?: string | undefined; refusedCode?: string | undefined }
/** Why a message was refused, as a sentence in the reader's language. */
export const whyRefused = ({ refused: message = '', refusedCode: code }: Refusal): string =>
  code === undefined ? message : problemText({ code, message })

const draftOf = (userId: string, conversationSid: string) => `${names.personal}${userId}.chat.draft.${conversationSid}`

const [subscribe, emit] = createEmitter()
const none: readonly Saying[] = []
let known = { text: '', all: none }

/** All queued messages; the same array until something changes. */
export function readSayings(userId: string | undefined): readonly Saying[] {
  const text = (userId !== undefined && readLasting(toUnsentChatName(userId))) || '[]'
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
  writeLasting(toUnsentChatName(userId), JSON.stringify(change(readSayings(userId))))
  emit()
}

/** Calls `changed` when a message is queued, sent or dropped, in this tab or another. Returns an unsubscribe function. */
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

/** All queued messages, as a hook. */
export const useUnsent = (userId: string | undefined): readonly Saying[] =>
  useSyncExternalStore(subscribeSayings, () => readSayings(userId))

export const readDraft = (userId: string, conversationSid: string): string =>
  readItem(draftOf(userId, conversationSid)) ?? ''
export const keepDraft = (userId: string, conversationSid: string, text: string): void => {
  if (text) writeItem(draftOf(userId, conversationSid), text)
  else localStorage.removeItem(draftOf(userId, conversationSid))
}

import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'
import { problemText } from '../i18n.ts'
import { writeItem, writeLasting, names, readItem, readLasting, toUnsentChatName } from '../session/stored.ts'

/**
 * A message that the server has not confirmed: stored on the device from Send until it is delivered, in order, so that it
 * survives a reload. Drafts are stored here too.
 */
export type QueuedMessage = {
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
export const refusalText = ({ refused: message = '', refusedCode: code }: Refusal): string =>
  code === undefined ? message : problemText({ code, message })

const draftName = (userId: string, conversationSid: string) =>
  `${names.personal}${userId}.chat.draft.${conversationSid}`

const [subscribe, emit] = createEmitter()
const none: readonly QueuedMessage[] = []
let parsedCache = { text: '', all: none }

/** All queued messages; the same array until something changes. */
export function readQueue(userId: string | undefined): readonly QueuedMessage[] {
  const text = (userId !== undefined && readLasting(toUnsentChatName(userId))) || '[]'
  if (text !== parsedCache.text) parsedCache = { text, all: parseQueue(text) }
  return parsedCache.all
}

function parseQueue(text: string): readonly QueuedMessage[] {
  try {
    return JSON.parse(text) as QueuedMessage[]
  } catch {
    return none
  }
}

export function changeQueue(userId: string, change: (all: readonly QueuedMessage[]) => readonly QueuedMessage[]): void {
  writeLasting(toUnsentChatName(userId), JSON.stringify(change(readQueue(userId))))
  emit()
}

/** Calls `listener` when a message is queued, sent or dropped, in this tab or another. Returns an unsubscribe function. */
function subscribeQueue(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.endsWith('.chat.unsent')) listener()
  }
  const unsubscribe = subscribe(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
  }
}

/** All queued messages, as a hook. */
export const useQueue = (userId: string | undefined): readonly QueuedMessage[] =>
  useSyncExternalStore(subscribeQueue, () => readQueue(userId))

export const readDraft = (userId: string, conversationSid: string): string =>
  readItem(draftName(userId, conversationSid)) ?? ''
export const keepDraft = (userId: string, conversationSid: string, text: string): void => {
  if (text) writeItem(draftName(userId, conversationSid), text)
  else localStorage.removeItem(draftName(userId, conversationSid))
}

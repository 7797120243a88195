import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { type AnswerOf, cacheKey, callApi, useApi } from '../api.ts'
import { type Pages, useApiPages } from '../api/useApiPages.ts'
import { useUserId } from '../session/useUserId.ts'
import { scrollToMessage } from './scrollToMessage.ts'
import { useLiveConversation } from './useLive.ts'

export type Conversations = AnswerOf<'GET /rest-api/chat/conversations'>['conversations']
export type ConversationOf = AnswerOf<'GET /rest-api/chat/conversations/{conversationSid}'>
export type Message = AnswerOf<'GET /rest-api/chat/conversations/{conversationSid}/messages'>['messages'][number]

/** Polling intervals in case the WebSocket is unavailable, in milliseconds: for the open conversation and for the list. */
const openInterval = 10_000
export const listInterval = 30_000

/** A conversation with its people and pages of messages. */
export function useConversation(conversationSid: string) {
  const [opened, setOpened] = useState<ConversationOf>()
  const conversation = useApi(
    'GET /rest-api/chat/conversations/{conversationSid}',
    { conversationSid },
    {
      handles: ['failures', 'not_allowed'],
      refreshInterval: listInterval,
      // Fetch it every time it is opened: cached data does not say what is unread.
      dedupingInterval: 0,
      onSuccess: (answer) => setOpened((first) => first ?? answer),
    },
  )
  const pages = useApiPages(
    'GET /rest-api/chat/conversations/{conversationSid}/messages',
    { conversationSid, query: {} },
    // Poll less often the more pages are loaded, so that the load stays the same.
    {
      handles: ['failures', 'not_allowed'],
      refreshInterval: (loadedPages) => openInterval * (loadedPages?.length ?? 1),
    },
  )
  const { mutate } = pages
  const { mutate: mutatePeople } = conversation
  const refresh = useCallback(() => void mutate(), [mutate])
  const refreshAll = useCallback(() => void Promise.all([mutate(), mutatePeople()]), [mutate, mutatePeople])
  useLiveConversation(conversationSid, refreshAll)
  return { conversation, opened, pages, refresh }
}

/** Deduplicates messages, oldest first: a new message shifts others to the next page. */
export function toOrdered(pages: readonly { messages: Message[] }[]): Message[] {
  const bySeq = new Map(pages.flatMap(({ messages }) => messages.map((message) => [message.seq, message] as const)))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** How many earlier messages are loaded automatically, to reach the first unread or a quoted one. */
const maxAutoLoaded = 500

type MessagePages = Pages<{ messages: Message[]; cursor: string | null }>
export type MessagePosition = Pick<Message, 'messageSid' | 'seq'>

/**
 * The first message by others that was unread when the conversation was `opened`, once it is loaded; loads earlier pages unless
 * it is too far back. It stays the same after everything has been read.
 */
export function useFirstUnread(
  opened: ConversationOf | undefined,
  messages: readonly Message[],
  pages: MessagePages,
): number | undefined {
  const ownUserId = useUserId()
  const { readSeq = 0, lastSeq = 0 } = opened ?? {}
  const isNear = lastSeq > readSeq && lastSeq - readSeq <= maxAutoLoaded
  useLoadUntil(pages, messages, isNear ? readSeq + 1 : undefined)
  // If earlier pages are to come, the first unread message may be among them.
  const isLoaded = pages.more === undefined || messages.some(({ seq }) => seq <= readSeq + 1)
  const firstUnread = messages.find(({ seq, userId }) => seq > readSeq && seq <= lastSeq && userId !== ownUserId)
  return isLoaded ? firstUnread?.seq : undefined
}

export const isWithinReach = ({ seq }: { seq: number }, [oldest]: readonly Message[]): boolean =>
  oldest !== undefined && oldest.seq - seq <= maxAutoLoaded

/** Loads earlier pages until the wanted sequence number is reached. Returns whether it is still loading. */
function useLoadUntil(
  { more, readingMore, error }: MessagePages,
  messages: readonly Message[],
  wantedSeq?: number,
): boolean {
  const oldest = messages[0]?.seq
  const isLoadingMore = wantedSeq !== undefined && oldest !== undefined && oldest > wantedSeq && !!more && !error
  // Runs again for each new oldest message: one page may not be enough.
  const loadMore = useEffectEvent((_before: number | undefined) => more?.())
  useEffect(() => {
    if (isLoadingMore && !readingMore) loadMore(oldest)
  }, [isLoadingMore, readingMore, oldest])
  return isLoadingMore
}

/** Returns a function that scrolls to a message, loading it first if necessary. */
export function useScrollToMessage(pages: MessagePages, messages: readonly Message[]): (to: MessagePosition) => void {
  const [target, setTarget] = useState<MessagePosition>()
  const isLoadingMore = useLoadUntil(pages, messages, target?.seq)
  const lastScrolledTo = useRef<MessagePosition>(undefined)
  useEffect(() => {
    if (!target || isLoadingMore || lastScrolledTo.current === target) return
    lastScrolledTo.current = target
    scrollToMessage(target.messageSid)
  }, [target, isLoadingMore])
  // A new object, so that the same message can be requested again.
  return (position) => setTarget({ ...position })
}

const LIST = cacheKey('GET /rest-api/chat/conversations', {})
const COUNT = cacheKey('GET /rest-api/chat/unread-count', {})

/** Marks a conversation as read up to its newest message while the page is visible; also a new conversation without messages. */
export function useMarkRead(
  conversationSid: string,
  newestSeq: number,
  openedConversation: ConversationOf | undefined,
): void {
  const { mutate } = useSWRConfig()
  const { readSeq: read, isNew = false } = openedConversation ?? {}
  useEffect(() => {
    if (read === undefined || (newestSeq <= read && !isNew)) return
    let isShown = true
    const markRead = async () => {
      if (document.visibilityState !== 'visible') return
      const input = { conversationSid, body: { seq: newestSeq } }
      const key = 'POST /rest-api/chat/conversations/{conversationSid}/read'
      // A failed update is made up for by the next one.
      await callApi(key, input, { handles: ['failures', 'not_allowed'] }).catch(() => undefined)
      if (!isShown) return
      await Promise.all([
        mutate(cacheKey('GET /rest-api/chat/conversations/{conversationSid}', { conversationSid })),
        mutate(LIST),
        mutate(COUNT),
      ])
    }
    const markReadIfShown = () => void markRead()
    markReadIfShown()
    document.addEventListener('visibilitychange', markReadIfShown)
    return () => {
      isShown = false
      document.removeEventListener('visibilitychange', markReadIfShown)
    }
  }, [conversationSid, newestSeq, read, isNew, mutate])
}

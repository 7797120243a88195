import { useCallback, useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import { type AnswerOf, cacheKey, callApi, useApi } from '../api.ts'
import { useApiPages } from '../useApiPages.ts'
import { useUserId } from '../session/useUserId.ts'
import { useLiveConversation } from './useLive.ts'

export type Conversations = AnswerOf<'GET /rest-api/chat/conversations'>['conversations']
export type ConversationOf = AnswerOf<'GET /rest-api/chat/conversations/{conversationSid}'>
export type Message = AnswerOf<'GET /rest-api/chat/conversations/{conversationSid}/messages'>['messages'][number]

/**
 * How often is looked for what is new where no line brings it, in milliseconds: in the conversation that is open, and in the
 * list.
 */
const openInterval = 10_000
export const listInterval = 30_000

/** A conversation, its people and its messages, the oldest first. */
export function useConversation(conversationSid: string) {
  const conversation = useApi(
    'GET /rest-api/chat/conversations/{conversationSid}',
    { conversationSid },
    { handles: ['failures', 'not_allowed'], refreshInterval: listInterval },
  )
  const pages = useApiPages(
    'GET /rest-api/chat/conversations/{conversationSid}/messages',
    { conversationSid, query: {} },
    { handles: ['failures', 'not_allowed'], refreshInterval: openInterval },
  )
  const { mutate } = pages
  const { mutate: mutatePeople } = conversation
  const refresh = useCallback(() => void mutate(), [mutate])
  const refreshAll = useCallback(() => void Promise.all([mutate(), mutatePeople()]), [mutate, mutatePeople])
  useLiveConversation(conversationSid, refreshAll)
  return { conversation, pages, refresh }
}

/** Each message once, the oldest first: a new one moves the others on to the next page. */
export function inOrder(pages: readonly { messages: Message[] }[]): Message[] {
  const bySeq = new Map(pages.flatMap(({ messages }) => messages.map((message) => [message.seq, message] as const)))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/**
 * The first message of others that was not read when the conversation was opened, if there is one and it is loaded: it stays
 * that also once all are read.
 */
export function useFirstNew(
  conversation: ConversationOf | undefined,
  messages: readonly Message[],
  isMore: boolean,
): number | undefined {
  const me = useUserId()
  const [opened, setOpened] = useState<{ readSeq: number; lastSeq: number }>()
  if (conversation && !opened) setOpened({ readSeq: conversation.readSeq, lastSeq: conversation.lastSeq })
  if (!opened) return undefined
  const { readSeq, lastSeq } = opened
  // Where earlier ones are to come, it may be among them.
  const isThere = !isMore || messages.some(({ seq }) => seq <= readSeq + 1)
  return isThere ? messages.find(({ seq, userId }) => seq > readSeq && seq <= lastSeq && userId !== me)?.seq : undefined
}

const LIST = cacheKey('GET /rest-api/chat/conversations', {})
const COUNT = cacheKey('GET /rest-api/chat/unread-count', {})

/** Marks a conversation as read up to its newest message, once somebody looks at it; also one that is new to them and in which nothing is. */
export function useMarkRead(conversationSid: string, last: number, seen: ConversationOf | undefined): void {
  const { mutate } = useSWRConfig()
  const { readSeq: read, isNew = false } = seen ?? {}
  useEffect(() => {
    if (read === undefined || (last <= read && !isNew)) return
    let isShown = true
    const mark = async () => {
      if (document.visibilityState !== 'visible') return
      const input = { conversationSid, body: { seq: last } }
      const key = 'POST /rest-api/chat/conversations/{conversationSid}/read'
      // What is not noted now is noted when something else is read.
      await callApi(key, input, { handles: ['failures', 'not_allowed'] }).catch(() => undefined)
      if (!isShown) return
      await Promise.all([
        mutate(cacheKey('GET /rest-api/chat/conversations/{conversationSid}', { conversationSid })),
        mutate(LIST),
        mutate(COUNT),
      ])
    }
    const look = () => void mark()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      isShown = false
      document.removeEventListener('visibilitychange', look)
    }
  }, [conversationSid, last, read, isNew, mutate])
}

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { type AnswerOf, cacheKey, callApi, useApi } from '../api.ts'
import { type Pages, useApiPages } from '../api/useApiPages.ts'
import { useUserId } from '../session/useUserId.ts'
import { leadTo } from './leadTo.ts'
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
  const [opened, setOpened] = useState<ConversationOf>()
  const conversation = useApi(
    'GET /rest-api/chat/conversations/{conversationSid}',
    { conversationSid },
    {
      handles: ['failures', 'not_allowed'],
      refreshInterval: listInterval,
      // Asked for whenever it is opened, however lately that was: what was known before tells nothing of what is unread.
      dedupingInterval: 0,
      onSuccess: (answer) => setOpened((first) => first ?? answer),
    },
  )
  const pages = useApiPages(
    'GET /rest-api/chat/conversations/{conversationSid}/messages',
    { conversationSid, query: {} },
    // However much is loaded, as much is asked for in a minute.
    { handles: ['failures', 'not_allowed'], refreshInterval: (known) => openInterval * (known?.length ?? 1) },
  )
  const { mutate } = pages
  const { mutate: mutatePeople } = conversation
  const refresh = useCallback(() => void mutate(), [mutate])
  const refreshAll = useCallback(() => void Promise.all([mutate(), mutatePeople()]), [mutate, mutatePeople])
  useLiveConversation(conversationSid, refreshAll)
  return { conversation, opened, pages, refresh }
}

/** Each message once, the oldest first: a new one moves the others on to the next page. */
export function inOrder(pages: readonly { messages: Message[] }[]): Message[] {
  const bySeq = new Map(pages.flatMap(({ messages }) => messages.map((message) => [message.seq, message] as const)))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** How far earlier messages are read for somebody by themselves: where they have not read on, and where a quotation leads. */
const furthest = 500

type MessagePages = Pages<{ messages: Message[]; cursor: string | null }>
export type Led = Pick<Message, 'messageSid' | 'seq'>

/**
 * The first message of others that was not read when the conversation was `opened`, once it is loaded, which is seen to where
 * it is not too far back: it stays that also once all are read.
 */
export function useFirstNew(
  opened: ConversationOf | undefined,
  messages: readonly Message[],
  pages: MessagePages,
): number | undefined {
  const me = useUserId()
  const { readSeq = 0, lastSeq = 0 } = opened ?? {}
  const isNear = lastSeq > readSeq && lastSeq - readSeq <= furthest
  useReach(pages, messages, isNear ? readSeq + 1 : undefined)
  // Where earlier ones are to come, it may be among them.
  const isThere = pages.more === undefined || messages.some(({ seq }) => seq <= readSeq + 1)
  const first = messages.find(({ seq, userId }) => seq > readSeq && seq <= lastSeq && userId !== me)
  return isThere ? first?.seq : undefined
}

export const isWithinReach = ({ seq }: { seq: number }, [oldest]: readonly Message[]): boolean =>
  oldest !== undefined && oldest.seq - seq <= furthest

/** Reads earlier messages until one with that number, or before it, is there. Gives whether it is on its way. */
function useReach({ more, readingMore, error }: MessagePages, messages: readonly Message[], wanted?: number): boolean {
  const oldest = messages[0]?.seq
  const isOnItsWay = wanted !== undefined && oldest !== undefined && oldest > wanted && !!more && !error
  // Once for each message that is the oldest: a page that came may not reach far enough.
  const readOn = useEffectEvent((_before: number | undefined) => more?.())
  useEffect(() => {
    if (isOnItsWay && !readingMore) readOn(oldest)
  }, [isOnItsWay, readingMore, oldest])
  return isOnItsWay
}

/** Leads to a message, once it is loaded where it is not yet. */
export function useLead(pages: MessagePages, messages: readonly Message[]): (to: Led) => void {
  const [wanted, setWanted] = useState<Led>()
  const isOnItsWay = useReach(pages, messages, wanted?.seq)
  const led = useRef<Led>(undefined)
  useEffect(() => {
    if (!wanted || isOnItsWay || led.current === wanted) return
    led.current = wanted
    leadTo(wanted.messageSid)
  }, [wanted, isOnItsWay])
  // Asked for once more, it leads there once more.
  return (to) => setWanted({ ...to })
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

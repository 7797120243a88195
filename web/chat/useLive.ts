import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { typingShown } from '#shared/rules/chatLive.ts'
import { refresh } from '../shell/useSave.ts'
import { listen } from './socket.ts'

/** News within this time, in milliseconds, causes a single request. */
const gatherTime = 150

/** Keeps the conversation list and the unread count up to date over the WebSocket. */
export function useLiveList(): void {
  const { mutate, cache } = useSWRConfig()
  useEffect(
    () =>
      onNews(() => {
        refresh({ mutate, cache }, 'GET /rest-api/chat/conversations')
        refresh({ mutate, cache }, 'GET /rest-api/chat/unread-count')
      }),
    [mutate, cache],
  )
}

/** Revalidates a conversation on news about it, and after a reconnect. */
export function useLiveConversation(conversationSid: string, reload: () => void): void {
  const read = useEffectEvent(reload)
  useEffect(() => onNews(() => read(), conversationSid), [conversationSid])
}

function onNews(read: () => void, conversationSid?: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopListening = listen((news) => {
    const isRelevant =
      news === 'opened' || ('conversation' in news && (conversationSid ?? news.conversation) === news.conversation)
    if (!isRelevant) return
    clearTimeout(timer)
    timer = setTimeout(read, gatherTime)
  })
  return () => {
    stopListening()
    clearTimeout(timer)
  }
}

/** Who is typing in a conversation. Excludes the author of the newest message, which is what they were typing. */
export function useTyping(conversationSid: string, newest?: { seq: number; userId: string }): readonly string[] {
  const [typingIds, setTypingIds] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const typingTimers = timers.current
    const stopTyping = (userId: string) => {
      clearTimeout(typingTimers.get(userId))
      typingTimers.delete(userId)
      setTypingIds([...typingTimers.keys()])
    }
    const stopListening = listen((news) => {
      if (news === 'opened' || !('typing' in news) || news.typing !== conversationSid) return
      clearTimeout(typingTimers.get(news.userId))
      typingTimers.set(
        news.userId,
        setTimeout(() => stopTyping(news.userId), typingShown),
      )
      setTypingIds([...typingTimers.keys()])
    })
    return () => {
      stopListening()
      for (const userId of typingTimers.keys()) stopTyping(userId)
    }
  }, [conversationSid])
  const [seenSeq, setSeenSeq] = useState(newest?.seq)
  if (newest && newest.seq !== seenSeq) {
    setSeenSeq(newest.seq)
    setTypingIds(typingIds.filter((userId) => userId !== newest.userId))
  }
  const [seq, authorId] = [newest?.seq, newest?.userId]
  useEffect(() => {
    if (seq === undefined || authorId === undefined) return
    clearTimeout(timers.current.get(authorId))
    timers.current.delete(authorId)
  }, [seq, authorId])
  return typingIds
}

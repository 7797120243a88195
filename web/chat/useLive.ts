import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { typingShown } from '#shared/rules/chatLive.ts'
import { refresh } from '../shell/useSave.ts'
import { listen } from './line.ts'

/** News within this time, in milliseconds, causes a single request. */
const gather = 150

/** Keeps the conversation list and the unread count up to date over the WebSocket. */
export function useLiveList(): void {
  const { mutate, cache } = useSWRConfig()
  useEffect(
    () =>
      gathered(() => {
        refresh({ mutate, cache }, 'GET /rest-api/chat/conversations')
        refresh({ mutate, cache }, 'GET /rest-api/chat/unread-count')
      }),
    [mutate, cache],
  )
}

/** Revalidates a conversation on news about it, and after a reconnect. */
export function useLiveConversation(conversationSid: string, again: () => void): void {
  const read = useEffectEvent(again)
  useEffect(() => gathered(() => read(), conversationSid), [conversationSid])
}

function gathered(read: () => void, conversationSid?: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = listen((news) => {
    const isOurs =
      news === 'opened' || ('conversation' in news && (conversationSid ?? news.conversation) === news.conversation)
    if (!isOurs) return
    clearTimeout(timer)
    timer = setTimeout(read, gather)
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}

/** Who is typing in a conversation. Excludes the author of the newest message, which is what they were typing. */
export function useTyping(conversationSid: string, newest?: { seq: number; userId: string }): readonly string[] {
  const [writing, setWriting] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const known = timers.current
    const drop = (userId: string) => {
      clearTimeout(known.get(userId))
      known.delete(userId)
      setWriting([...known.keys()])
    }
    const end = listen((news) => {
      if (news === 'opened' || !('typing' in news) || news.typing !== conversationSid) return
      clearTimeout(known.get(news.userId))
      known.set(
        news.userId,
        setTimeout(() => drop(news.userId), typingShown),
      )
      setWriting([...known.keys()])
    })
    return () => {
      end()
      for (const userId of known.keys()) drop(userId)
    }
  }, [conversationSid])
  const [seen, see] = useState(newest?.seq)
  if (newest && newest.seq !== seen) {
    see(newest.seq)
    setWriting(writing.filter((userId) => userId !== newest.userId))
  }
  const [seq, by] = [newest?.seq, newest?.userId]
  useEffect(() => {
    if (seq === undefined || by === undefined) return
    clearTimeout(timers.current.get(by))
    timers.current.delete(by)
  }, [seq, by])
  return writing
}

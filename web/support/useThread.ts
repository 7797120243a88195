import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { type AnswerOf, ApiProblem, callApi, callOpen, useApi } from '../api.ts'
import { writeItem, readItem } from '../session/stored.ts'
import { writeVisitorKey, readVisitorKey } from './visitorKey.ts'
import type { NewMessage } from './MessageForm.tsx'
import { newId } from '../api/newPart.ts'

/** Remembers that a user has asked from this device; for others the thread is not read. */
const toAskedItemName = (userId: string) => `touchline.of.${userId}.support`

/** Polling intervals, in milliseconds: with the conversation open, and closed. */
const openInterval = 4000
const closedInterval = 60_000

export type Thread = AnswerOf<'GET /rest-api/support'>

const emptyThread: Thread = { messages: [], earlier: false, lastSeq: 0, readSeq: 0 }

/** The support conversation from this device, signed in or not. */
export function useThread(userId: string | undefined, opened: boolean, registrationId: string | undefined) {
  const refreshInterval = opened ? openInterval : closedInterval
  const ownThread = useApi(
    'GET /rest-api/support',
    userId && (opened || readItem(toAskedItemName(userId))) ? { query: {} } : undefined,
    {
      handles: ['failures'],
      refreshInterval,
    },
  )
  const [visitorKey, setVisitorKey] = useState(readVisitorKey)
  // Generated before the first send: a retry after a lost response continues the same conversation.
  const latestKey = useRef(visitorKey)
  // Signing in or out in another tab clears only that tab's storage.
  useEffect(() => {
    if (userId !== undefined) writeVisitorKey(undefined)
  }, [userId])
  const key = userId === undefined ? visitorKey : undefined
  const visitorThread = useSWR<Thread, ApiProblem>(
    key === undefined ? undefined : ['support', key],
    () => callOpen('POST /rest-api/support/visitor/read', { body: { key: key as string } }),
    { refreshInterval },
  )
  const read = userId === undefined ? visitorThread : ownThread
  const context = registrationId === undefined ? {} : { registrationId }
  return {
    thread: read.data ?? (userId === undefined && key === undefined ? emptyThread : undefined),
    error: read.error,
    refetch: () => read.mutate(),
    readBefore: (before: number): Promise<Thread> =>
      key
        ? callOpen('POST /rest-api/support/visitor/read', { body: { key, before } })
        : callApi('GET /rest-api/support', { query: { before: String(before) } }, { handles: ['failures'] }),
    async sendMessage({ email, ...message }: NewMessage) {
      if (userId === undefined) {
        const send = async (newKey: string) => {
          latestKey.current = newKey
          writeVisitorKey(newKey)
          await callOpen('POST /rest-api/support/visitor', { body: { ...message, ...context, email, key: newKey } })
          setVisitorKey(newKey)
        }
        await send(latestKey.current ?? newId()).catch((error: unknown) => {
          // The earlier conversation belongs to another email address.
          if (error instanceof ApiProblem && error.code === 'answered_elsewhere') return send(newId())
          throw error
        })
      } else {
        await callApi('POST /rest-api/support', { body: { ...message, ...context } }, { handles: ['failures'] })
        writeItem(toAskedItemName(userId), 'asked')
      }
      await read.mutate()
    },
    async markRead(seq: number) {
      // If this fails, it is marked the next time it is read.
      const request = key
        ? callOpen('POST /rest-api/support/visitor/read', { body: { key, seq } })
        : callApi('POST /rest-api/support/read', { body: { seq } }, { handles: ['failures'] })
      await request.then(
        () => read.mutate(),
        () => undefined,
      )
    },
  }
}

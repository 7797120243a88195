import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { type AnswerOf, ApiProblem, callApi, callOpen, useApi } from '../api.ts'
import { keepItem, readItem } from '../session/stored.ts'
import { keepKey, keptKey } from './visitorKey.ts'
import type { Words } from './Ask.tsx'
import { newId } from '../api/newPart.ts'

/** Remembers that a user has asked from this device; for others the thread is not read. */
const asked = (userId: string) => `touchline.of.${userId}.support`

/** Polling intervals, in milliseconds: with the conversation open, and closed. */
const openInterval = 4000
const closedInterval = 60_000

export type Thread = AnswerOf<'GET /rest-api/support'>

const nothing: Thread = { messages: [], earlier: false, lastSeq: 0, readSeq: 0 }

/** The support conversation from this device, signed in or not. */
export function useThread(userId: string | undefined, opened: boolean, registrationId: string | undefined) {
  const refreshInterval = opened ? openInterval : closedInterval
  const mine = useApi(
    'GET /rest-api/support',
    userId && (opened || readItem(asked(userId))) ? { query: {} } : undefined,
    {
      handles: ['failures'],
      refreshInterval,
    },
  )
  const [known, know] = useState(keptKey)
  // Generated before the first send: a retry after a lost response continues the same conversation.
  const drawn = useRef(known)
  // Signing in or out in another tab clears only that tab's storage.
  useEffect(() => {
    if (userId !== undefined) keepKey(undefined)
  }, [userId])
  const key = userId === undefined ? known : undefined
  const visiting = useSWR<Thread, ApiProblem>(
    key === undefined ? undefined : ['support', key],
    () => callOpen('POST /rest-api/support/visitor/read', { body: { key: key as string } }),
    { refreshInterval },
  )
  const read = userId === undefined ? visiting : mine
  const about = registrationId === undefined ? {} : { registrationId }
  return {
    thread: read.data ?? (userId === undefined && key === undefined ? nothing : undefined),
    error: read.error,
    reread: () => read.mutate(),
    readBefore: (before: number): Promise<Thread> =>
      key
        ? callOpen('POST /rest-api/support/visitor/read', { body: { key, before } })
        : callApi('GET /rest-api/support', { query: { before: String(before) } }, { handles: ['failures'] }),
    async ask({ email, ...said }: Words) {
      if (userId === undefined) {
        const send = async (own: string) => {
          drawn.current = own
          keepKey(own)
          await callOpen('POST /rest-api/support/visitor', { body: { ...said, ...about, email, key: own } })
          know(own)
        }
        await send(drawn.current ?? newId()).catch((error: unknown) => {
          // The earlier conversation belongs to another email address.
          if (error instanceof ApiProblem && error.code === 'answered_elsewhere') return send(newId())
          throw error
        })
      } else {
        await callApi('POST /rest-api/support', { body: { ...said, ...about } }, { handles: ['failures'] })
        keepItem(asked(userId), 'asked')
      }
      await read.mutate()
    },
    async markRead(seq: number) {
      // If this fails, it is marked the next time it is read.
      const noted = key
        ? callOpen('POST /rest-api/support/visitor/read', { body: { key, seq } })
        : callApi('POST /rest-api/support/read', { body: { seq } }, { handles: ['failures'] })
      await noted.then(
        () => read.mutate(),
        () => undefined,
      )
    },
  }
}

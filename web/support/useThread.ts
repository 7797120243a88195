import { useState } from 'react'
import useSWR from 'swr'
import { type AnswerOf, type ApiProblem, callApi, callOpen, useApi } from '../api.ts'
import { keepItem, readItem } from '../session/stored.ts'

/** Whether this device has asked before, by whom: who never has is not looked up. */
const asked = (userId: string) => `touchline.of.${userId}.support`
/** The secret by which a stranger's device finds what it has asked. */
const visitorKey = 'touchline.support.visitor'

/** How often is looked for answers, in milliseconds: with the conversation open, and without. */
const openInterval = 4000
const closedInterval = 60_000

export type Thread = AnswerOf<'GET /rest-api/support'>
type Words = { messageId: string; text: string; email: string }

const nothing: Thread = { messages: [], earlier: false, lastSeq: 0, readSeq: 0 }

/** What somebody asks the product's own people from this device, signed in or not. */
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
  const [known, know] = useState(() => readItem(visitorKey))
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
        const own = key ?? crypto.randomUUID().replaceAll('-', '')
        await callOpen('POST /rest-api/support/visitor', { body: { ...said, ...about, email, key: own } })
        keepItem(visitorKey, own)
        know(own)
      } else {
        await callApi('POST /rest-api/support', { body: { ...said, ...about } }, { handles: ['failures'] })
        keepItem(asked(userId), 'asked')
      }
      await read.mutate()
    },
    async markRead(seq: number) {
      // What is not noted now is noted when it is looked at again.
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

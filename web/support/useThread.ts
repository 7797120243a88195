import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { type AnswerOf, ApiProblem, callApi, callOpen, useApi } from '../api.ts'
import { keepItem, readItem } from '../session/stored.ts'
import { keepKey, keptKey } from './visitorKey.ts'
import type { Words } from './Ask.tsx'
import { newId } from '../api/newPart.ts'

/** Whether this device has asked before, by whom: who never has is not looked up. */
const asked = (userId: string) => `touchline.of.${userId}.support`

/** How often is looked for answers, in milliseconds: with the conversation open, and without. */
const openInterval = 4000
const closedInterval = 60_000

export type Thread = AnswerOf<'GET /rest-api/support'>

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
  const [known, know] = useState(keptKey)
  // Drawn before it is sent: what is sent again after a lost reply is the same question of the same conversation.
  const drawn = useRef(known)
  // Who has signed in or out in another tab has emptied that one alone.
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
          // What was said before is of whoever has the other address.
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

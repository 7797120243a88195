import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { type InviteStatus, noteAfter } from '#shared/rules/invites.ts'
import { ApiProblem, callApi } from '../api.ts'
import { eventKey, withAnswer } from '../calendar/eventAnswers.ts'
import type { Invite } from './useToday.ts'

export type Answer = { status: InviteStatus; note: string | null }
/** What is sent: a note that is left out stays as it is, an empty one is cleared. */
export type Sent = { status: InviteStatus; note?: string }
type Told = { answered: (invite: Invite) => void; failed: () => void }

/**
 * Answers to invites, shown before the server has them. `shown` is the answer on its way, else the one known. `send`
 * gives the problem when it did not arrive; the known answer shows again then. `answered` and `failed` tell the list,
 * which takes the server's answer in, or asks again: a lost reply may have been a success.
 */
export function useAnswers(told: Told) {
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Answer>>(new Map())
  // Answers to one invite go one after another, so that the last tap is what stays.
  const lastSent = useRef(new Map<string, Promise<unknown>>())
  const { mutate } = useSWRConfig()
  const tell = useRef(told)
  useEffect(() => {
    tell.current = told
  })

  const shown = (invite: Invite): Answer => waiting.get(invite.id) ?? { status: invite.status.value, note: invite.note }

  const send = useCallback(
    async ({ id }: Invite, before: Answer, { status, note }: Sent): Promise<ApiProblem | undefined> => {
      const next: Answer = { status, note: noteAfter(status, note, before.note ?? undefined) ?? null }
      setWaiting((all) => new Map(all).set(id, next))
      const sending = (lastSent.current.get(id) ?? Promise.resolve()).then(() =>
        callApi(...answerTo(id, status, note), { handles: ['failures'] }),
      )
      const settled = sending.catch(() => undefined)
      lastSent.current.set(id, settled)
      try {
        const answered = await sending
        tell.current.answered(answered)
        void mutate(eventKey(id), withAnswer(answered), { revalidate: false })
        return undefined
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        tell.current.failed()
        return error
      } finally {
        // A later tap is still on its way: it goes on showing.
        if (lastSent.current.get(id) === settled) {
          lastSent.current.delete(id)
          setWaiting((all) => new Map([...all].filter(([key]) => key !== id)))
        }
      }
    },
    [mutate],
  )
  return { shown, send }
}

const answerTo = (id: string, status: InviteStatus, note: string | undefined) =>
  [
    'GET /user/updateInviteStatus/{inviteFile}',
    { inviteFile: `${id}.json`, query: { format: 'json', status, ...(note !== undefined && { note }) } },
  ] as const

import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isEmptyText } from '#shared/rules/richText.ts'
import { ApiProblem, callApi } from '../api.ts'
import { refresh } from '../shell/useSave.ts'
import type { Written } from './email.ts'

/** So long after the last key, in milliseconds. */
const pause = 1500
/** What could not be kept is tried again after a time that doubles up to this one. */
const longestPause = 30_000

/** What is kept: what is written, and which files go with it. */
type Draft = Written & { fileIds: readonly string[] }
type Options = { begun: Draft; isNew: boolean; paused: boolean }

/**
 * Keeps what is being written as a draft, by itself, whenever one pauses. Nothing is kept of what nobody has written at, nor
 * once it is sent; what is emptied after it was kept is kept as empty. `settled` waits for what is under way, so that a draft never comes after the email itself.
 */
export function useDraft(emailId: string, written: Draft, { begun, isNew, paused }: Options) {
  const { mutate, cache } = useSWRConfig()
  const now = JSON.stringify(written)
  const [kept, setKept] = useState(() => (isNew ? '' : JSON.stringify(begun)))
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | 'failed' | 'notAllowed' | 'sent'>('idle')
  const [failures, setFailures] = useState(0)
  const running = useRef<Promise<unknown>>(undefined)
  const isUntouched = now === JSON.stringify(begun)
  const isNothing = written.subject.trim() === '' && isEmptyText(written.content) && written.fileIds.length === 0
  const isWritten = !isNothing && !(isNew && isUntouched)
  const unsaved = now !== kept && (isWritten || kept !== '')
  useEffect(() => {
    if (!unsaved || paused) return
    const timer = setTimeout(
      () => {
        setState('saving')
        const body = JSON.parse(now) as Draft
        const before = running.current ?? Promise.resolve()
        running.current = before
          .then(() => keep(emailId, body))
          .then((outcome) => {
            setState(says[outcome])
            setFailures((before) => (outcome === 'failed' ? before + 1 : 0))
            // Whose players and teams one has is known anew then, and the screen says what one may no longer.
            if (outcome === 'notAllowed') refresh({ mutate, cache }, 'GET /api/v1/playersAndTeams')
            if (outcome !== 'kept') return false
            setKept(now)
            refresh({ mutate, cache }, 'GET /rest-api/mail/team/getEmails/{orgUnitId}')
            return true
          })
      },
      Math.min(pause * 2 ** failures, longestPause),
    )
    return () => clearTimeout(timer)
  }, [emailId, now, unsaved, paused, failures, mutate, cache])
  return { state, unsaved, settled: async () => void (await running.current) }
}

const says = { kept: 'saved', refused: 'failed', failed: 'failed', notAllowed: 'notAllowed', sent: 'sent' } as const

/** What is refused as it stands is not tried again before it is changed. */
const keep = (emailId: string, { fileIds, ...written }: Draft): Promise<keyof typeof says> =>
  callApi(
    'PUT /rest-api/mail/email/{emailId}',
    { emailId, body: { ...written, fileIds: [...fileIds] } },
    { handles: ['failures', 'not_allowed'] },
  ).then(
    () => 'kept',
    (error: unknown) => {
      if (!(error instanceof ApiProblem) || error.status < 400 || error.status >= 500 || error.status === 429)
        return 'failed'
      if (error.code === 'not_allowed') return 'notAllowed'
      return error.code === 'email_sent' ? 'sent' : 'refused'
    },
  )

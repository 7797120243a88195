import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isEmptyText } from '#shared/rules/richText.ts'
import { ApiProblem, callApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { refresh } from '../shell/useSave.ts'
import type { Written } from './email.ts'

/** So long after the last key, in milliseconds. */
const pause = 1500
/** What could not be kept is tried again after a time that doubles up to this one. */
const longestPause = 30_000

/** What is kept: what is written, and which files go with it. */
type Draft = Written & { fileIds: readonly string[] }
/** `revision` is that of the draft as it was read, or kept last; none before it is there. `noted`: it has a new one. */
type Options = {
  begun: Draft
  isNew: boolean
  paused: boolean
  revision: number | undefined
  noted: (revision: number) => void
}

/**
 * Keeps what is being written as a draft, by itself, whenever one pauses. Nothing is kept of what nobody has written at, nor
 * once it is sent; what is emptied after it was kept is kept as empty. Where the draft was `changed` in another tab meanwhile,
 * nothing is kept until its writer has chosen. `settled` waits for what is under way, so that a draft never comes after the email itself.
 */
export function useDraft(emailId: string, written: Draft, { begun, isNew, paused, ...options }: Options) {
  const { mutate, cache } = useSWRConfig()
  const now = JSON.stringify(written)
  const [kept, setKept] = useState(() => (isNew ? '' : JSON.stringify(begun)))
  const [state, setState] = useState<(typeof says)[keyof typeof says] | 'idle' | 'saving'>('idle')
  const [failures, setFailures] = useState(0)
  const running = useRef<Promise<unknown>>(undefined)
  const upon = useRef(options.revision)
  useEffect(() => void (upon.current = options.revision), [options.revision])
  /** What may have been kept, though no answer came. */
  const inDoubt = useRef<Draft>(undefined)
  const isUntouched = now === JSON.stringify(begun)
  const isNothing = written.subject.trim() === '' && isEmptyText(written.content) && written.fileIds.length === 0
  const isWritten = !isNothing && !(isNew && isUntouched)
  const unsaved = now !== kept && (isWritten || kept !== '')
  const isChanged = state === 'changed'
  const keep = useEffectEvent(async (body: Draft): Promise<keyof typeof says> => {
    const before = inDoubt.current
    inDoubt.current = body
    // The same again is told what stands: only then is it known upon what to keep the next.
    if (before && !same(before, body)) {
      const first = await put(emailId, before, upon.current)
      if (first.outcome === 'failed' || first.outcome === 'changed') {
        inDoubt.current = before
        return first.outcome
      }
      upon.current = first.revision ?? upon.current
    }
    const { outcome, revision } = await put(emailId, body, upon.current)
    if (outcome !== 'failed') inDoubt.current = undefined
    if (revision !== undefined) {
      upon.current = revision
      options.noted(revision)
    }
    return outcome
  })
  useEffect(() => {
    if (!unsaved || paused || isChanged) return
    const timer = setTimeout(
      () => {
        setState('saving')
        const body = JSON.parse(now) as Draft
        const before = running.current ?? Promise.resolve()
        running.current = before
          .then(() => keep(body))
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
  }, [now, unsaved, paused, isChanged, failures, mutate, cache])
  return {
    state,
    unsaved,
    settled: async () => void (await running.current),
    revision: () => upon.current,
    /** It was found to have been changed elsewhere. */
    meetChange: () => setState('changed'),
    /** Keeps what is written here over what stands. */
    keepMine() {
      upon.current = undefined
      inDoubt.current = undefined
      // What stands is another text, also where this one was kept before it.
      setKept('theirs')
      setState('idle')
    },
  }
}

const says = {
  kept: 'saved',
  refused: 'failed',
  failed: 'failed',
  notAllowed: 'notAllowed',
  changed: 'changed',
  sent: 'sent',
  harmful: 'harmful',
} as const
const codes: Record<string, keyof typeof says> = {
  not_allowed: 'notAllowed',
  conflict: 'changed',
  email_sent: 'sent',
  file_harmful: 'harmful',
}
const same = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b)

type Put = { outcome: keyof typeof says; revision?: number }
/** What is refused as it stands is not tried again before it is changed. */
const put = (emailId: string, { fileIds, ...written }: Draft, revision: number | undefined): Promise<Put> =>
  callApi(
    'PUT /rest-api/mail/email/{emailId}',
    { emailId, body: { ...written, fileIds: [...fileIds], ...(revision !== undefined && { revision }) } },
    { handles: ['failures', 'not_allowed'] },
  ).then(
    ({ revision }): Put => ({ outcome: 'kept', revision }),
    (error: unknown): Put => {
      if (!(error instanceof ApiProblem) || isTransient(error)) return { outcome: 'failed' }
      return { outcome: codes[error.code] ?? 'refused' }
    },
  )

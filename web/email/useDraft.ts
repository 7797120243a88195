import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isEmptyText } from '#shared/rules/richText.ts'
import { ApiProblem, callApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { refresh } from '../shell/useSave.ts'
import type { Written } from './email.ts'

/** Debounce after the last key, in milliseconds. */
const pause = 1500
/** Failed saves are retried with a delay that doubles up to this, in milliseconds. */
const longestPause = 30_000

/** What is saved: the text, and the ids of its files. */
type Draft = Written & { fileIds: readonly string[] }
/** `revision` is the draft's as last read or saved, undefined before the first save. `noted` is called with each new one. */
type Options = {
  begun: Draft
  isNew: boolean
  paused: boolean
  revision: number | undefined
  noted: (revision: number) => void
}

/**
 * Saves the text as a draft whenever typing pauses. Nothing is saved before the author has changed something, nor after
 * sending; text that is emptied after a save is saved as empty. If the draft was `changed` in another tab, saving stops until
 * the author has chosen a version. `settled` waits for a running save, so that no draft arrives after the email itself.
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
  /** A save that got no response and may have arrived. */
  const inDoubt = useRef<Draft>(undefined)
  const isUntouched = now === JSON.stringify(begun)
  const isNothing = written.subject.trim() === '' && isEmptyText(written.content) && written.fileIds.length === 0
  const isWritten = !isNothing && !(isNew && isUntouched)
  const unsaved = now !== kept && (isWritten || kept !== '')
  const isChanged = state === 'changed'
  const keep = useEffectEvent(async (body: Draft): Promise<keyof typeof says> => {
    const before = inDoubt.current
    inDoubt.current = body
    // Repeats a save that is in doubt first: its response has the revision that the next save must be based on.
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
            // Reading the user's teams again shows what they may no longer do.
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
    /** The draft was found to have been changed elsewhere. */
    meetChange: () => setState('changed'),
    /** Overwrites the saved draft with what is written here. */
    keepMine() {
      upon.current = undefined
      inDoubt.current = undefined
      // The saved text is another one, even if this text was saved before it.
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
/** A draft that was refused is not sent again before it changes. */
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

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isEmptyText } from '#shared/rules/richText.ts'
import { ApiProblem, callApi } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { refresh } from '../shell/useSave.ts'
import type { EmailContent } from './email.ts'

/** Debounce after the last key, in milliseconds. */
const debounceTime = 1500
/** Failed saves are retried with a delay that doubles up to this, in milliseconds. */
const maxRetryDelay = 30_000

/** What is saved: the text, and the ids of its files. */
type Draft = EmailContent & { fileIds: readonly string[] }
/** `revision` is the draft's as last read or saved, undefined before the first save. `onRevision` is called with each new one. */
type Options = {
  initialDraft: Draft
  isNew: boolean
  paused: boolean
  revision: number | undefined
  onRevision: (revision: number) => void
}

/**
 * Saves the text as a draft whenever typing pauses. Nothing is saved before the author has changed something, nor after
 * sending; text that is emptied after a save is saved as empty. If the draft was `changed` in another tab, saving stops until
 * the author has chosen a version. `settled` waits for a running save, so that no draft arrives after the email itself.
 */
export function useDraft(emailId: string, written: Draft, { initialDraft, isNew, paused, ...options }: Options) {
  const { mutate, cache } = useSWRConfig()
  const currentText = JSON.stringify(written)
  const [savedText, setSavedText] = useState(() => (isNew ? '' : JSON.stringify(initialDraft)))
  const [state, setState] = useState<(typeof stateByOutcome)[keyof typeof stateByOutcome] | 'idle' | 'saving'>('idle')
  const [failures, setFailures] = useState(0)
  const runningSave = useRef<Promise<unknown>>(undefined)
  const baseRevision = useRef(options.revision)
  useEffect(() => void (baseRevision.current = options.revision), [options.revision])
  /** A save that got no response and may have arrived. */
  const unconfirmed = useRef<Draft>(undefined)
  const isUntouched = currentText === JSON.stringify(initialDraft)
  const isBlank = written.subject.trim() === '' && isEmptyText(written.content) && written.fileIds.length === 0
  const hasContent = !isBlank && !(isNew && isUntouched)
  const isUnsaved = currentText !== savedText && (hasContent || savedText !== '')
  const isChanged = state === 'changed'
  const saveDraft = useEffectEvent(async (body: Draft): Promise<keyof typeof stateByOutcome> => {
    const unconfirmedDraft = unconfirmed.current
    unconfirmed.current = body
    // Repeats a save that is in doubt first: its response has the revision that the next save must be based on.
    if (unconfirmedDraft && !isSameDraft(unconfirmedDraft, body)) {
      const firstResult = await sendDraft(emailId, unconfirmedDraft, baseRevision.current)
      if (firstResult.outcome === 'failed' || firstResult.outcome === 'changed') {
        unconfirmed.current = unconfirmedDraft
        return firstResult.outcome
      }
      baseRevision.current = firstResult.revision ?? baseRevision.current
    }
    const { outcome, revision } = await sendDraft(emailId, body, baseRevision.current)
    if (outcome !== 'failed') unconfirmed.current = undefined
    if (revision !== undefined) {
      baseRevision.current = revision
      options.onRevision(revision)
    }
    return outcome
  })
  useEffect(() => {
    if (!isUnsaved || paused || isChanged) return
    const timer = setTimeout(
      () => {
        setState('saving')
        const body = JSON.parse(currentText) as Draft
        const runningNow = runningSave.current ?? Promise.resolve()
        runningSave.current = runningNow
          .then(() => saveDraft(body))
          .then((outcome) => {
            setState(stateByOutcome[outcome])
            setFailures((count) => (outcome === 'failed' ? count + 1 : 0))
            // Reading the user's teams again shows what they may no longer do.
            if (outcome === 'notAllowed') refresh({ mutate, cache }, 'GET /api/v1/playersAndTeams')
            if (outcome !== 'kept') return false
            setSavedText(currentText)
            refresh({ mutate, cache }, 'GET /rest-api/mail/team/getEmails/{orgUnitId}')
            return true
          })
      },
      Math.min(debounceTime * 2 ** failures, maxRetryDelay),
    )
    return () => clearTimeout(timer)
  }, [currentText, isUnsaved, paused, isChanged, failures, mutate, cache])
  return {
    state,
    isUnsaved,
    settled: async () => void (await runningSave.current),
    revision: () => baseRevision.current,
    /** The draft was found to have been changed elsewhere. */
    meetChange: () => setState('changed'),
    /** Overwrites the saved draft with what is written here. */
    keepMine() {
      baseRevision.current = undefined
      unconfirmed.current = undefined
      // The saved text is another one, even if this text was saved before it.
      setSavedText('theirs')
      setState('idle')
    },
  }
}

const stateByOutcome = {
  kept: 'saved',
  refused: 'failed',
  failed: 'failed',
  notAllowed: 'notAllowed',
  changed: 'changed',
  sent: 'sent',
  harmful: 'harmful',
} as const
const outcomeByCode: Record<string, keyof typeof stateByOutcome> = {
  not_allowed: 'notAllowed',
  conflict: 'changed',
  email_sent: 'sent',
  file_harmful: 'harmful',
}
const isSameDraft = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b)

type SaveResult = { outcome: keyof typeof stateByOutcome; revision?: number }
/** A draft that was refused is not sent again before it changes. */
const sendDraft = (
  emailId: string,
  { fileIds, ...written }: Draft,
  revision: number | undefined,
): Promise<SaveResult> =>
  callApi(
    'PUT /rest-api/mail/email/{emailId}',
    { emailId, body: { ...written, fileIds: [...fileIds], ...(revision !== undefined && { revision }) } },
    { handles: ['failures', 'not_allowed'] },
  ).then(
    ({ revision }): SaveResult => ({ outcome: 'kept', revision }),
    (error: unknown): SaveResult => {
      if (!(error instanceof ApiProblem) || isTransient(error)) return { outcome: 'failed' }
      return { outcome: outcomeByCode[error.code] ?? 'refused' }
    },
  )

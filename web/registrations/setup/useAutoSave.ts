import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { draftFaults, type Setup } from '#shared/rules/registrations/registration.ts'
import { ApiProblem, cacheKey, callApi } from '../../api.ts'
import { isRetryable } from '../../api/problem.ts'
import { problemText } from '../../i18n.ts'
import type { Details } from '../answers.ts'
import {
  findEmptied,
  findFaults,
  type NumberName,
  toSetup,
  type SetupValues,
  toSetupValues,
  findUnfinished,
} from './setupValues.ts'

const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
/** Debounce after the last key, and delay before a failed save is retried, in milliseconds. */
const saveDelay = 800
const retryDelay = 20_000

export type AutoSaveState = {
  state: 'kept' | 'keeping' | 'typing' | 'unkept' | 'merged' | 'emptied' | 'unfinished'
  why?: string
  /** It is retried automatically, since that may help. */
  willRetry?: boolean
}

/**
 * Saves the setup automatically: debounced while typing, at once when the page is left or the connection returns. On a conflict
 * it reads the other version and applies what was typed here to it. `leftFields`: the number fields that have lost focus
 * since they were changed.
 */
export function useAutoSave(details: Details, values: SetupValues, leftFields: ReadonlySet<NumberName>) {
  const { mutate } = useSWRConfig()
  const [saveState, setSaveState] = useState<AutoSaveState>({ state: 'kept' })
  const latest = useRef({ details, values, left: leftFields })
  useEffect(() => {
    latest.current = { details, values, left: leftFields }
  })
  const wasMerged = useRef(false)
  const running = useRef<Promise<void>>(undefined)
  const { registrationId } = details

  const sendChanges = useCallback(
    async (keepalive: boolean): Promise<void> => {
      const { details: current, values: currentValues, left: currentLeftFields } = latest.current
      const body = findChanges(current, currentValues, currentLeftFields)
      if (Object.keys(body).length === 0)
        // The unsaved change was undone by hand.
        return setSaveState((previous) => (previous.state === 'unkept' ? { state: 'kept' } : previous))
      const key = cacheKey(DETAILS, { registrationId })
      setSaveState({ state: 'keeping' })
      try {
        const saved = await callApi(
          'PATCH /rest-api/registration/setup/{registrationId}',
          { registrationId, body: { ...body, revision: current.revision } },
          { handles: ['failures', 'not_allowed'], keepalive },
        )
        await mutate(key, (cached?: Details) => cached && { ...cached, ...saved }, { revalidate: false })
        setSaveState({ state: wasMerged.current ? 'merged' : 'kept' })
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (error.code === 'conflict') {
          // Untouched fields take the other version's values; the rest is saved on top of it.
          await mutate(key)
          wasMerged.current = true
          setSaveState({ state: 'merged' })
        } else setSaveState({ state: 'unkept', why: problemText(error), willRetry: isRetryable(error) })
      }
    },
    [registrationId, mutate],
  )
  /** One save at a time: each is based on the revision of the previous one. */
  const save = useCallback(
    (keepalive = false): Promise<void> => {
      const nextSave = (running.current ?? Promise.resolve()).then(() => sendChanges(keepalive))
      running.current = nextSave
      return nextSave
    },
    [sendChanges],
  )

  const changes = findChanges(details, values, leftFields)
  const hasUnsaved = Object.keys(changes).length > 0
  // A new revision of the setup triggers another save of what is still typed.
  const unsavedKey = hasUnsaved ? JSON.stringify([details.revision, changes]) : ''
  useEffect(() => {
    if (unsavedKey === '') return undefined
    const timer = setTimeout(() => void save(), saveDelay)
    return () => clearTimeout(timer)
  }, [unsavedKey, save])
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && void save(true)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      void save()
    }
  }, [save])
  useEffect(() => {
    if (saveState.willRetry !== true) return undefined
    const retry = () => void save()
    const timer = setTimeout(retry, retryDelay)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [saveState, save])
  if (saveState.state !== 'kept') return { keeping: saveState, keep: save }
  return { keeping: hasUnsaved ? { state: 'typing' as const } : findHeldBack(values, details, leftFields), keep: save }
}

/** Fields that are not saved automatically although everything else is. */
function findHeldBack(values: SetupValues, details: Details, leftFields: ReadonlySet<NumberName>): AutoSaveState {
  if (findEmptied(values, details).length > 0) return { state: 'emptied' }
  return { state: findUnfinished(values, details, leftFields).length > 0 ? 'unfinished' : 'kept' }
}

/** What differs from the saved setup, without faulty fields and those held back. */
function findChanges(details: Details, typed: SetupValues, leftFields: ReadonlySet<NumberName>): Partial<Setup> {
  const faults = findFaults(typed, { details, now: new Date().toISOString() }, draftFaults)
  const savable = { ...typed }
  const savedValues = toSetupValues(details.setup)
  const heldNames = [...findEmptied(typed, details), ...findUnfinished(typed, details, leftFields)]
  for (const name of heldNames) Object.assign(savable, { [name]: savedValues[name] })
  for (const [name, fault] of Object.entries(faults))
    if (fault && name in savable) Object.assign(savable, { [name]: savedValues[name as keyof SetupValues] })
  if (heldNames.includes('early') || (faults['early'] ?? faults['earlyUntil']))
    Object.assign(savable, { early: savedValues.early, earlyUntil: savedValues.earlyUntil })
  const setup = toSetup(savable, details.setup)
  return Object.fromEntries(
    Object.entries(setup).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(details.setup[name as keyof Setup]),
    ),
  ) as Partial<Setup>
}

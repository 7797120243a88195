import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { draftFaults, type Setup } from '#shared/rules/registrations/registration.ts'
import { ApiProblem, cacheKey, callApi } from '../../api.ts'
import { isRetryable } from '../../api/problem.ts'
import { problemText } from '../../i18n.ts'
import type { Details } from '../answers.ts'
import { emptiedIn, faultsOf, type NumberName, setupOf, type Typed, typedOf, unfinishedIn } from './typedSetup.ts'

const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
/** Debounce after the last key, and delay before a failed save is retried, in milliseconds. */
const pause = 800
const retryAfter = 20_000

export type Keeping = {
  state: 'kept' | 'keeping' | 'typing' | 'unkept' | 'merged' | 'emptied' | 'unfinished'
  why?: string
  /** It is retried automatically, since that may help. */
  again?: boolean
}

/**
 * Saves the setup automatically: debounced while typing, at once when the page is left or the connection returns. On a conflict
 * it reads the other version and applies what was typed here to it. `left`: the number fields that have lost focus since they
 * were changed.
 */
export function useAutoSave(details: Details, values: Typed, left: ReadonlySet<NumberName>) {
  const { mutate } = useSWRConfig()
  const [keeping, setKeeping] = useState<Keeping>({ state: 'kept' })
  const latest = useRef({ details, values, left })
  useEffect(() => {
    latest.current = { details, values, left }
  })
  const merged = useRef(false)
  const running = useRef<Promise<void>>(undefined)
  const { registrationId } = details

  const send = useCallback(
    async (keepalive: boolean): Promise<void> => {
      const { details: stands, values: typed, left: done } = latest.current
      const body = changedIn(stands, typed, done)
      if (Object.keys(body).length === 0)
        // The unsaved change was undone by hand.
        return setKeeping((before) => (before.state === 'unkept' ? { state: 'kept' } : before))
      const key = cacheKey(DETAILS, { registrationId })
      setKeeping({ state: 'keeping' })
      try {
        const kept = await callApi(
          'PATCH /rest-api/registration/setup/{registrationId}',
          { registrationId, body: { ...body, revision: stands.revision } },
          { handles: ['failures', 'not_allowed'], keepalive },
        )
        await mutate(key, (known?: Details) => known && { ...known, ...kept }, { revalidate: false })
        setKeeping({ state: merged.current ? 'merged' : 'kept' })
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (error.code === 'conflict') {
          // Untouched fields take the other version's values; the rest is saved on top of it.
          await mutate(key)
          merged.current = true
          setKeeping({ state: 'merged' })
        } else setKeeping({ state: 'unkept', why: problemText(error), again: isRetryable(error) })
      }
    },
    [registrationId, mutate],
  )
  /** One save at a time: each is based on the revision of the previous one. */
  const keep = useCallback(
    (keepalive = false): Promise<void> => {
      const next = (running.current ?? Promise.resolve()).then(() => send(keepalive))
      running.current = next
      return next
    },
    [send],
  )

  const changed = changedIn(details, values, left)
  const isWaiting = Object.keys(changed).length > 0
  // A new revision of the setup triggers another save of what is still typed.
  const waiting = isWaiting ? JSON.stringify([details.revision, changed]) : ''
  useEffect(() => {
    if (waiting === '') return undefined
    const timer = setTimeout(() => void keep(), pause)
    return () => clearTimeout(timer)
  }, [waiting, keep])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && void keep(true)
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      void keep()
    }
  }, [keep])
  useEffect(() => {
    if (keeping.again !== true) return undefined
    const again = () => void keep()
    const timer = setTimeout(again, retryAfter)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [keeping, keep])
  if (keeping.state !== 'kept') return { keeping, keep }
  return { keeping: isWaiting ? { state: 'typing' as const } : heldBack(values, details, left), keep }
}

/** Fields that are not saved automatically although everything else is. */
function heldBack(values: Typed, details: Details, left: ReadonlySet<NumberName>): Keeping {
  if (emptiedIn(values, details).length > 0) return { state: 'emptied' }
  return { state: unfinishedIn(values, details, left).length > 0 ? 'unfinished' : 'kept' }
}

/** What differs from the saved setup, without faulty fields and those held back. */
function changedIn(details: Details, typed: Typed, left: ReadonlySet<NumberName>): Partial<Setup> {
  const wrong = faultsOf(typed, { details, now: new Date().toISOString() }, draftFaults)
  const right = { ...typed }
  const stands = typedOf(details.setup)
  const held = [...emptiedIn(typed, details), ...unfinishedIn(typed, details, left)]
  for (const name of held) Object.assign(right, { [name]: stands[name] })
  for (const [name, fault] of Object.entries(wrong))
    if (fault && name in right) Object.assign(right, { [name]: stands[name as keyof Typed] })
  if (held.includes('early') || (wrong['early'] ?? wrong['earlyUntil']))
    Object.assign(right, { early: stands.early, earlyUntil: stands.earlyUntil })
  const setup = setupOf(right, details.setup)
  return Object.fromEntries(
    Object.entries(setup).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(details.setup[name as keyof Setup]),
    ),
  ) as Partial<Setup>
}

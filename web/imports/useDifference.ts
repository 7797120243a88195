import { useEffect, useState } from 'react'
import type { Fixture } from '#shared/rules/fixtures.ts'
import { ApiProblem } from '../api.ts'
import { type Difference, compareWithCalendar } from './compareWithCalendar.ts'

type Read = { fixtures: readonly Fixture[]; difference?: Difference; error?: ApiProblem }

/** Debounce for edits, in milliseconds; a retry runs at once. */
const debounceTime = 300

/** The difference between a list and the calendar, read again whenever the fixtures change. */
export function useDifference(orgUnitId: string, fixtures: readonly Fixture[] | undefined) {
  const [read, setRead] = useState<Read>()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (!fixtures || fixtures.length === 0) return
    let isCurrent = true
    const timer = setTimeout(
      () => {
        compareWithCalendar(orgUnitId, fixtures, new Date().toISOString()).then(
          (difference) => isCurrent && setRead({ fixtures, difference }),
          (error: unknown) => {
            if (!(error instanceof ApiProblem)) throw error
            if (isCurrent) setRead({ fixtures, error })
          },
        )
      },
      attempts > 0 ? 0 : debounceTime,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [orgUnitId, fixtures, attempts])
  const current = read && read.fixtures === fixtures ? read : undefined
  return {
    difference: current?.difference,
    error: current?.error,
    retry: () => setAttempts((count) => count + 1),
  }
}

import { useEffect, useState } from 'react'
import type { Fixture } from '#shared/rules/fixtures.ts'
import { ApiProblem } from '../api.ts'
import { type Difference, differenceOf } from './standing.ts'

type Read = { of: readonly Fixture[]; difference?: Difference; error?: ApiProblem }

/** Debounce for edits, in milliseconds; a retry runs at once. */
const pause = 300

/** The difference between a list and the calendar, read again whenever the fixtures change. */
export function useDifference(orgUnitId: string, fixtures: readonly Fixture[] | undefined) {
  const [read, setRead] = useState<Read>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!fixtures || fixtures.length === 0) return
    let asked = true
    const timer = setTimeout(
      () => {
        differenceOf(orgUnitId, fixtures, new Date().toISOString()).then(
          (difference) => asked && setRead({ of: fixtures, difference }),
          (error: unknown) => {
            if (!(error instanceof ApiProblem)) throw error
            if (asked) setRead({ of: fixtures, error })
          },
        )
      },
      tries > 0 ? 0 : pause,
    )
    return () => {
      asked = false
      clearTimeout(timer)
    }
  }, [orgUnitId, fixtures, tries])
  const current = read && read.of === fixtures ? read : undefined
  return {
    difference: current?.difference,
    error: current?.error,
    retry: () => setTries((count) => count + 1),
  }
}

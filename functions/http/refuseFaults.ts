import { faultAt, Problem } from '#shared/problems.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'

/** Refuses what a rule finds wrong, each value at its place; for rules that need more than what was sent. */
export function refuseFaults(faults: ValueFaults): void {
  const found = Object.entries(faults).flatMap(([at, fault]) =>
    fault ? [faultAt(at, fault.code, fault.limit === undefined ? {} : { limit: fault.limit })] : [],
  )
  if (found.length > 0) throw new Problem('bad_request', found)
}

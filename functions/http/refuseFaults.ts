import { faultAt, Problem } from '#shared/problems.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'

/** Throws `bad_request` with a rule's faults, each at its field; for rules that need more than the request. */
export function refuseFaults(faults: ValueFaults): void {
  const found = Object.entries(faults).flatMap(([at, fault]) =>
    fault ? [faultAt(at, fault.code, fault.limit === undefined ? {} : { limit: fault.limit })] : [],
  )
  if (found.length > 0) throw new Problem('bad_request', found)
}

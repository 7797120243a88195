import { faultAt, Problem } from '#shared/problems.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'

/** Throws `bad_request` with the faults that a rule has found, by path; for rules that need more than the request itself. */
export function refuseFaults(faults: ValueFaults): void {
  const foundFaults = Object.entries(faults).flatMap(([at, fault]) => (fault ? [faultAt(at, fault.code, fault)] : []))
  if (foundFaults.length > 0) throw new Problem('bad_request', foundFaults)
}

import type { Watch } from '#scripts/local/services/watch.ts'

type Contract<Asked> = { faultsOf: (asked: Asked) => string[]; faultsOfEvent: (event: object) => string[] }

/** Checks requests to a stand-in, its responses and its events against the provider’s contract, and collects the mismatches. */
export function contractChecker<Asked>({
  faultsOf,
  faultsOfEvent,
}: Contract<Asked>): Watch<Asked> & { faults: Set<string> } {
  const faults = new Set<string>()
  const keep = (found: string[]) => {
    for (const fault of found) faults.add(fault)
    return found
  }
  return { faults, call: (asked) => keep(faultsOf(asked)), event: (event) => void keep(faultsOfEvent(event)) }
}

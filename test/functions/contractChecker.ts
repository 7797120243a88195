import type { Watch } from '#scripts/local/services/watch.ts'

type Contract<Asked> = { faultsOf: (request: Asked) => string[]; faultsOfEvent: (event: object) => string[] }

/** Checks requests to a stand-in, its responses and its events against the provider’s contract, and collects the mismatches. */
export function contractChecker<Asked>({
  faultsOf,
  faultsOfEvent,
}: Contract<Asked>): Watch<Asked> & { faults: Set<string> } {
  const faults = new Set<string>()
  const addFaults = (newFaults: string[]) => {
    for (const fault of newFaults) faults.add(fault)
    return newFaults
  }
  return { faults, call: (asked) => addFaults(faultsOf(asked)), event: (event) => void addFaults(faultsOfEvent(event)) }
}

import type { Watch } from '#scripts/local/services/watch.ts'

type Contract<Asked> = { faultsOf: (asked: Asked) => string[]; faultsOfEvent: (event: object) => string[] }

/** Holds what is asked of a stand-in, what it answers and what it sends against a provider’s contract, and keeps what does not agree. */
export function heldTo<Asked>({ faultsOf, faultsOfEvent }: Contract<Asked>): Watch<Asked> & { faults: Set<string> } {
  const faults = new Set<string>()
  const keep = (found: string[]) => {
    for (const fault of found) faults.add(fault)
    return found
  }
  return { faults, call: (asked) => keep(faultsOf(asked)), event: (event) => void keep(faultsOfEvent(event)) }
}

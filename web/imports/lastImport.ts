import { names, keepItem, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'
import type { Done } from './acts.ts'

/** What the last import into a calendar has done, on this device: so that it can be undone after the page was left. */
const nameOf = (orgUnitId: string) => `${names.personal}${signedInUser() ?? ''}.import.${orgUnitId}`

export type LastImport = {
  done: readonly Done[]
  /** The events that it has not come to: whoever takes the list again goes on with it. */
  left: readonly string[]
}

export function readLast(orgUnitId: string): LastImport {
  try {
    const kept = JSON.parse(readItem(nameOf(orgUnitId)) ?? '{}') as Partial<LastImport>
    return { done: kept.done ?? [], left: kept.left ?? [] }
  } catch {
    return { done: [], left: [] }
  }
}

export const keepLast = (orgUnitId: string, last: LastImport): void => keepItem(nameOf(orgUnitId), JSON.stringify(last))

/** With what has begun, or is done: an event that came twice is undone as far as it was before both. */
export function withDone(all: readonly Done[], next: Done): Done[] {
  const done = all.filter(({ eventId, begun }) => !begun || eventId !== next.eventId)
  const before = done.find(({ eventId }) => eventId === next.eventId)
  if (before && !next.begun && next.did !== 'changed' && before.did === next.did) return done
  if (!before || next.begun || next.did !== 'changed' || before.did === 'removed') return [...done, next]
  const both = before.did === 'added' ? before : { ...next, before: before.before }
  return done.map((each) => (each === before ? both : each))
}

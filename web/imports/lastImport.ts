import { names, writeItem, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'
import type { Done } from './acts.ts'

/** The last import into a calendar is stored on the device, so that it can be undone after leaving the page. */
const nameOf = (orgUnitId: string) => `${names.personal}${signedInUser() ?? ''}.import.${orgUnitId}`

export type LastImport = {
  done: readonly Done[]
  /** Events that it did not get to: importing the list again continues with them. */
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

export const keepLast = (orgUnitId: string, last: LastImport): void =>
  writeItem(nameOf(orgUnitId), JSON.stringify(last))

/**
 * Adds an action that was begun or done. Two actions on one event are merged, so that undo returns to the state before both.
 */
export function withDone(all: readonly Done[], next: Done): Done[] {
  const done = all.filter(({ eventId, begun }) => !begun || eventId !== next.eventId)
  const before = done.find(({ eventId }) => eventId === next.eventId)
  if (before && !next.begun && next.did !== 'changed' && before.did === next.did) return done
  if (!before || next.begun || next.did !== 'changed' || before.did === 'removed') return [...done, next]
  const both = before.did === 'added' ? before : { ...next, before: before.before }
  return done.map((each) => (each === before ? both : each))
}

import { names, writeItem, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'
import type { CompletedAction } from './actions.ts'

/** The last import into a calendar is stored on the device, so that it can be undone after leaving the page. */
const nameOf = (orgUnitId: string) => `${names.personal}${signedInUser() ?? ''}.import.${orgUnitId}`

export type LastImport = {
  done: readonly CompletedAction[]
  /** Events that it did not get to: importing the list again continues with them. */
  left: readonly string[]
}

export function readLastImport(orgUnitId: string): LastImport {
  try {
    const stored = JSON.parse(readItem(nameOf(orgUnitId)) ?? '{}') as Partial<LastImport>
    return { done: stored.done ?? [], left: stored.left ?? [] }
  } catch {
    return { done: [], left: [] }
  }
}

export const storeLastImport = (orgUnitId: string, lastImport: LastImport): void =>
  writeItem(nameOf(orgUnitId), JSON.stringify(lastImport))

/**
 * Adds an action that was begun or done. Two actions on one event are merged, so that undo returns to the state before both.
 */
export function addAction(actions: readonly CompletedAction[], next: CompletedAction): CompletedAction[] {
  const others = actions.filter(({ eventId, begun }) => !begun || eventId !== next.eventId)
  const earlier = others.find(({ eventId }) => eventId === next.eventId)
  if (earlier && !next.begun && next.did !== 'changed' && earlier.did === next.did) return others
  if (!earlier || next.begun || next.did !== 'changed' || earlier.did === 'removed') return [...others, next]
  const merged: CompletedAction =
    earlier.did === 'added' ? earlier : { ...next, previousContent: earlier.previousContent }
  return others.map((each) => (each === earlier ? merged : each))
}

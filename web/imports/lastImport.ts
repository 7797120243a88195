import { names, keepItem, readItem } from '../session/stored.ts'
import { signedInUser } from '../session/tokens.ts'
import type { Done } from './perform.ts'

/** What the last import into a calendar has done, on this device: so that it can be undone after the page was left. */
const nameOf = (orgUnitId: string) => `${names.personal}${signedInUser() ?? ''}.import.${orgUnitId}`

export function readLast(orgUnitId: string): readonly Done[] {
  try {
    const kept: unknown = JSON.parse(readItem(nameOf(orgUnitId)) ?? '[]')
    return Array.isArray(kept) ? (kept as Done[]) : []
  } catch {
    return []
  }
}

export const keepLast = (orgUnitId: string, done: readonly Done[]): void =>
  keepItem(nameOf(orgUnitId), JSON.stringify(done))

import { AsyncLocalStorage } from 'node:async_hooks'
import { alphabet, partLength } from '#shared/ids.ts'
import { type Can, isAboutSubject, staffRoles } from '#shared/permissions.ts'

/**
 * A firewall between clubs: records every key that a request asks the table for, and the keys of all query results. Every club
 * named in a key of a successful request must be one of the caller's own, as stored in the table. Routes open to non-members may
 * also reach the club that they name.
 */
type Asking = { as: string | undefined; keys: string[]; own: Set<string> }
const asking = new AsyncLocalStorage<Asking>()
const club = new RegExp(`(?<![\\w.-])o[${alphabet}]{${partLength}}(?![\\w])|(?<=-)o[${alphabet}]{${partLength}}$`, 'g')
const clubsIn = (text: string): string[] => text.match(club) ?? []

/** Records requested keys while a request is running. */
export const recordKeys = (keys: readonly string[]): void => void asking.getStore()?.keys.push(...keys)

const written = new Set<string>()
/** Records partitions that may have been written to. */
export const recordWrites = (partitions: readonly string[]): void => partitions.forEach((pk) => written.add(pk))
/** Partitions that may have been written to by anyone since the last call. */
export function drainWrittenPartitions(): string[] {
  const all = [...written]
  written.clear()
  return all
}

/** Items read from the caller's own partition tell which clubs are the caller's. */
export function recordOwnClubs(pk: string | undefined, items: unknown): void {
  const store = asking.getStore()
  if (store?.as !== undefined && pk === `USER#${store.as}`)
    for (const id of clubsIn(JSON.stringify(items) ?? '')) store.own.add(id)
}

/** Runs work and returns its result with the keys it asked for. */
export async function keysTouchedBy<T>(work: () => Promise<T>): Promise<{ given: T; keys: string[] }> {
  const noted: Asking = { as: undefined, keys: [], own: new Set() }
  const given = await asking.run(noted, work)
  return { given, keys: noted.keys }
}

const seen = { touches: 0, violations: [] as string[] }
/** Number of keys checked against the caller's clubs since the last call. */
export function drainCheckedKeyCount(): number {
  const { touches } = seen
  seen.touches = 0
  return touches
}
/** Keys of other clubs that were touched since the last call. */
export const drainViolations = (): string[] => seen.violations.splice(0)

type ClubRequest = { key: string; can: Can; as: string | undefined; groups: readonly string[]; sent: unknown }

/** Runs a request; `answered` tells whether it succeeded. Staff requests may span clubs. */
export async function withinClub<T>(
  { key, can, as, groups, sent }: ClubRequest,
  work: () => Promise<T>,
  answered: (of: T) => boolean,
) {
  const named = clubsIn(JSON.stringify(sent) ?? '')
  const own = new Set([...clubsIn(as ?? ''), ...(isAboutSubject(can) ? [] : named)])
  const asked: Asking = { as, keys: [], own }
  const answer = await asking.run(asked, work)
  if (!answered(answer)) return answer
  const isStaff = groups.some((group) => staffRoles.some((role) => role === group))
  if (isStaff || as === undefined) return answer
  // Counts only keys that are checked.
  seen.touches += asked.keys.length
  for (const each of asked.keys)
    if (clubsIn(each).some((id) => !own.has(id))) seen.violations.push(`${key} touches ${each}`)
  return answer
}

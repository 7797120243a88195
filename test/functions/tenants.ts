import { AsyncLocalStorage } from 'node:async_hooks'
import { alphabet, partLength } from '#shared/ids.ts'
import { type Can, isAboutSubject, staffRoles } from '#shared/permissions.ts'

/**
 * A firewall between clubs: records every key that a request asks the table for, and the keys of all query results. Every club
 * named in a key of a successful request must be one of the caller's own, as stored in the table. Routes open to non-members may
 * also reach the club that they name.
 */
type TenantScope = { as: string | undefined; keys: string[]; ownClubs: Set<string> }
const currentScope = new AsyncLocalStorage<TenantScope>()
const club = new RegExp(`(?<![\\w.-])o[${alphabet}]{${partLength}}(?![\\w])|(?<=-)o[${alphabet}]{${partLength}}$`, 'g')
const clubsIn = (text: string): string[] => text.match(club) ?? []

/** Records requested keys while a request is running. */
export const recordKeys = (keys: readonly string[]): void => void currentScope.getStore()?.keys.push(...keys)

const writtenPartitions = new Set<string>()
/** Records partitions that may have been written to. */
export const recordWrites = (partitions: readonly string[]): void =>
  partitions.forEach((pk) => writtenPartitions.add(pk))
/** Partitions that may have been written to by anyone since the last call. */
export function drainWrittenPartitions(): string[] {
  const all = [...writtenPartitions]
  writtenPartitions.clear()
  return all
}

/** Items read from the caller's own partition tell which clubs are the caller's. */
export function recordOwnClubs(pk: string | undefined, items: unknown): void {
  const store = currentScope.getStore()
  if (store?.as !== undefined && pk === `USER#${store.as}`)
    for (const id of clubsIn(JSON.stringify(items) ?? '')) store.ownClubs.add(id)
}

/** Runs work and returns its result with the keys it asked for. */
export async function keysTouchedBy<T>(work: () => Promise<T>): Promise<{ value: T; keys: string[] }> {
  const scope: TenantScope = { as: undefined, keys: [], ownClubs: new Set() }
  const value = await currentScope.run(scope, work)
  return { value, keys: scope.keys }
}

const tally = { touches: 0, violations: [] as string[] }
/** Number of keys checked against the caller's clubs since the last call. */
export function drainCheckedKeyCount(): number {
  const { touches } = tally
  tally.touches = 0
  return touches
}
/** Keys of other clubs that were touched since the last call. */
export const drainViolations = (): string[] => tally.violations.splice(0)

type ClubRequest = { key: string; can: Can; as: string | undefined; groups: readonly string[]; sent: unknown }

/** Runs a request; `answered` tells whether it succeeded. Staff requests may span clubs. */
export async function withinClub<T>(
  { key, can, as, groups, sent }: ClubRequest,
  work: () => Promise<T>,
  answered: (of: T) => boolean,
) {
  const namedClubs = clubsIn(JSON.stringify(sent) ?? '')
  const ownClubs = new Set([...clubsIn(as ?? ''), ...(isAboutSubject(can) ? [] : namedClubs)])
  const scope: TenantScope = { as, keys: [], ownClubs }
  const answer = await currentScope.run(scope, work)
  if (!answered(answer)) return answer
  const isStaff = groups.some((group) => staffRoles.some((role) => role === group))
  if (isStaff || as === undefined) return answer
  // Counts only keys that are checked.
  tally.touches += scope.keys.length
  for (const each of scope.keys)
    if (clubsIn(each).some((id) => !ownClubs.has(id))) tally.violations.push(`${key} touches ${each}`)
  return answer
}

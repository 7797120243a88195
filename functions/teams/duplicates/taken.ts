import { Problem } from '#shared/problems.ts'
import { emailUsers } from '../../table/emailUsers.ts'
import { type Guardian, isAccessRevoked } from '../../table/guardians.ts'
import type { Merge } from '../../table/merges.ts'
import { profiles } from '../../table/profiles.ts'
import { isSame, type Side } from './sides.ts'

/** The addresses of the people whose access to either player the club has withdrawn. */
export type Barred = { keep: ReadonlySet<string>; gone: ReadonlySet<string> }

export async function barredOf(keep: Side, gone: Side): Promise<Barred> {
  const [ofKeep, ofGone] = await Promise.all([takenAt(keep.guardians), takenAt(gone.guardians)])
  return { keep: ofKeep, gone: ofGone }
}

/** The addresses of the people whose access to the kept player was withdrawn after the merge. */
export const barredSince = ({ gone }: Merge, { guardians }: Side): Promise<ReadonlySet<string>> =>
  takenAt(
    guardians.filter(
      (each) => !gone.guardians.some((was) => isSame(was, each) && was.accessTakenAt === each.accessTakenAt),
    ),
  )

/** The addresses that the club has on file, and all others of the same accounts. */
async function takenAt(guardians: readonly Guardian[]): Promise<ReadonlySet<string>> {
  const taken = guardians.flatMap((each) => (isAccessRevoked(each) && each.email !== undefined ? [each.email] : []))
  if (taken.length === 0) return new Set()
  const holders = await emailUsers.getMany(
    taken.map((email) => ({ email })),
    { consistent: true },
  )
  return new Set([...taken, ...(await knownBy(holders.flatMap((holder) => (holder ? [holder.userId] : []))))])
}

async function knownBy(userIds: readonly string[]): Promise<string[]> {
  const people = await profiles.getMany(
    userIds.map((userId) => ({ userId })),
    { consistent: true },
  )
  return (await Promise.all(people.flatMap((person) => (person ? [emailUsers.addressesOf(person)] : [])))).flat()
}

/**
 * The people whose access to one player was withdrawn and who are guardians of the other: a merge would give them back the withdrawn
 * access. They are compared by their addresses, including those of invitations.
 */
export async function refuseTaken(keep: Side, gone: Side, barred: Barred): Promise<void> {
  const found = await Promise.all([comesBack(keep, gone, barred.keep), comesBack(gone, keep, barred.gone)])
  if (found.includes(true)) throw new Problem('taken_is_family')
}

async function comesBack(to: Side, from: Side, taken: ReadonlySet<string>): Promise<boolean> {
  if (taken.size === 0) return false
  const ownOf = ({ family }: Side) => family.flatMap(({ userId, relation }) => (relation === 'own' ? [userId] : []))
  const there = ownOf(to)
  const others = ownOf(from).filter((userId) => !there.includes(userId))
  const invited = [...to.invitations, ...from.invitations]
  if (invited.some(({ acceptedBy = '', email }) => others.includes(acceptedBy) && taken.has(email))) return true
  return (await knownBy(others)).some((email) => taken.has(email))
}

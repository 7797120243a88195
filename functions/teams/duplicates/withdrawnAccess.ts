import { Problem } from '#shared/problems.ts'
import { emailUsers } from '../../table/emailUsers.ts'
import { type Guardian, isAccessRevoked } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import type { Merge } from '../../table/merges.ts'
import { allIdsOf } from '../../table/players.ts'
import { profiles } from '../../table/profiles.ts'
import { isSameGuardian, type Side } from './sides.ts'

/** The addresses of the people whose access to either player the club has withdrawn. */
export type Barred = { keep: ReadonlySet<string>; gone: ReadonlySet<string> }

export async function barredOf(keep: Side, gone: Side): Promise<Barred> {
  const [ofKeep, ofGone] = await Promise.all([withdrawnAddresses(keep.guardians), withdrawnAddresses(gone.guardians)])
  return { keep: ofKeep, gone: ofGone }
}

/** The addresses of the people whose access to the kept player was withdrawn after the merge. */
export const barredSince = ({ gone }: Merge, { guardians }: Side): Promise<ReadonlySet<string>> =>
  withdrawnAddresses(
    guardians.filter(
      (each) =>
        !gone.guardians.some((former) => isSameGuardian(former, each) && former.accessTakenAt === each.accessTakenAt),
    ),
  )

/** The addresses that the club has on file, and all others of the same accounts. */
async function withdrawnAddresses(guardians: readonly Guardian[]): Promise<ReadonlySet<string>> {
  const addresses = guardians.flatMap((each) => (isAccessRevoked(each) && each.email !== undefined ? [each.email] : []))
  if (addresses.length === 0) return new Set()
  const holders = await emailUsers.getMany(
    addresses.map((email) => ({ email })),
    { consistent: true },
  )
  return new Set([...addresses, ...(await addressesOf(holders.flatMap((holder) => (holder ? [holder.userId] : []))))])
}

async function addressesOf(userIds: readonly string[]): Promise<string[]> {
  const people = await profiles.getMany(
    userIds.map((userId) => ({ userId })),
    { consistent: true },
  )
  return (await Promise.all(people.flatMap((person) => (person ? [emailUsers.addressesOf(person)] : [])))).flat()
}

/**
 * The people whose access to one player was withdrawn and who are guardians of the other: a merge would give them back the withdrawn
 * access. They are recognized by their account, or by their addresses, including those of invitations.
 */
export async function refuseWithdrawnAccess(keep: Side, gone: Side, barred: Barred): Promise<void> {
  const regains = await Promise.all([regainsAccess(keep, gone, barred.keep), regainsAccess(gone, keep, barred.gone)])
  if (regains.includes(true)) throw new Problem('taken_is_family')
}

async function regainsAccess(to: Side, from: Side, addresses: ReadonlySet<string>): Promise<boolean> {
  const ownOf = ({ family }: Side) => family.flatMap(({ userId, relation }) => (relation === 'own' ? [userId] : []))
  const familyIds = ownOf(to)
  const otherIds = ownOf(from).filter((userId) => !familyIds.includes(userId))
  const leftHere = otherIds.flatMap((userId) => allIdsOf(to.player).map((id) => ({ userId, id })))
  const places = await leftPlaces.getMany(leftHere, { consistent: true })
  if (places.some((place) => place?.accessTakenAt !== undefined)) return true
  if (addresses.size === 0) return false
  const invited = [...to.invitations, ...from.invitations]
  if (invited.some(({ acceptedBy = '', email }) => otherIds.includes(acceptedBy) && addresses.has(email))) return true
  return (await addressesOf(otherIds)).some((email) => addresses.has(email))
}

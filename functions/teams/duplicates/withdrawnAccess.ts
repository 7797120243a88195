import { Problem } from '#shared/problems.ts'
import { takenPlacesOf } from '../../access/restoreAccess.ts'
import { emailUsers } from '../../table/emailUsers.ts'
import { type Guardian, isAccessRevoked } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import type { Merge } from '../../table/merges.ts'
import { profiles } from '../../table/profiles.ts'
import type { Write } from '../../table/writes.ts'
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
 * The writes of an undo for former family of the merged player whose access to the kept one was taken since the merge: it is taken to both.
 * `keep` was read before, so that whoever is removed meanwhile is still a member there.
 */
export async function withdrawnFromBoth(
  { goneId, keepId, mergedAt, gone, moved }: Merge,
  keep: Side,
): Promise<Write[]> {
  const remainingIds = new Set(keep.family.map(({ userId }) => userId))
  const acceptedBy = keep.invitations.flatMap((each) =>
    moved.invitations?.includes(each.invitationId) && each.acceptedBy !== undefined ? [each.acceptedBy] : [],
  )
  const formerIds = new Set([...gone.family.map(({ userId }) => userId), ...acceptedBy])
  const ids = [...formerIds].filter((userId) => !remainingIds.has(userId)).map((userId) => ({ userId, id: keepId }))
  const places = await leftPlaces.getMany(ids, { consistent: true })
  return ids.flatMap(({ userId }, i) => {
    const accessTakenAt = places[i]?.accessTakenAt
    return accessTakenAt !== undefined && accessTakenAt >= mergedAt
      ? [leftPlaces.record({ userId, id: goneId, is: 'player', accessTakenAt })]
      : []
  })
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
  const takenPlaces = (await Promise.all(otherIds.map(takenPlacesOf))).flat()
  if (takenPlaces.some(({ currentId }) => currentId === to.player.playerId)) return true
  if (addresses.size === 0) return false
  const invited = [...to.invitations, ...from.invitations]
  if (invited.some(({ acceptedBy = '', email }) => otherIds.includes(acceptedBy) && addresses.has(email))) return true
  return (await addressesOf(otherIds)).some((email) => addresses.has(email))
}

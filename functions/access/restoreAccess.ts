import { emailUsers } from '../table/emailUsers.ts'
import { guardians, isAccessRevoked } from '../table/guardians.ts'
import { leftPlaces } from '../table/leftPlaces.ts'
import { allIdsOf, type Player } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

/** The e-mail addresses, current and earlier, by which an account is known. */
export async function addressesOf(userId: string): Promise<string[]> {
  const profile = await profiles.get({ userId })
  return profile ? emailUsers.addressesOf(profile) : []
}

/**
 * Whether the club or the family has taken the user's access to a player, also before the player was merged, and nobody has let them in as
 * family since. To be read after the membership: a removal deletes that and records itself in one transaction.
 */
export async function isAccessTaken(userId: string, player: Player): Promise<boolean> {
  const [places, guardianRows] = await Promise.all([
    leftPlaces.getMany(
      allIdsOf(player).map((id) => ({ userId, id })),
      { consistent: true },
    ),
    guardians.of(player),
  ])
  if (places.some((place) => place?.accessTakenAt !== undefined)) return true
  const revokedGuardians = guardianRows.filter(isAccessRevoked)
  if (revokedGuardians.length === 0) return false
  const addresses = await addressesOf(userId)
  return revokedGuardians.some(({ email }) => email !== undefined && addresses.includes(email))
}

/**
 * Writes that clear `accessTakenAt`, of the account and of its addresses, for a user who becomes a guardian of these players: the club has
 * let them in again. `invitedAt`: the address they were invited at.
 */
export async function restoreAccess(
  userId: string,
  playerIds: readonly string[],
  invitedAt?: string,
): Promise<Write[]> {
  const [guardianRows, places] = await Promise.all([
    Promise.all(playerIds.map((playerId) => guardians.of({ playerId }))),
    leftPlaces.getMany(
      playerIds.map((id) => ({ userId, id })),
      { consistent: true },
    ),
  ])
  const placeWrites = places.flatMap((place) =>
    place?.accessTakenAt === undefined
      ? []
      : [leftPlaces.change({ userId, id: place.id }, { set: { accessTakenAt: undefined }, when: ifUnchanged(place) })],
  )
  const revokedGuardians = guardianRows.flat().filter(isAccessRevoked)
  if (revokedGuardians.length === 0) return placeWrites
  const addresses = new Set([invitedAt, ...(await addressesOf(userId))])
  const guardianWrites = revokedGuardians.flatMap(({ playerId, guardianId, email, version }) =>
    email !== undefined && addresses.has(email)
      ? [
          guardians.change(
            { playerId, guardianId },
            { set: { accessTakenAt: undefined }, when: ifUnchanged({ version }) },
          ),
        ]
      : [],
  )
  return [...placeWrites, ...guardianWrites]
}

import { emailUsers } from '../table/emailUsers.ts'
import { guardians, isAccessRevoked } from '../table/guardians.ts'
import { leftPlaces } from '../table/leftPlaces.ts'
import { profiles } from '../table/profiles.ts'
import { ifUnchanged, type Write } from '../table/writes.ts'

/** The e-mail addresses, current and earlier, by which an account is known. */
export async function addressesOf(userId: string): Promise<string[]> {
  const profile = await profiles.get({ userId })
  return profile ? emailUsers.addressesOf(profile) : []
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

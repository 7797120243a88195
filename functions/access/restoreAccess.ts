import { emailUsers } from '../table/emailUsers.ts'
import { guardians, isAccessRevoked } from '../table/guardians.ts'
import { type LeftPlace, leftPlaces } from '../table/leftPlaces.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import type { Player } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'

/** The e-mail addresses, current and earlier, by which an account is known. */
export async function addressesOf(userId: string): Promise<string[]> {
  const profile = await profiles.get({ userId })
  return profile ? emailUsers.addressesOf(profile) : []
}

type TakenPlace = Stored<LeftPlace> & { accessTakenAt: string; currentId: string }
/**
 * The players to whom the user's access was taken. `currentId`: the player into whom that one was merged since, whether or not the kept
 * player has fees under the earlier id.
 */
export async function takenPlacesOf(userId: string): Promise<TakenPlace[]> {
  const taken = (await leftPlaces.of({ userId })).flatMap(({ accessTakenAt, ...place }) =>
    accessTakenAt === undefined ? [] : [{ ...place, accessTakenAt }],
  )
  const currentIds = await mergedPlayers.currentIds(taken.map(({ id }) => id))
  return taken.map((place) => ({ ...place, currentId: currentIds.get(place.id) ?? place.id }))
}

/** When access to a player was taken from the account that has an address; undefined if it was not. */
type TakenAt = (player: { playerId: string; email?: string }) => string | undefined
/** The same for several addresses. A club may enter somebody as a guardian only after it has taken their access. */
export async function takenByAddress(addresses: readonly (string | undefined)[]): Promise<TakenAt> {
  const known = [...new Set(addresses)].flatMap((email) => (email === undefined ? [] : [{ email }]))
  const owners = await emailUsers.getMany(known)
  const takenPlaces = await Promise.all(owners.map(async (owner) => (owner ? takenPlacesOf(owner.userId) : [])))
  const placesByAddress = new Map(known.map(({ email }, i) => [email, takenPlaces[i] ?? []]))
  return ({ playerId, email = '' }) =>
    placesByAddress.get(email)?.find(({ currentId }) => currentId === playerId)?.accessTakenAt
}

/**
 * Whether the club or the family has taken the user's access to a player, also before the player was merged, and nobody has let them in as
 * family since. To be read after the membership: a removal deletes that and records itself in one transaction.
 */
export async function isAccessTaken(userId: string, player: Pick<Player, 'playerId'>): Promise<boolean> {
  const [takenPlaces, guardianRows] = await Promise.all([takenPlacesOf(userId), guardians.of(player)])
  if (takenPlaces.some(({ currentId }) => currentId === player.playerId)) return true
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
  const [guardianRows, takenPlaces] = await Promise.all([
    Promise.all(playerIds.map((playerId) => guardians.of({ playerId }))),
    takenPlacesOf(userId),
  ])
  const placeWrites = takenPlaces
    .filter(({ currentId }) => playerIds.includes(currentId))
    .map((place) =>
      leftPlaces.change({ userId, id: place.id }, { set: { accessTakenAt: undefined }, when: ifUnchanged(place) }),
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

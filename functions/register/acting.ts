import { toldAmong } from '../people/childAccount.ts'
import { type Family, families, guardiansWith, players } from '../table/players.ts'
import { ownerOf, type RegistrationEntry } from '../table/registrationEntries.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'

type About = Pick<RegistrationEntry, 'playerId' | 'ownerId' | 'userId'>

/**
 * The family members who act for a player on a registration: pay for a place, take one, give it up. That is the registrar, as
 * long as they pay for the player; if the club has taken that right away, or they are gone, any guardian who pays.
 */
function among(family: readonly Stored<Family>[], registrar: string): Stored<Family>[] {
  const payers = guardiansWith(family, 'pays')
  const own = payers.filter(({ userId }) => userId === registrar)
  return own.length > 0 ? own : payers
}

/** The acting members of the player's family as it is now; undefined if the player is not in the club yet. */
async function actingOn(entry: About): Promise<Stored<Family>[] | undefined> {
  const { player, family } = await families.withPlayer({ playerId: ownerOf(entry) })
  return player && among(family, entry.userId)
}

/** A player who is not in the club yet has no family there: the registrar who filled them in acts for them. */
const actorsOf = async (entry: About): Promise<string[]> =>
  (await actingOn(entry))?.map(({ userId }) => userId) ?? [entry.userId]

/** Conditions that hold as long as the user acts for the player; undefined if they do not. */
export async function actingFor(entry: About, userId: string): Promise<Write[] | undefined> {
  const playerId = ownerOf(entry)
  const acting = await actingOn(entry)
  if (!acting) return entry.userId === userId ? [players.checkAbsent({ playerId })] : undefined
  const member = acting.find((each) => each.userId === userId)
  return member && [families.check({ playerId, userId }, ifUnchanged(member))]
}

/** Whether the registrar still pays for this player, so that nobody else acts. */
export async function isAnothers(entry: About): Promise<boolean> {
  const { userId } = entry
  const registrar = await families.get({ playerId: ownerOf(entry), userId }, { consistent: true })
  return registrar !== undefined && guardiansWith([registrar], 'pays').length > 0
}

/** Mail about a player is only for users who act for them when it is read. */
export const isToldOf = async (entry: About, userId: string | undefined): Promise<boolean> =>
  userId !== undefined && (await actorsOf(entry)).includes(userId)

/** The most people who are mailed: leaves room for their mails beside the other writes of the transaction. */
const mostTold = 5
/** The users who get mail about a player. */
export async function toldFor(entry: About, now: string): Promise<string[]> {
  const actors = await actorsOf(entry)
  const told = await toldAmong(
    actors.map((userId) => ({ userId })),
    now,
  )
  return told.slice(0, mostTold).map(({ userId }) => userId)
}

import { toldAmong } from '../people/childAccount.ts'
import { type Family, families, guardiansWith, players } from '../table/players.ts'
import { ownerOf, type RegistrationEntry } from '../table/registrationEntries.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'

type About = Pick<RegistrationEntry, 'playerId' | 'ownerId' | 'userId'>

/**
 * Those of a player's family who act for them on a registration: pay for a place, take one, give it up. Who has registered the
 * player does, as long as they pay for them; where the club has taken that, or they are gone, any guardian who does.
 */
function among(family: readonly Stored<Family>[], registrar: string): Stored<Family>[] {
  const payers = guardiansWith(family, 'pays')
  const own = payers.filter(({ userId }) => userId === registrar)
  return own.length > 0 ? own : payers
}

/** Those of their family, as it is now; undefined of who is no player of the club yet. */
async function actingOn(entry: About): Promise<Stored<Family>[] | undefined> {
  const { player, family } = await families.withPlayer({ playerId: ownerOf(entry) })
  return player && among(family, entry.userId)
}

/** Who is no player of the club yet has no family there: they are whose who has filled them in. */
const actorsOf = async (entry: About): Promise<string[]> =>
  (await actingOn(entry))?.map(({ userId }) => userId) ?? [entry.userId]

/** Whether somebody acts for a player: writes that hold as long as they do; undefined for anybody else. */
export async function actingFor(entry: About, userId: string): Promise<Write[] | undefined> {
  const playerId = ownerOf(entry)
  const acting = await actingOn(entry)
  if (!acting) return entry.userId === userId ? [players.checkAbsent({ playerId })] : undefined
  const member = acting.find((each) => each.userId === userId)
  return member && [families.check({ playerId, userId }, ifUnchanged(member))]
}

/** Of a player for whom somebody pays: whether it is still another one, who has registered them, who acts. */
export async function isAnothers(entry: About): Promise<boolean> {
  const { userId } = entry
  const registrar = await families.get({ playerId: ownerOf(entry), userId }, { consistent: true })
  return registrar !== undefined && guardiansWith([registrar], 'pays').length > 0
}

/** What is told of a player is read by who acts for them by then. */
export const isToldOf = async (entry: About, userId: string | undefined): Promise<boolean> =>
  userId !== undefined && (await actorsOf(entry)).includes(userId)

/** So many are told at most: there is room for their mails beside all that a place takes and gives back. */
const mostTold = 5
/** Whom mails of a player go to. */
export async function toldFor(entry: About, now: string): Promise<string[]> {
  const actors = await actorsOf(entry)
  const told = await toldAmong(
    actors.map((userId) => ({ userId })),
    now,
  )
  return told.slice(0, mostTold).map(({ userId }) => userId)
}

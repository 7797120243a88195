import { notifiedAmong } from '../people/childAccount.ts'
import { type Family, families, guardiansWith, players } from '../table/players.ts'
import { ownerOf, type RegistrationEntry } from '../table/registrationEntries.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'

type EntryOwner = Pick<RegistrationEntry, 'playerId' | 'ownerId' | 'userId'>

/**
 * The members of a player's family who may act for them on a registration: pay for a place, accept one, give it up. That is the user who
 * has registered the player, as long as they have the right `pays`; otherwise any guardian with that right.
 */
function actingAmong(family: readonly Stored<Family>[], registrar: string): Stored<Family>[] {
  const payers = guardiansWith(family, 'pays')
  const registrarRow = payers.filter(({ userId }) => userId === registrar)
  return registrarRow.length > 0 ? registrarRow : payers
}

/** The same for an entry, by the family as it is now; undefined for a child who is not a player of the club yet. */
async function actingGuardians(entry: EntryOwner): Promise<Stored<Family>[] | undefined> {
  const { player, family } = await families.withPlayer({ playerId: ownerOf(entry) })
  return player && actingAmong(family, entry.userId)
}

/** The user ids; for a child who is not a player of the club yet, the user who has filled in the registration. */
const actorIdsOf = async (entry: EntryOwner): Promise<string[]> =>
  (await actingGuardians(entry))?.map(({ userId }) => userId) ?? [entry.userId]

/** Condition checks that hold while a user may act for the player; undefined for a user who may not. */
export async function actingFor(entry: EntryOwner, userId: string): Promise<Write[] | undefined> {
  const playerId = ownerOf(entry)
  const guardians = await actingGuardians(entry)
  if (!guardians) return entry.userId === userId ? [players.checkAbsent({ playerId })] : undefined
  const member = guardians.find((each) => each.userId === userId)
  return member && [families.check({ playerId, userId }, ifUnchanged(member))]
}

/** Whether the user who has registered the player still has the right `pays`, so that other guardians may not act. */
export async function isRegistrarActing(entry: EntryOwner): Promise<boolean> {
  const { userId } = entry
  const registrar = await families.get({ playerId: ownerOf(entry), userId }, { consistent: true })
  return registrar !== undefined && guardiansWith([registrar], 'pays').length > 0
}

/** Whether a user may act for the player, and so gets mails about them. */
export const isNotifiedAbout = async (entry: EntryOwner, userId: string | undefined): Promise<boolean> =>
  userId !== undefined && (await actorIdsOf(entry)).includes(userId)

/** The most readers of a mail, so that the mails fit into the transaction with all that a place takes and gives back. */
const maxNotified = 5
/** The user ids that get mails about a player. */
export async function notifiedUserIds(entry: EntryOwner, now: string): Promise<string[]> {
  const actors = await actorIdsOf(entry)
  const notified = await notifiedAmong(
    actors.map((userId) => ({ userId })),
    now,
  )
  return notified.slice(0, maxNotified).map(({ userId }) => userId)
}

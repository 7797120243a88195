import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import { type Email, type EmailRecipient, type EmailTo, listsOf } from '../table/emails.ts'
import { childrenAmong } from '../people/childAccount.ts'
import { playersShown } from '../access/pictureConsent.ts'
import { families, guardiansWith } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { chunks } from '../table/chunks.ts'
import { type Player, playersIn } from './playersIn.ts'

/** A recipient of an email, with all of their players that it is about. */
export type Recipient = {
  userId: string
  name: string
  hasAddress: boolean
  /** Nothing is mailed to their address, after a bounce or complaint. */
  comesBack: boolean
  playerIds: string[]
  players: string[]
}
/** `without`: the names of players whose families have nobody in Touchline. */
type Recipients = { recipients: Recipient[]; without: string[] }

const unitSubject = (orgUnitId: string) => {
  const teamId = teamOf(orgUnitId)
  return { organizationId: organizationOf(orgUnitId), ...(teamId !== undefined && { teamId }) }
}
const mayWriteFor = (access: Access, organizationId: string, teamId?: string) =>
  flagsOn(access, unitSubject(teamId ?? organizationId)).has('canSendMessages')

const mayEditPlayers = (access: Access, orgUnitId: string) =>
  flagsOn(access, unitSubject(orgUnitId)).has('canEditPlayers')

/** Whether a user may write emails for a team or the club in whose list the email is; for a new email, for the one that sends it. */
export const mayWriteAt = (access: Access, emailId: string, email?: Email): boolean =>
  (email ? listsOf(email) : [orgUnitOf(emailId)]).some((id) => mayWriteFor(access, organizationOf(id), teamOf(id)))

/** Throws `not_allowed` unless the user may write to all of these. */
export async function requireMayWriteTo(access: Access, emailOrUnit: string, to: EmailTo): Promise<void> {
  if (!(await mayWriteTo(access, emailOrUnit, to))) throw new Problem('not_allowed')
}

/** Whether a user may still write this email: for the team that sends it, and to all that it goes to. */
export async function mayWriteEmail(access: Access, { emailId, to }: Pick<Email, 'emailId' | 'to'>): Promise<boolean> {
  const isOfUnit = mayWriteFor(access, organizationOf(emailId), teamOf(orgUnitOf(emailId)))
  return isOfUnit && (await mayWriteTo(access, emailId, to))
}

/** Whom the user may still write to: without chosen players who have left the user's teams since. */
export async function withoutFormerPlayers(access: Access, { emailId, to }: Pick<Email, 'emailId' | 'to'>) {
  const organizationId = organizationOf(emailId)
  if (!('playerIds' in to) || mayWriteFor(access, organizationId)) return to
  const shownPlayers = await playersShown(to.playerIds, { consistent: false })
  const mayWriteAbout = (i: number) => shownPlayers[i]?.teams.some(({ id }) => mayWriteFor(access, organizationId, id))
  return { playerIds: to.playerIds.filter((_, i) => mayWriteAbout(i)) }
}

/** A right on one team does not extend to others. */
async function mayWriteTo(access: Access, emailOrUnit: string, to: EmailTo): Promise<boolean> {
  const organizationId = organizationOf(emailOrUnit)
  // Only users who may edit players know who has which tag.
  if ('tagIds' in to) return mayWriteFor(access, organizationId, teamOf(to.among)) && mayEditPlayers(access, to.among)
  if (mayWriteFor(access, organizationId)) return true
  const mayWriteForTeam = (teamId: string | undefined) => mayWriteFor(access, organizationId, teamId)
  if ('teamIds' in to) return to.teamIds.every(mayWriteForTeam)
  if ('eventId' in to) return mayWriteForTeam(teamOf(to.eventId))
  const shownPlayers = await playersShown(to.playerIds, { consistent: false })
  return shownPlayers.every((player) => player?.teams.some(({ id }) => mayWriteForTeam(id)))
}

/**
 * The recipients that a user may see: all if the user may write to all of them, otherwise those of the user's teams, with only these
 * players.
 */
export async function filterVisibleRecipients<Row extends EmailRecipient>(
  access: Access,
  { emailId, to }: Pick<Email, 'emailId' | 'to'>,
  rows: readonly Row[],
): Promise<Row[]> {
  if (await mayWriteTo(access, emailId, to)) return [...rows]
  const ids = [...new Set(rows.flatMap(({ playerIds }) => playerIds))]
  const shownPlayers = await playersShown(ids, { consistent: false })
  const organizationId = organizationOf(emailId)
  const visiblePlayerIds = new Set(
    ids.filter((_, i) => shownPlayers[i]?.teams.some(({ id }) => mayWriteFor(access, organizationId, id)) ?? false),
  )
  return rows
    .filter(({ playerIds }) => playerIds.some((playerId) => visiblePlayerIds.has(playerId)))
    .map((row) => ({ ...row, players: row.players.filter((_, i) => visiblePlayerIds.has(row.playerIds[i] ?? '')) }))
}

/** How many families are read at the same time. */
const concurrency = 50

/** The recipients at this moment, without duplicates, and the players whose family it does not reach. */
export async function recipientsOf(to: EmailTo, now: string): Promise<Recipients> {
  const concernedPlayers = await playersIn(to)
  const byUser = new Map<string, Player[]>()
  const without: string[] = []
  for (const part of chunks(concernedPlayers, concurrency)) {
    const playerFamilies = await Promise.all(part.map(({ playerId }) => families.of({ playerId })))
    const readers = playerFamilies.map((family) => guardiansWith(family, 'sees'))
    const children = await childrenAmong(readers.flat(), now, { consistent: false })
    for (const [i, player] of part.entries()) {
      // An adult never writes to a child alone: if no adult would read along, nobody is written to.
      const isSafe = readers[i]?.some(({ userId }) => !children.has(userId)) ?? false
      if (!isSafe) without.push(fullName(player))
      for (const { userId } of isSafe ? (readers[i] ?? []) : [])
        byUser.set(userId, [...(byUser.get(userId) ?? []), player])
    }
  }
  const userIds = [...byUser.keys()]
  const people = await profiles.getMany(userIds.map((userId) => ({ userId })))
  const suppressed = await suppressedAddresses.findSuppressed(people.map((profile) => profile?.email ?? ''))
  const recipients = userIds.map((userId, i) => {
    const ownPlayers = byUser.get(userId) ?? []
    const profile = people[i]
    return {
      userId,
      name: profile ? fullName(profile) : '',
      hasAddress: !!profile?.email,
      comesBack: !!profile?.email && suppressed.has(profile.email),
      playerIds: ownPlayers.map(({ playerId }) => playerId),
      players: ownPlayers.map(({ firstName }) => firstName),
    }
  })
  return { recipients, without }
}

import type { registrations as contract } from '#shared/api/registrations.ts'
import { orgUnitOf, type Subject, subjectOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { maxInvited } from '#shared/rules/registrations/invitations.ts'
import { childrenAmong } from '../people/childAccount.ts'
import { ignore } from '../table/ignore.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { families, type Family, guardiansWith } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { isActive, registrationEntries } from '../table/registrationEntries.ts'
import { type RegistrationInvitation, registrationInvitations } from '../table/registrations.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { teamPlayers } from '../table/rosters.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { chunks } from '../table/chunks.ts'
import { all, page, update, write } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { invitationMailTime } from './invitationMailTime.ts'
import { registrationOf } from './registrationOf.ts'

type Api = typeof contract

export async function summarizeInvitations({
  params: { registrationId },
  now,
}: CallOf<Api, 'GET /rest-api/registration/invitations/{registrationId}/summary'>) {
  const [{ registration, club }, invited] = await Promise.all([
    registrationOf(registrationId),
    all<RegistrationInvitation>(registrationInvitations.of({ registrationId })),
  ])
  const [mailed, hasRegistered] = await Promise.all([
    invitationMailTime(registration, club, now),
    registrationCheck(registrationId, invited),
  ])
  const registered = invited.filter(hasRegistered).length
  return { isInviteOnly: registration.isInviteOnly, mailed, invited: invited.length, registered }
}

/**
 * Writes one invitation per address, so nobody is invited twice; a worker mails them. `again`: also reminds those invited before who have
 * not registered.
 */
export async function inviteAll({
  params: { registrationId },
  body: { people, again },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/registration/invitations/{registrationId}'>) {
  const [{ registration, club }, existing] = await Promise.all([
    registrationOf(registrationId),
    all<RegistrationInvitation>({ ...registrationInvitations.of({ registrationId }), consistent: true }),
  ])
  const existingByEmail = new Map(existing.map((row) => [row.email, row]))
  const byAddress = new Map(people.map((person) => [person.email.trim().toLowerCase(), person]))
  const newPeople = [...byAddress].filter(([email]) => !existingByEmail.has(email))
  if (existing.length + newPeople.length > maxInvited)
    throw new Problem('bad_request', [faultAt('people', 'too_many', { limit: maxInvited })])
  await Promise.all(
    chunks(newPeople, 25).map((part) =>
      write(
        stamp,
        ...part.map(([email, { name, playerId }]) =>
          registrationInvitations.createOnce({
            registrationId,
            email,
            ...(name && { name }),
            ...(playerId && { playerId }),
            invitedAt: stamp.at,
            state: 'invited',
            mail: 'wanted',
          }),
        ),
      ),
    ),
  )
  const invitedBefore = [...byAddress.keys()].flatMap((email) => existingByEmail.get(email) ?? [])
  const reminded = again ? await mailAgain(stamp, registrationId, invitedBefore) : []
  const already = invitedBefore.map(({ email }) => email).filter((email) => !reminded.includes(email))
  // They are invited anyway, and can register, but get no mail. Reported only for people who are mailed now: otherwise addresses
  // could be probed on a draft, unnoticed by their owners.
  const isMailed = (await invitationMailTime(registration, club, now)) === 'now'
  const noMail = isMailed
    ? await suppressedAddresses.findSuppressed([...newPeople.map(([email]) => email), ...reminded])
    : []
  return { invited: newPeople.length, already, ...(again && { again: reminded.length }), noMail: [...noMail] }
}

/**
 * Mails those again who have not registered: once a day at most, and not if another family member has registered the player they
 * were invited for. Returns their addresses.
 */
async function mailAgain(
  stamp: Stamp,
  registrationId: string,
  rows: readonly Stored<RegistrationInvitation>[],
): Promise<string[]> {
  const dayAgo = addHours(stamp.at, -24)
  const mailed = rows.filter(({ state, mail, at }) => state === 'invited' && mail === 'told' && at <= dayAgo)
  const hasRegistered = await registrationCheck(registrationId, mailed)
  const notRegistered = mailed.filter((row) => !hasRegistered(row))
  const set = { mail: 'wanted', again: true } as const
  const emails = await Promise.all(
    notRegistered.map(({ email, ...row }) => {
      const change = registrationInvitations.change({ registrationId, email }, { set, when: ifUnchanged(row) })
      // Skips those who have registered meanwhile, or are being reminded by someone else at the same moment.
      return update(stamp, change).then(() => email, ignore('conflict'))
    }),
  )
  return emails.filter((email) => email !== undefined)
}

/** Whether the invited person has registered, or another family member the player they were invited for. */
async function registrationCheck(
  registrationId: string,
  rows: readonly RegistrationInvitation[],
): Promise<(row: RegistrationInvitation) => boolean> {
  const invitedPlayerIds = rows.flatMap(({ state, playerId }) =>
    state === 'invited' && playerId !== undefined ? [playerId] : [],
  )
  const players = await registeredAmong(registrationId, [...new Set(invitedPlayerIds)])
  return ({ state, playerId = '' }) => state === 'registered' || players.has(playerId)
}

/** Which of these players have a place on a registration, or wait for one. */
async function registeredAmong(registrationId: string, playerIds: readonly string[]): Promise<Set<string>> {
  const entries = await registrationEntries.getMany(playerIds.map((playerId) => ({ registrationId, playerId })))
  return new Set(entries.flatMap((entry) => (entry && isActive(entry) ? [entry.playerId] : [])))
}

export async function withdrawInvitation({
  params: { registrationId },
  body: { email },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/invitations/{registrationId}/withdraw'>) {
  await registrationOf(registrationId)
  const address = email.toLowerCase()
  if (await registrationInvitations.get({ registrationId, email: address }, { consistent: true }))
    await write(stamp, registrationInvitations.remove({ registrationId, email: address }))
  return {}
}

const pageSize = 50
export async function listInvited({
  params: { registrationId },
  query: { cursor },
}: CallOf<Api, 'GET /rest-api/registration/invitations/{registrationId}/emails'>) {
  const list = `invited to ${registrationId}`
  const [after] = await Promise.all([positionOf(list, cursor), registrationOf(registrationId)])
  const range = registrationInvitations.of({ registrationId })
  const { rows, next } = await page<RegistrationInvitation>({ ...range, limit: pageSize, after })
  const [noMail, hasRegistered] = await Promise.all([
    suppressedAddresses.findSuppressed(rows.flatMap(({ email, mail }) => (mail === 'told' ? [email] : []))),
    registrationCheck(registrationId, rows),
  ])
  return {
    emails: rows.map((row) => ({
      email: row.email,
      name: row.name ?? '',
      registered: hasRegistered(row),
      mailed: row.mail === 'told',
      ...(noMail.has(row.email) && { noMail: true as const }),
      invitedAt: row.invitedAt,
    })),
    cursor: await cursorAt(list, next),
  }
}

/** How many families are read at the same time. */
const concurrency = 50

/**
 * The families that can be invited: those of a team, or of all players of the club. Without children's own accounts, which cannot register.
 * Players who are registered already are marked.
 */
export async function listInviteCandidates({
  params: { registrationId },
  query,
  me,
  now,
}: CallOf<Api, 'GET /rest-api/registration/invitations/{registrationId}/candidates'>) {
  const subject = subjectOf(query.teamId ?? orgUnitOf(registrationId))
  await registrationOf(registrationId)
  const { access } = await me
  if (!subject || !flagsOn(access, subject).has('canManageRegistration')) throw new Problem('not_allowed')
  const players = await playersOn(subject)
  const [parents, registered] = await Promise.all([
    familiesOf(players),
    registeredAmong(
      registrationId,
      players.map(({ playerId }) => playerId),
    ),
  ])
  const payingGuardians = parents.map((family) => guardiansWith(family, 'pays'))
  const [profileOf, children] = await Promise.all([
    profiles.byId(payingGuardians.flat()),
    childrenAmong(payingGuardians.flat(), now, { consistent: false }),
  ])
  const candidates = players.map((player, i) => ({
    player: playerCard(player),
    emails: (payingGuardians[i] ?? []).flatMap(({ userId }) => {
      const profile = children.has(userId) ? undefined : profileOf.get(userId)
      return profile?.email ? [{ email: profile.email, name: fullName(profile) }] : []
    }),
    ...(registered.has(player.playerId) && { registered: true as const }),
  }))
  return { candidates: candidates.toSorted((a, b) => byName(a.player, b.player)) }
}

/** The players of a team, or of all active teams of a club, each once. */
async function playersOn({ organizationId, teamId }: Subject): Promise<TeamPlayer[]> {
  const listed = teamId === undefined ? await organizationTeams.active({ organizationId }) : [{ teamId }]
  const rosters = await Promise.all(listed.map((team) => teamPlayers.withTeam(team)))
  if (rosters.some(({ team }) => !team)) throw new Problem('not_found')
  const all = rosters.flatMap(({ players }) => players)
  return [...new Map(all.map((player) => [player.playerId, player])).values()]
}

async function familiesOf(players: readonly TeamPlayer[]): Promise<Family[][]> {
  const familyLists: Family[][] = []
  for (const part of chunks(players, concurrency))
    familyLists.push(...(await Promise.all(part.map((player) => families.of(player)))))
  return familyLists
}

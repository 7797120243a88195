import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { mostInvited } from '#shared/rules/registrations/invitations.ts'
import { playerCard } from '../playerCard.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { families, guardiansWith } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { type Invited, registrationInvitations } from '../table/registrations.ts'
import { teamPlayers } from '../table/rosters.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { chunks } from '../table/chunks.ts'
import { all, page, write } from '../table/table.ts'
import { mailedWhen } from './mailedWhen.ts'
import { registrationOf } from './registrationOf.ts'

type Api = typeof contract

export async function summarizeInvitations({
  params: { registrationId },
  now,
}: CallOf<Api, 'GET /rest-api/registration/invitations/{registrationId}/summary'>) {
  const [{ registration, club }, invited] = await Promise.all([
    registrationOf(registrationId),
    all<Invited>(registrationInvitations.of({ registrationId })),
  ])
  return {
    isInviteOnly: registration.isInviteOnly,
    mailed: await mailedWhen(registration, club, now),
    invited: invited.length,
    registered: invited.filter(({ state }) => state === 'registered').length,
  }
}

/** Each is one row by its address, so that nobody is invited twice, whoever asks. They are mailed by a worker. */
export async function inviteAll({
  params: { registrationId },
  body: { people },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/registration/invitations/{registrationId}'>) {
  const [{ registration, club }, there] = await Promise.all([
    registrationOf(registrationId),
    all<Invited>({ ...registrationInvitations.of({ registrationId }), consistent: true }),
  ])
  const known = new Set(there.map(({ email }) => email))
  const byAddress = new Map(people.map((person) => [person.email.trim().toLowerCase(), person]))
  const fresh = [...byAddress].filter(([email]) => !known.has(email))
  if (there.length + fresh.length > mostInvited)
    throw new Problem('bad_request', [faultAt('people', 'too_many', { limit: mostInvited })])
  await Promise.all(
    chunks(fresh, 25).map((part) =>
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
  const already = [...byAddress.keys()].filter((email) => known.has(email))
  // They are invited all the same, and can register, but hear nothing of it. It is said of whom a mail goes to by now: else addresses
  // could be tried out on a draft, without anybody hearing of it.
  const isMailed = (await mailedWhen(registration, club, now)) === 'now'
  const noMail = isMailed ? await suppressedAddresses.among(fresh.map(([email]) => email)) : []
  return { invited: fresh.length, already, noMail: [...noMail] }
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
  const { rows, next } = await page<Invited>({ ...range, limit: pageSize, after })
  const noMail = await suppressedAddresses.among(rows.flatMap(({ email, mail }) => (mail === 'told' ? [email] : [])))
  return {
    emails: rows.map(({ email, name, state, mail, invitedAt }) => ({
      email,
      name: name ?? '',
      registered: state === 'registered',
      mailed: mail === 'told',
      ...(noMail.has(email) && { noMail: true as const }),
      invitedAt,
    })),
    cursor: await cursorAt(list, next),
  }
}

/** The families of a team that the caller registers for: addresses are told to nobody else. */
export async function listInviteCandidates({
  params: { registrationId },
  query,
  me,
}: CallOf<Api, 'GET /rest-api/registration/invitations/{registrationId}/candidates'>) {
  const teamId = query.teamId ?? teamOf(registrationId)
  await registrationOf(registrationId)
  if (teamId === undefined) return { candidates: [] }
  const { access } = await me
  if (!flagsOn(access, { organizationId: organizationOf(teamId), teamId }).has('canManageRegistration'))
    throw new Problem('not_allowed')
  const { team, players } = await teamPlayers.withTeam({ teamId })
  if (!team) throw new Problem('not_found')
  const parents = await Promise.all(players.map(({ playerId }) => families.of({ playerId })))
  const own = parents.map((family) => guardiansWith(family, 'pays').map(({ userId }) => userId))
  const userIds = [...new Set(own.flat())]
  const found = await profiles.getMany(userIds.map((userId) => ({ userId })))
  const profileOf = new Map(userIds.map((userId, i) => [userId, found[i]]))
  const candidates = players.map((player, i) => ({
    player: playerCard(player),
    emails: (own[i] ?? []).flatMap((userId) => {
      const profile = profileOf.get(userId)
      return profile?.email ? [{ email: profile.email, name: fullName(profile) }] : []
    }),
  }))
  return { candidates: candidates.toSorted((a, b) => byName(a.player, b.player)) }
}

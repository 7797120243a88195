import type { families as contract } from '#shared/api/families.ts'
import { type Access, type Flag, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { whyCannotChangeFlags } from '#shared/rules/administrators.ts'
import { byName, byTitle } from '#shared/rules/names.ts'
import { addressesOf } from '../../access/restoreAccess.ts'
import { changeRights } from '../../access/changeRights.ts'
import { childrenAmong, isLeftAlone } from '../../people/childAccount.ts'
import { playerCard } from '../../people/playerCard.ts'
import type { CallOf } from '../../serve.ts'
import { accessTokens } from '../../table/accessTokens.ts'
import { familyInvitations } from '../../table/familyInvitations.ts'
import { invitations } from '../../table/invitations.ts'
import { invitationsTo } from '../../table/invitationsByAddress.ts'
import { type Me, meOf } from '../../table/me.ts'
import { ignore, ignoreConflict } from '../../table/ignore.ts'
import { families, isActiveTeam } from '../../table/players.ts'
import { all, write } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'
import { removeMember } from './removeMember.ts'

type Api = typeof contract
type Unit = { orgUnitId: string; flags: readonly Flag[] }

/**
 * All by which a user has access to a club, or could get it back: roles in the club and its teams, memberships in families, followed
 * players, open invitations to the user's addresses, and access tokens. All of it is found by the user, so the cost does not depend on the
 * size of the club. Other clubs are left out.
 */
async function placesOf(userId: string, organizationId: string) {
  const [{ access }, addresses, tokens] = await Promise.all([
    meOf({ userId }, organizationId),
    addressesOf(userId),
    accessTokens.of({ userId }),
  ])
  const [club] = access.organizations
  const found = await Promise.all(
    addresses.map((email) =>
      all<{ kind: string; gsi1sk: string; state?: string }>(invitationsTo(email, organizationId)),
    ),
  )
  const invited = found.flat()
  return {
    club,
    units: [
      ...(club?.flags ? [{ orgUnitId: organizationId, flags: club.flags }] : []),
      ...(club?.teams ?? []).map(({ id, flags = [] }) => ({ orgUnitId: id, flags })),
    ],
    players: access.players,
    following: access.following,
    toRun: invited.flatMap(({ kind, gsi1sk }) => (kind === invitations.kind ? [{ invitationId: gsi1sk }] : [])),
    toFamilies: invited
      .filter(({ kind, state }) => kind === familyInvitations.kind && state === 'open')
      .map(({ gsi1sk }) => {
        const [playerId = '', invitationId = ''] = gsi1sk.split('#')
        return { playerId, invitationId }
      }),
    tokens: tokens.filter((token) => token.organizationId === organizationId),
  }
}
type Places = Awaited<ReturnType<typeof placesOf>>

const hasNoAccess = ({ units, players, following, toRun, toFamilies, tokens }: Places): boolean =>
  [units, players, following, toRun, toFamilies, tokens].every((list: readonly unknown[]) => list.length === 0)

/** Why the caller may not remove the user: nothing is removed unless the caller may remove all of it. */
function whyCannotRemove(caller: Access, { units, players, following, toFamilies }: Places, organizationId: string) {
  const exceedsRights = ({ orgUnitId, flags: before }: Unit) => {
    const own = flagsOn(caller, { organizationId, ...(orgUnitId !== organizationId && { teamId: orgUnitId }) })
    return whyCannotChangeFlags({ ownFlags: own, before, after: [], isSelf: false }) !== undefined
  }
  const hasFamilies = players.length + following.length + toFamilies.length > 0
  const isBeyondFamilies = hasFamilies && !mayEndMemberships(caller, organizationId)
  return units.some(exceedsRights) || isBeyondFamilies ? ('beyond_rights' as const) : undefined
}
/** Whether the caller may see and end memberships in families of the club: for who may edit its players. */
const mayEndMemberships = (caller: Access, organizationId: string): boolean =>
  flagsOn(caller, { organizationId }).has('canEditPlayers')

/** What would be removed, and why the caller may not, if so. Empty for a user without any access to the club. */
export async function previewOutOfClub({
  userId: caller,
  me,
  now,
  params: { orgId, userId },
}: CallOf<Api, 'GET /rest-api/families/person/{orgId}/{userId}'>) {
  const [{ access }, places] = await Promise.all([me, placesOf(userId, orgId)])
  if (hasNoAccess(places)) throw new Problem('not_found')
  const { club, units, players, following, toRun, toFamilies, tokens } = places
  const why = userId === caller ? ('not_yourself' as const) : whyCannotRemove(access, places, orgId)
  const visible = mayEndMemberships(access, orgId) ? { players, following } : { players: [], following: [] }
  return {
    runs: units.some(({ orgUnitId }) => orgUnitId === orgId),
    teams: (club?.teams ?? []).map(({ id, name }) => ({ id, name })).toSorted(byTitle),
    players: await Promise.all(
      sortedByName(visible.players).map(async (player) => ({
        ...cardOf(player),
        plays: await teamsWithoutGuardian(player, userId, now),
      })),
    ),
    following: sortedByName(visible.following).map(cardOf),
    invitations: toRun.length + toFamilies.length,
    tokens: tokens.length,
    why: why ?? null,
  }
}

type Card = Access['players'][number]
const sortedByName = (list: readonly Card[]) => list.toSorted(byName)
const cardOf = ({ id, ...names }: Card) => playerCard({ playerId: id, ...names })

/** The teams of a player for whom no other grown-up guardian would be left. */
async function teamsWithoutGuardian({ id: playerId, teams }: Card, without: string, now: string) {
  const family = await families.of({ playerId })
  if (!isLeftAlone(family, without, await childrenAmong(family, now))) return []
  return teams.filter(isActiveTeam).map(({ id, name }) => ({ id, name }))
}

/** The most passes: access that the user gets while it runs is removed in the next pass. */
const maxPasses = 3

/**
 * Removes all of a user's access to a club, each role or membership in a transaction of its own; the roles in the club come first, so that
 * the user cannot undo the rest. Idempotent: after an interruption the same call removes what is left. The user gets one mail if they had a
 * role.
 */
export async function removeFromClub({
  userId: caller,
  me,
  stamp,
  params: { orgId, userId },
}: CallOf<Api, 'POST /rest-api/families/person/{orgId}/{userId}/remove'>) {
  if (userId === caller) throw new Problem('not_yourself')
  const { access } = await me
  for (let pass = 1; pass <= maxPasses; pass++) {
    const places = await placesOf(userId, orgId)
    if (hasNoAccess(places)) break
    const why = whyCannotRemove(access, places, orgId)
    if (why) throw new Problem(why)
    await removeAll(stamp, { userId, orgId, me }, places)
  }
  return {}
}

type RemovalTarget = { userId: string; orgId: string; me: Promise<Me> }
async function removeAll(stamp: Stamp, { userId, orgId, me }: RemovalTarget, places: Places): Promise<void> {
  const { units, players, following, toRun, toFamilies, tokens } = places
  for (const [i, { orgUnitId }] of units.entries()) {
    // The mail is part of the transaction, so a repeated call sends it exactly once.
    const mailAbout = i === units.length - 1 ? { orgUnitId: orgId, whole: 'club' as const } : null
    // Removed by somebody else meanwhile.
    await changeRights(stamp, { orgUnitId, userId, after: [], me, mailAbout }).catch(ignore('not_found'))
  }
  for (const { id: playerId } of [...players, ...following])
    await removeMember(stamp, { playerId, memberId: userId }, { isManager: true, isSelf: false, unmarks: true })
  for (const id of toRun) await ignoreConflict(write(stamp, invitations.remove(id, 'conflict')))
  for (const id of toFamilies)
    await ignoreConflict(write(stamp, familyInvitations.remove(id, 'conflict', [['state', '=', 'open']])))
  for (const { organizationId, tokenId } of tokens)
    await ignoreConflict(
      write(stamp, accessTokens.remove({ organizationId, tokenId }, 'conflict', [['userId', '=', userId]])),
    )
}

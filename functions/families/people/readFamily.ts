import type { families as contract } from '#shared/api/families.ts'
import { organizationOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { avatarUrlOf } from '../../people/avatarUrl.ts'
import type { CallOf } from '../../serve.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { type Guardian, guardians } from '../../table/guardians.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { type Family, families, type Player, playerPartition, players } from '../../table/players.ts'
import { profiles } from '../../table/profiles.ts'
import { all, startingWith } from '../../table/table.ts'
import type { Stored } from '../../table/writes.ts'
import { inviterCheck, validInvitations } from './inviters.ts'
import { invitedChildren } from './invitedChildren.ts'
import { unreachedGuardians } from './reachedGuardians.ts'

/**
 * Whether the caller may edit the player as staff: with the right on the organization or on the team. That the player is on the team was
 * checked by the route's access rule, except for the caller's own players.
 */
export const canManage = (access: Access, playerId: string, teamId: string | undefined): boolean => {
  const organizationId = organizationOf(playerId)
  const isOwn = access.players.some(({ id }) => id === playerId)
  return flagsOn(access, isOwn || teamId === undefined ? { organizationId } : { organizationId, teamId }).has(
    'canEditPlayers',
  )
}

/** The same for any player of the club; it also checks that the player is on the team. */
export const mayEdit = (access: Access, { playerId, teams }: Player, teamId: string | undefined): boolean =>
  canManage(access, playerId, undefined) ||
  (teams.some(({ id }) => id === teamId) && canManage(access, playerId, teamId))

/** A player with family, invitations and known guardians, in one query. Throws `not_found`. */
export async function familyOf(playerId: string) {
  const { player, ...context } = await playerContext(playerId)
  if (!player) throw new Problem('not_found')
  return { player, ...context }
}

/** The same for a player that may be gone. A consistent read, so that somebody just invited is not offered again. */
export async function playerContext(playerId: string) {
  const rows = await all<object>({ pk: playerPartition({ playerId }), ...startingWith('PLAYER'), consistent: true })
  const ofKind = <Row>({ kind }: { kind: string }) => rows.filter((row) => row.kind === kind) as Stored<Row>[]
  return {
    player: ofKind<Player>(players)[0],
    family: ofKind<Family>(families),
    invitations: ofKind<FamilyInvitation>(familyInvitations),
    guardians: ofKind<Guardian>(guardians),
  }
}

export async function readFamily({
  userId,
  me,
  params: { playerId },
  query: { teamId },
}: CallOf<typeof contract, 'GET /rest-api/families/player/{playerId}'>) {
  const [{ access }, family] = await Promise.all([me, familyOf(playerId)])
  const isManager = canManage(access, playerId, teamId)
  const [people, accounts] = await Promise.all([profiles.getMany(family.family), playerAccounts.getMany(family.family)])
  const memberCards = family.family
    .map((member, i) => {
      const person = people[i]
      const { firstName = '', lastName = '', email = '' } = person ?? {}
      const isYou = member.userId === userId
      const maySee = isManager || isYou || (member.relation === 'own' && !member.hidden)
      return {
        firstName,
        lastName,
        userId: member.userId,
        name: fullName({ firstName, lastName }),
        // The picture of a player's own account is not shown to others.
        avatarUrl: person && !accounts[i] ? avatarUrlOf(person) : null,
        relation: member.relation,
        email: maySee && email ? email : null,
        isYou,
        isPlayers: accounts[i]?.playerId === playerId,
        hidden: member.hidden ?? false,
        lacks: isManager || isYou ? [...(member.lacks ?? [])] : [],
        mayRemove: isManager || isYou || member.relation === 'following',
      }
    })
    .toSorted((a, b) => b.relation.localeCompare(a.relation) || byName(a, b))
    .map(({ firstName: _first, lastName: _last, ...person }) => person)
  const open = family.invitations.filter(({ state }) => state === 'open')
  const visibleInvitations = open.filter(
    ({ invitedBy, relation }) => isManager || relation === 'following' || invitedBy === userId,
  )
  const childrenOfInvitation = await invitedChildren(visibleInvitations)
  const childIdsByInvitation = new Map(
    visibleInvitations.map((each) => [each.invitationId, childrenOfInvitation(each).map((child) => child.playerId)]),
  )
  const invitedPlayers = await players.getMany(
    [...new Set([...childIdsByInvitation.values()].flat())].map((id) => ({ playerId: id })),
  )
  const editablePlayers = invitedPlayers.filter((player) => player !== undefined && mayEdit(access, player, teamId))
  return {
    player: { id: playerId, firstName: family.player.firstName, lastName: family.player.lastName },
    manages: isManager,
    people: memberCards,
    invitations: visibleInvitations.map(({ invitationId, name, email, relation, invitedAt }) => ({
      id: invitationId,
      name,
      email,
      relation,
      invitedAt,
      also: editablePlayers.flatMap((player) =>
        player && player.playerId !== playerId && childIdsByInvitation.get(invitationId)?.includes(player.playerId)
          ? [player.firstName]
          : [],
      ),
    })),
    contacts: isManager
      ? unreachedGuardians({ ...family, invitations: await validInvitations(family, inviterCheck()) }, people).map(
          ({ guardianId, name, email, phone, accessTakenAt }) => ({
            id: guardianId,
            name,
            email: email ?? null,
            phone: phone ?? null,
            accessTakenAt: accessTakenAt ?? null,
          }),
        )
      : [],
  }
}

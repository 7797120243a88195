import type { families as contract } from '#shared/api/families.ts'
import type { Access } from '#shared/permissions.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { takenByAddress } from '../../access/restoreAccess.ts'
import { avatarUrlOf } from '../../people/avatarUrl.ts'
import type { CallOf } from '../../serve.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type PlayerAccount, playerAccounts } from '../../table/playerAccounts.ts'
import { type Family, players } from '../../table/players.ts'
import { type Profile, profiles } from '../../table/profiles.ts'
import { familyOf } from './familyOf.ts'
import { invitedChildren } from './invitedChildren.ts'
import { inviterCheck, validInvitations } from './inviters.ts'
import { canManage, mayEdit } from './mayEdit.ts'
import { unreachedGuardians } from './reachedGuardians.ts'

/** A player's family, as far as the caller may see it: its members, open invitations, and guardians who have neither account nor invitation. */
export async function readFamily({
  userId,
  me,
  params: { playerId },
  query: { teamId },
}: CallOf<typeof contract, 'GET /rest-api/families/player/{playerId}'>) {
  const [{ access }, context] = await Promise.all([me, familyOf(playerId)])
  const { player, family, invitations } = context
  const viewer = { userId, access, playerId, teamId, isManager: canManage(access, playerId, teamId) }
  const peoplePromise = profiles.getMany(family)
  const [people, accounts, invitationList, contacts] = await Promise.all([
    peoplePromise,
    playerAccounts.getMany(family),
    invitationCards(invitations, viewer),
    viewer.isManager ? contactCards(context, peoplePromise) : [],
  ])
  return {
    player: { id: playerId, firstName: player.firstName, lastName: player.lastName },
    manages: viewer.isManager,
    ...(viewer.isManager && !canManage(access, playerId, undefined) && { forTeam: true as const }),
    people: memberCards(family, people, accounts, viewer),
    invitations: invitationList,
    contacts,
  }
}

type Viewer = { userId: string; access: Access; playerId: string; teamId: string | undefined; isManager: boolean }

/** The members: guardians first, each by name. `people` and `accounts` are theirs, in the same order. */
const memberCards = (
  family: readonly Family[],
  people: readonly (Profile | undefined)[],
  accounts: readonly (PlayerAccount | undefined)[],
  { userId, playerId, isManager }: Viewer,
) =>
  family
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

/** The open invitations that the viewer may withdraw; `also`: the first names of other children, as far as the viewer may edit them. */
async function invitationCards(
  invitations: readonly FamilyInvitation[],
  { userId, access, playerId, teamId, isManager }: Viewer,
) {
  const visibleInvitations = invitations.filter(
    ({ state, invitedBy, relation }) =>
      state === 'open' && (isManager || relation === 'following' || invitedBy === userId),
  )
  const childrenOf = await invitedChildren(visibleInvitations)
  const childIdsByInvitation = new Map(
    visibleInvitations.map((each) => [each.invitationId, childrenOf(each).map((child) => child.playerId)]),
  )
  const invitedPlayers = await players.getMany(
    [...new Set([...childIdsByInvitation.values()].flat())].map((id) => ({ playerId: id })),
  )
  const otherPlayers = invitedPlayers
    .filter((player) => player !== undefined)
    .filter((player) => player.playerId !== playerId && mayEdit(access, player, teamId))
  return visibleInvitations.map(({ invitationId, name, email, relation, invitedAt }) => ({
    id: invitationId,
    name,
    email,
    relation,
    invitedAt,
    also: otherPlayers
      .filter((player) => childIdsByInvitation.get(invitationId)?.includes(player.playerId))
      .map(({ firstName }) => firstName),
  }))
}

async function contactCards(
  context: Awaited<ReturnType<typeof familyOf>>,
  peoplePromise: Promise<readonly (Profile | undefined)[]>,
) {
  const [people, invitations, takenAt] = await Promise.all([
    peoplePromise,
    validInvitations(context, inviterCheck()),
    takenByAddress(context.guardians.map(({ email }) => email)),
  ])
  return unreachedGuardians({ ...context, invitations }, people).map((guardian) => ({
    id: guardian.guardianId,
    name: guardian.name,
    email: guardian.email ?? null,
    phone: guardian.phone ?? null,
    accessTakenAt: guardian.accessTakenAt ?? takenAt(guardian) ?? null,
  }))
}

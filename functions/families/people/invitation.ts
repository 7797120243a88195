import type { families as contract } from '#shared/api/families.ts'
import { organizationOf } from '#shared/ids.ts'
import { hasRight } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { restoreAccess, addressesOf, isAccessTaken, takenPlacesOf } from '../../access/restoreAccess.ts'
import { readLink } from '../../http/links.ts'
import { effectiveRights } from '../../access/administrators.ts'
import { isChildAccount } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { accountEnabledCheck } from '../../access/accountEnabled.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { guardians } from '../../table/guardians.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { organizations } from '../../table/organizations.ts'
import { families, type Player, players } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import type { Write } from '../../table/writes.ts'
import { childrenOf, otherChildrenOf } from './household.ts'
import { invitationTo, type InvitedChild, invitedChildren } from './invitedChildren.ts'
import { isForThemselves } from '../../people/forThemselves.ts'

/**
 * What the page of an invitation's link shows: the child's first name and the club. Throws `invitation_gone` also if it could not be
 * accepted any more, so that nobody creates an account in vain.
 */
export async function readInvitation({
  now,
  body: { token },
}: CallOf<typeof contract, 'POST /rest-api/families/invitation/read'>) {
  const invitation = await invitationOf(token, now)
  if (invitation.state === 'open') await childrenFor(invitation, (await requireInviterRights(invitation, now)).teamIds)
  return invitationCard(invitation)
}

/**
 * Accepts an invitation in one transaction: the caller becomes a guardian or follower of its children, on the condition that the sender
 * still has the right to invite, and that the caller's access was not taken since it was sent, or, if a team sent it, at any time. Idempotent
 * for the same user. Throws `link_used` if another user has accepted it, `family_already`, and `invitation_gone`.
 */
export async function acceptInvitation({
  userId,
  stamp,
  now,
  body: { token },
}: CallOf<typeof contract, 'POST /rest-api/families/invitation/accept'>) {
  return retryOnConflict(async () => {
    const invitation = await invitationOf(token, now)
    if (invitation.state === 'accepted') {
      if (invitation.acceptedBy === userId) return invitationCard(invitation)
      throw new Problem('link_used')
    }
    const { playerId, invitationId, relation } = invitation
    const { teamIds, checks } = await requireInviterRights(invitation, now)
    const isByTeam = relation === 'own' && teamIds !== undefined
    const { children: invited, mergeChecks, rosterChecks, householdChecks } = await childrenFor(invitation, teamIds)
    const joins = await Promise.all(invited.map((child) => families.joinWrites({ ...child, userId, relation })))
    // Read after the memberships: whoever is being removed is either still a member there, or recorded as removed here.
    const takenPlaces = await takenPlacesOf(userId)
    const isRemoved = await Promise.all(
      invited.map(
        async (child, i) =>
          isAccessTakenTo(invitation, child, { takenPlaces, isSibling: i > 0 }) ||
          (isByTeam && (await isAccessTaken(userId, child))),
      ),
    )
    if (isRemoved[0]) throw new Problem('invitation_gone')
    const children = invited.filter((_, i) => !isRemoved[i])
    const joinWrites = joins.filter((_, i) => !isRemoved[i]).flat()
    // A member of the family who opens a link that was sent to somebody else, such as its sender, does not use it up.
    if (joinWrites.length === 0 && !(await wasSentTo(userId, invitation))) throw new Problem('family_already')
    const acceptance = { state: 'accepted', acceptedBy: userId } as const
    await write(
      stamp,
      familyInvitations.change({ playerId, invitationId }, { set: acceptance, when: [['state', '=', 'open']] }),
      ...joinWrites,
      ...checks,
      ...mergeChecks,
      ...rosterChecks,
      ...householdChecks,
      ...(relation === 'own'
        ? await restoreAccess(
            userId,
            children.map((child) => child.playerId),
            invitation.email,
          )
        : []),
    )
    return invitationCard({ ...invitation, ...acceptance })
  })
}

const wasSentTo = async (userId: string, { email }: FamilyInvitation) => (await addressesOf(userId)).includes(email)

/**
 * Whether the user's access to the child was taken: after the invitation was sent, since at another of their addresses it may still be open;
 * or for another child of the household (`isSibling`), to whom an invitation does not restore access, at any time.
 */
const isAccessTakenTo = (
  { invitedAt }: FamilyInvitation,
  { playerId }: InvitedChild,
  { takenPlaces, isSibling }: { takenPlaces: Awaited<ReturnType<typeof takenPlacesOf>>; isSibling: boolean },
): boolean =>
  takenPlaces.some((place) => place.currentId === playerId && (isSibling || place.accessTakenAt > invitedAt))

async function invitationOf(token: string, now: string): Promise<FamilyInvitation> {
  const { about: playerId, data } = await readLink('join', token, now)
  const invitation = await invitationTo({ playerId, invitationId: String(data[0]) })
  if (!invitation) throw new Problem('invitation_gone')
  return invitation
}

/**
 * Checks that the sender still has the right to invite: to a follower, as a grown-up guardian of the child who is not blocked; otherwise as
 * somebody who may edit players of the club or of the team from which it was sent. Throws `invitation_gone`.
 * @returns `teamIds`: the teams to which the right is limited, undefined for the whole club; `checks` for the transaction
 */
async function requireInviterRights(
  invitation: FamilyInvitation,
  now: string,
): Promise<{ teamIds?: string[]; checks: Write[] }> {
  const { playerId, relation, invitedBy, teamId } = invitation
  const organizationId = organizationOf(playerId)
  const [member, inviterRights, onClub] = await Promise.all([
    families.get({ playerId, userId: invitedBy }, { consistent: true }),
    effectiveRights(invitedBy, teamId ?? organizationId),
    effectiveRights(invitedBy, organizationId),
  ])
  const isFamily = relation === 'following' && member?.relation === 'own' && hasRight(member, 'sees')
  if (isFamily && !(await isChildAccount(invitedBy, now))) {
    const accountCheck = await accountEnabledCheck(invitedBy)
    if (!accountCheck) throw new Problem('invitation_gone')
    return { checks: [families.check({ playerId, userId: invitedBy }, guardianConditions), accountCheck] }
  }
  if (!inviterRights.flags.has('canEditPlayers')) throw new Problem('invitation_gone')
  const checks = inviterRights.holds.map(({ check }) => check)
  return onClub.flags.has('canEditPlayers') || teamId === undefined ? { checks } : { teamIds: [teamId], checks }
}

const guardianConditions = [
  ['relation', '=', 'own'],
  ['lacks', 'lacks', 'sees'],
] as const

/** The children of the invitation that are still in the household and on the team, with condition checks of that. */
async function childrenFor(invitation: FamilyInvitation, teamIds: string[] | undefined) {
  const { playerId, relation } = invitation
  const [player, otherChildren, targetsOf] = await Promise.all([
    players.get({ playerId }, { consistent: true }),
    relation === 'own' ? childrenOf(invitation) : [],
    invitedChildren([invitation]),
  ])
  const isOnTeams = (each: Player) => teamIds === undefined || each.teams.some(({ id }) => teamIds.includes(id))
  if (!player || !isOnTeams(player)) throw new Problem('invitation_gone')
  const [first = { playerId }, ...otherTargets] = targetsOf(invitation)
  const isTarget = (each: Player) => otherTargets.some((child) => child.playerId === each.playerId)
  const siblings = otherChildren.filter((each) => isTarget(each.player) && isOnTeams(each.player))
  const children = [
    first,
    ...otherTargets.filter((child) => siblings.some((each) => each.player.playerId === child.playerId)),
  ]
  return {
    children,
    mergeChecks: children.flatMap(mergeUnchanged),
    rosterChecks: [player, ...siblings.map((each) => each.player)].flatMap((each) =>
      (teamIds ?? []).map((teamId) => rosterRows.check({ teamId, playerId: each.playerId }, [])),
    ),
    householdChecks: siblings.map(({ guardian: { playerId: id, guardianId, householdId } }) =>
      guardians.check({ playerId: id, guardianId }, [
        ['householdId', '=', householdId],
        ['accessTakenAt', 'not exists'],
      ]),
    ),
  }
}

/** Fails the write if a merge of the player was undone meanwhile, so that nobody becomes a guardian of the other one. */
const mergeUnchanged = ({ playerId, cameAs = [] }: InvitedChild): Write[] =>
  cameAs.map((id, i) => mergedPlayers.check({ playerId: id }, [['keepId', '=', cameAs[i + 1] ?? playerId]]))

async function invitationCard(invitation: FamilyInvitation) {
  const { playerId, relation, state } = invitation
  const [player, club, otherChildren] = await Promise.all([
    players.get({ playerId }),
    organizations.get({ organizationId: organizationOf(playerId) }),
    otherChildrenOf(invitation),
  ])
  if (!player || !club) throw new Problem('invitation_gone')
  const also = otherChildren.map(({ firstName }) => firstName)
  const themselves = isForThemselves(invitation, player)
  return { player: { firstName: player.firstName }, also, club: club.name, relation, themselves, state }
}

import type { families as contract } from '#shared/api/families.ts'
import { organizationOf } from '#shared/ids.ts'
import { hasRight } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { accessBack, addressesOf } from '../../access/accessBack.ts'
import { readLink } from '../../http/links.ts'
import { effectiveRights } from '../../access/administrators.ts'
import { isChildAccount } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { notShutOut } from '../../access/shutOut.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { guardians } from '../../table/guardians.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { organizations } from '../../table/organizations.ts'
import { families, type Player, players } from '../../table/players.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import type { Write } from '../../table/writes.ts'
import { childrenOf, othersIn } from './household.ts'
import { invitationTo, type Meant, meantIn } from './named.ts'
import { isForThemselves } from '../../people/forThemselves.ts'

/**
 * What the page of an invitation's link shows: the child's first name and the club. Throws `invitation_gone` also if it could not be
 * accepted any more, so that nobody creates an account in vain.
 */
export async function readInvitation({
  now,
  body: { token },
}: CallOf<typeof contract, 'POST /rest-api/families/invitation/read'>) {
  const found = await invitationOf(token, now)
  if (found.state === 'open') await childrenFor(found, (await inviterStill(found, now)).teamIds)
  return shown(found)
}

/**
 * Accepts an invitation in one transaction: the caller becomes a guardian or follower of its children, on the condition that the sender
 * still has the right to invite. Idempotent for the same user. Throws `link_used` if another user has accepted it, `family_already`, and
 * `invitation_gone`.
 */
export async function acceptInvitation({
  userId,
  stamp,
  now,
  body: { token },
}: CallOf<typeof contract, 'POST /rest-api/families/invitation/accept'>) {
  return retryOnConflict(async () => {
    const found = await invitationOf(token, now)
    if (found.state === 'accepted') {
      if (found.acceptedBy === userId) return shown(found)
      throw new Problem('link_used')
    }
    const { playerId, invitationId, relation } = found
    const { teamIds, checks } = await inviterStill(found, now)
    const { children, stillMeant, stillOne } = await childrenFor(found, teamIds)
    const all = await Promise.all(children.map((child) => families.joinWrites({ ...child, userId, relation })))
    // A member of the family who opens a link that was sent to somebody else, such as its sender, does not use it up.
    if (all.flat().length === 0 && !(await wasSentTo(userId, found))) throw new Problem('family_already')
    const taken = { state: 'accepted', acceptedBy: userId } as const
    await write(
      stamp,
      familyInvitations.change({ playerId, invitationId }, { set: taken, when: [['state', '=', 'open']] }),
      ...all.flat(),
      ...checks,
      ...stillMeant,
      ...stillOne,
      ...(relation === 'own'
        ? await accessBack(
            userId,
            children.map((child) => child.playerId),
            found.email,
          )
        : []),
    )
    return shown({ ...found, ...taken })
  })
}

const wasSentTo = async (userId: string, { email }: FamilyInvitation) => (await addressesOf(userId)).includes(email)

async function invitationOf(token: string, now: string): Promise<FamilyInvitation> {
  const { about: playerId, data } = await readLink('join', token, now)
  const found = await invitationTo({ playerId, invitationId: String(data[0]) })
  if (!found) throw new Problem('invitation_gone')
  return found
}

/**
 * Checks that the sender still has the right to invite: to a follower, as a grown-up guardian of the child who is not blocked; otherwise as
 * somebody who may edit players of the club or of the team from which it was sent. Throws `invitation_gone`.
 * @returns `teamIds`: the teams to which the right is limited, undefined for the whole club; `checks` for the transaction
 */
async function inviterStill(found: FamilyInvitation, now: string): Promise<{ teamIds?: string[]; checks: Write[] }> {
  const { playerId, relation, invitedBy, teamId } = found
  const organizationId = organizationOf(playerId)
  const [member, inviterRights, onClub] = await Promise.all([
    families.get({ playerId, userId: invitedBy }, { consistent: true }),
    effectiveRights(invitedBy, teamId ?? organizationId),
    effectiveRights(invitedBy, organizationId),
  ])
  const isFamily = relation === 'following' && member?.relation === 'own' && hasRight(member, 'sees')
  if (isFamily && !(await isChildAccount(invitedBy, now))) {
    const isIn = await notShutOut(invitedBy)
    if (!isIn) throw new Problem('invitation_gone')
    return { checks: [families.check({ playerId, userId: invitedBy }, stillSees), isIn] }
  }
  if (!inviterRights.flags.has('canEditPlayers')) throw new Problem('invitation_gone')
  const checks = inviterRights.holds.map(({ check }) => check)
  return onClub.flags.has('canEditPlayers') || teamId === undefined ? { checks } : { teamIds: [teamId], checks }
}

const stillSees = [
  ['relation', '=', 'own'],
  ['lacks', 'lacks', 'sees'],
] as const

/** The children of the invitation that are still in the household and on the team, with condition checks of that. */
async function childrenFor(found: FamilyInvitation, teamIds: string[] | undefined) {
  const { playerId, relation } = found
  const [player, others, meant] = await Promise.all([
    players.get({ playerId }, { consistent: true }),
    relation === 'own' ? childrenOf(found) : [],
    meantIn([found]),
  ])
  const isOn = (each: Player) => teamIds === undefined || each.teams.some(({ id }) => teamIds.includes(id))
  if (!player || !isOn(player)) throw new Problem('invitation_gone')
  const [first = { playerId }, ...more] = meant(found)
  const isMeant = (each: Player) => more.some((child) => child.playerId === each.playerId)
  const same = others.filter((each) => isMeant(each.player) && isOn(each.player))
  const children = [first, ...more.filter((child) => same.some((each) => each.player.playerId === child.playerId))]
  return {
    children,
    stillMeant: children.flatMap(stillMerged),
    stillOne: same.map(({ guardian: { playerId: id, guardianId, householdId } }) =>
      guardians.check({ playerId: id, guardianId }, [
        ['householdId', '=', householdId],
        ['accessTakenAt', 'not exists'],
      ]),
    ),
  }
}

/** Fails the write if a merge of the player was undone meanwhile, so that nobody becomes a guardian of the other one. */
const stillMerged = ({ playerId, cameAs = [] }: Meant): Write[] =>
  cameAs.map((id, i) => mergedPlayers.check({ playerId: id }, [['keepId', '=', cameAs[i + 1] ?? playerId]]))

async function shown(invitation: FamilyInvitation) {
  const { playerId, relation, state } = invitation
  const [player, club, others] = await Promise.all([
    players.get({ playerId }),
    organizations.get({ organizationId: organizationOf(playerId) }),
    othersIn(invitation),
  ])
  if (!player || !club) throw new Problem('invitation_gone')
  const also = others.map(({ firstName }) => firstName)
  const themselves = isForThemselves(invitation, player)
  return { player: { firstName: player.firstName }, also, club: club.name, relation, themselves, state }
}

import type { families as contract } from '#shared/api/families.ts'
import { Problem } from '#shared/problems.ts'
import { childrenAmong, isLeftAlone } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { emailUsers } from '../../table/emailUsers.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { files } from '../../table/files.ts'
import { guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, players } from '../../table/players.ts'
import { type Profile, profiles } from '../../table/profiles.ts'
import { changePictures } from '../../table/rosters.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stamp, type Write } from '../../table/writes.ts'
import { familyOf, manages } from './readFamily.ts'

/**
 * Removes a member from a player's family, with effect from their next call. It deletes both items of the membership and the open
 * invitations to the member, and takes the member out of the household. If the club removes somebody, or a guardian leaves whose rights it
 * has limited, `accessTakenAt` is set: an invitation to all families then leaves them out. Throws `not_allowed`.
 */
export async function remove({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: whom, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/remove'>) {
  const { access } = await me
  const isSelf = whom === userId
  return takeAway(
    stamp,
    { playerId, whom },
    { isManager: manages(access, playerId, teamId), isSelf, unmarks: !isSelf && manages(access, playerId, undefined) },
  )
}

/** Removes the caller from a player's family; open to followers and to guardians without any rights too. */
export const leave = ({
  userId,
  stamp,
  body: { playerId },
}: CallOf<typeof contract, 'POST /rest-api/families/leave'>) =>
  takeAway(stamp, { playerId, whom: userId }, { isManager: false, isSelf: true, unmarks: false })

type By = { isManager: boolean; isSelf: boolean; unmarks: boolean }
/**
 * See `remove`. `unmarks`: the account is no longer marked as the player's own. Only somebody who may edit all players of the club can do
 * that: a child that leaves, or is removed by its coach, remains marked as a child.
 */
export const takeAway = (
  stamp: Stamp,
  { playerId, whom }: { playerId: string; whom: string },
  { isManager, isSelf, unmarks }: By,
) =>
  retryOnConflict(async () => {
    const there = await families.get({ playerId, userId: whom }, { consistent: true })
    if (!there) {
      // Throws `not_found` for an unknown player.
      if (!isSelf) await familyOf(playerId)
      return {}
    }
    const [found, profile, account] = await Promise.all([
      familyOf(playerId),
      profiles.get({ userId: whom }),
      playerAccounts.get({ userId: whom }, { consistent: true }),
    ])
    const member = found.family.find((each) => each.userId === whom)
    if (!member) return {}
    const { relation, lacks = [] } = member
    const may = isSelf || relation === 'following' || isManager
    if (!may) throw new Problem('not_allowed')
    const addresses = await addressesOf(found.invitations, whom, profile)
    const isAddressOf = (email: string | undefined) => email !== undefined && addresses.has(email)
    // The family does not delete an invitation by which the club makes a follower a guardian.
    const goes = found.invitations.filter(
      (each) =>
        each.state === 'open' &&
        (each.relation === 'following'
          ? each.invitedBy === whom || isAddressOf(each.email)
          : isAddressOf(each.email) && (isManager || relation === 'own')),
    )
    const isNoted = !isSelf || lacks.length > 0
    const known = found.guardians.filter(
      ({ email, householdId }) => relation === 'own' && isAddressOf(email) && (isNoted || householdId !== undefined),
    )
    await write(
      stamp,
      ...families.leave({ playerId, userId: whom, relation }),
      leftPlaces.record({ userId: whom, id: playerId, is: 'player' }),
      ...(unmarks && account?.playerId === playerId
        ? [playerAccounts.remove({ userId: whom }, 'conflict', [['playerId', '=', playerId]])]
        : []),
      ...(relation === 'own' ? await leftBehind(found, whom, stamp.at) : []),
      ...goes.map(({ invitationId }) =>
        familyInvitations.remove({ playerId, invitationId }, 'conflict', [['state', '=', 'open']]),
      ),
      ...known.map(({ guardianId, version }) =>
        guardians.change(
          { playerId, guardianId },
          {
            set: { householdId: undefined, ...(isNoted && { accessTakenAt: stamp.at }) },
            when: ifUnchanged({ version }),
          },
        ),
      ),
    )
    return {}
  })

/** The addresses of a member: those at which they were invited, and those of their account. */
async function addressesOf(invitations: readonly FamilyInvitation[], userId: string, profile: Profile | undefined) {
  const accepted = invitations.filter(({ acceptedBy }) => acceptedBy === userId).map(({ email }) => email)
  return new Set([...accepted, ...(profile ? await emailUsers.addressesOf(profile) : [])])
}

type Found = Awaited<ReturnType<typeof familyOf>>
/**
 * The writes for what a guardian leaves at the player: their private contacts are deleted, since nobody else sees them. If no other
 * grown-up guardian is left, the player's picture and the consent to pictures are deleted too.
 */
async function leftBehind({ player, family }: Found, whom: string, now: string): Promise<Write[]> {
  const { playerId } = player
  const [details, children] = await Promise.all([
    playerDetails.get({ playerId }, { consistent: true }),
    childrenAmong(family, now),
  ])
  const isAlone = isLeftAlone(family, whom, children)
  const before = details?.contacts ?? []
  const contacts = before.filter((each) => !each.private || each.enteredBy !== whom)
  const isTold = contacts.length < before.length
  const names = isTold ? { contacts: contacts.map(({ name }) => name) } : {}
  const said = isAlone ? { picture: undefined, pictures: undefined, picturesSaid: undefined } : {}
  const shows = isAlone && (player.picture !== undefined || player.pictures !== undefined)
  return [
    ...(isTold
      ? [playerDetails.change({ playerId }, { set: { contacts }, when: [['version', '=', details?.version ?? 0]] })]
      : []),
    ...(shows
      ? changePictures(player, { ...said, ...names })
      : isTold
        ? [players.change({ playerId }, { set: names, when: ifUnchanged(player) })]
        : []),
    ...(shows && player.picture !== undefined ? [files.removeAttached(player.picture, playerId)] : []),
  ]
}

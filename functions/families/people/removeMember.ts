import type { families as contract } from '#shared/api/families.ts'
import { Problem } from '#shared/problems.ts'
import { childrenAmong, isLeftAlone } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { emailUsers } from '../../table/emailUsers.ts'
import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { files } from '../../table/files.ts'
import { type Guardian, guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, type Family, players } from '../../table/players.ts'
import { type Profile, profiles } from '../../table/profiles.ts'
import { changePictures } from '../../table/rosters.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { familyOf } from './familyOf.ts'
import { canManage } from './mayEdit.ts'

/**
 * Removes a member from a player's family, with effect from their next call. It deletes both items of the membership and the open
 * invitations to the member, and takes the member out of the household. If the club removes somebody, or a guardian leaves whose rights it
 * has limited, `accessTakenAt` is set: an invitation to all families then leaves them out, and they cannot accept an earlier one. Throws
 * `not_allowed`.
 */
export async function remove({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: memberId, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/remove'>) {
  const { access } = await me
  const isSelf = memberId === userId
  return removeMember(
    stamp,
    { playerId, memberId },
    {
      isManager: canManage(access, playerId, teamId),
      isSelf,
      unmarks: !isSelf && canManage(access, playerId, undefined),
    },
  )
}

/** Removes the caller from a player's family; open to followers and to guardians without any rights too. */
export const leave = ({
  userId,
  stamp,
  body: { playerId },
}: CallOf<typeof contract, 'POST /rest-api/families/leave'>) =>
  removeMember(stamp, { playerId, memberId: userId }, { isManager: false, isSelf: true, unmarks: false })

type RemovalMode = { isManager: boolean; isSelf: boolean; unmarks: boolean }
/**
 * See `remove`. `unmarks`: the account is no longer marked as the player's own. Only somebody who may edit all players of the club can do
 * that: a child that leaves, or is removed by its coach, remains marked as a child.
 */
export const removeMember = (
  stamp: Stamp,
  { playerId, memberId }: { playerId: string; memberId: string },
  { isManager, isSelf, unmarks }: RemovalMode,
) =>
  retryOnConflict(async () => {
    const membership = await families.get({ playerId, userId: memberId }, { consistent: true })
    if (!membership) {
      // Throws `not_found` for an unknown player.
      if (!isSelf) await familyOf(playerId)
      return {}
    }
    const [family, profile, account] = await Promise.all([
      familyOf(playerId),
      profiles.get({ userId: memberId }),
      playerAccounts.get({ userId: memberId }, { consistent: true }),
    ])
    const member = family.family.find((each) => each.userId === memberId)
    if (!member) return {}
    const { relation, lacks = [] } = member
    const isAllowed = isSelf || relation === 'following' || isManager
    if (!isAllowed) throw new Problem('not_allowed')
    const addresses = await addressesOf(family.invitations, memberId, profile)
    const accessTakenAt = !isSelf || lacks.length > 0 ? stamp.at : undefined
    await write(
      stamp,
      ...families.leave({ playerId, userId: memberId, relation }),
      leftPlaces.record({
        userId: memberId,
        id: playerId,
        is: 'player',
        ...(accessTakenAt !== undefined && { accessTakenAt }),
      }),
      ...(unmarks && account?.playerId === playerId
        ? [playerAccounts.remove({ userId: memberId }, 'conflict', [['playerId', '=', playerId]])]
        : []),
      ...(relation === 'own' ? await leftDataWrites(family, memberId, stamp.at) : []),
      ...withdrawnInvitations(family.invitations, member, addresses, isManager),
      ...(relation === 'own' ? guardianWrites(family.guardians, addresses, accessTakenAt) : []),
    )
    return {}
  })

/** Deletes the open invitations to or by the member; but not, by the family, one by which the club makes a follower a guardian. */
const withdrawnInvitations = (
  invitations: readonly FamilyInvitation[],
  { userId, relation }: Family,
  addresses: ReadonlySet<string>,
  isManager: boolean,
): Write[] =>
  invitations
    .filter(
      (each) =>
        each.state === 'open' &&
        (each.relation === 'following'
          ? each.invitedBy === userId || addresses.has(each.email)
          : addresses.has(each.email) && (isManager || relation === 'own')),
    )
    .map((each) => familyInvitations.remove(each, 'conflict', [['state', '=', 'open']]))

/** Takes the guardian with these addresses out of their household, and records since when the club has taken their access, if it has. */
const guardianWrites = (
  all: readonly Stored<Guardian>[],
  addresses: ReadonlySet<string>,
  accessTakenAt: string | undefined,
): Write[] =>
  all
    .filter(
      ({ email, householdId }) =>
        email !== undefined && addresses.has(email) && (accessTakenAt !== undefined || householdId !== undefined),
    )
    .map((each) =>
      guardians.change(each, {
        set: { householdId: undefined, ...(accessTakenAt !== undefined && { accessTakenAt }) },
        when: ifUnchanged(each),
      }),
    )

/** The addresses of a member: those at which they were invited, and those of their account. */
async function addressesOf(invitations: readonly FamilyInvitation[], userId: string, profile: Profile | undefined) {
  const accepted = invitations.filter(({ acceptedBy }) => acceptedBy === userId).map(({ email }) => email)
  return new Set([...accepted, ...(profile ? await emailUsers.addressesOf(profile) : [])])
}

type FamilyRows = Awaited<ReturnType<typeof familyOf>>
/**
 * The writes for what a guardian leaves at the player: their private contacts are deleted, since nobody else sees them. If no other
 * grown-up guardian is left, the player's picture and the consent to pictures are deleted too.
 */
async function leftDataWrites({ player, family }: FamilyRows, memberId: string, now: string): Promise<Write[]> {
  const { playerId } = player
  const [details, children] = await Promise.all([
    playerDetails.get({ playerId }, { consistent: true }),
    childrenAmong(family, now),
  ])
  const isAlone = isLeftAlone(family, memberId, children)
  const before = details?.contacts ?? []
  const contacts = before.filter((each) => !each.private || each.enteredBy !== memberId)
  const hasPrivateContacts = contacts.length < before.length
  const contactNames = hasPrivateContacts ? { contacts: contacts.map(({ name }) => name) } : {}
  const clearedFields = isAlone ? { picture: undefined, pictures: undefined, picturesSaid: undefined } : {}
  const hasPictures = isAlone && (player.picture !== undefined || player.pictures !== undefined)
  return [
    ...(hasPrivateContacts
      ? [playerDetails.change({ playerId }, { set: { contacts }, when: [['version', '=', details?.version ?? 0]] })]
      : []),
    ...(hasPictures
      ? changePictures(player, { ...clearedFields, ...contactNames })
      : hasPrivateContacts
        ? [players.change({ playerId }, { set: contactNames, when: ifUnchanged(player) })]
        : []),
    ...(hasPictures && player.picture !== undefined ? [files.removeAttached(player.picture, playerId)] : []),
  ]
}

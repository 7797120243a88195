import type { families as contract } from '#shared/api/families.ts'
import { Problem } from '#shared/problems.ts'
import { childrenAmong, isLeftAlone } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { emailUsers } from '../../table/emailUsers.ts'
import { familyInvitations } from '../../table/familyInvitations.ts'
import { files } from '../../table/files.ts'
import { guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, players } from '../../table/players.ts'
import { profiles } from '../../table/profiles.ts'
import { changePictures } from '../../table/rosters.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stamp, type Write } from '../../table/writes.ts'
import { familyOf, manages } from './readFamily.ts'

/**
 * Removes a family member: both items in one transaction, so that their next call finds neither. Also removes what would bring
 * them back, or others in their name: the household noted by the club, and open invitations. If the club takes the access, or a
 * limited guardian leaves, that is noted on the guardian: they can be invited again deliberately, but not with everyone else.
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

/**
 * The caller's own access, whatever it is: followers have no other way to end it, nor do guardians who can see nothing any more.
 */
export const leave = ({
  userId,
  stamp,
  body: { playerId },
}: CallOf<typeof contract, 'POST /rest-api/families/leave'>) =>
  takeAway(stamp, { playerId, whom: userId }, { isManager: false, isSelf: true, unmarks: false })

type By = { isManager: boolean; isSelf: boolean; unmarks: boolean }
/**
 * `unmarks`: the account is also no longer the player's own. Only for users who edit all players of the club, as for undoing the
 * mark: a child who leaves, or whom their coach removes, is still a child when they come back.
 */
export const takeAway = (
  stamp: Stamp,
  { playerId, whom }: { playerId: string; whom: string },
  { isManager, isSelf, unmarks }: By,
) =>
  retryOnConflict(async () => {
    const there = await families.get({ playerId, userId: whom }, { consistent: true })
    if (!there) {
      // Throws if the player does not exist.
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
    const taken = found.invitations.filter(({ acceptedBy }) => acceptedBy === whom)
    const addresses = new Set(taken.map(({ email }) => email))
    if (profile) for (const address of await emailUsers.knowing(profile)) addresses.add(address)
    const isTheirs = (email: string | undefined) => email !== undefined && addresses.has(email)
    // A family member cannot withdraw the club's invitation that would make a follower family.
    const goes = found.invitations.filter(
      (each) =>
        each.state === 'open' &&
        (each.relation === 'following'
          ? each.invitedBy === whom || isTheirs(each.email)
          : isTheirs(each.email) && (isManager || relation === 'own')),
    )
    const isNoted = !isSelf || lacks.length > 0
    const known = found.guardians.filter(
      ({ email, householdId }) => relation === 'own' && isTheirs(email) && (isNoted || householdId !== undefined),
    )
    await write(
      stamp,
      ...families.leave({ playerId, userId: whom, relation }),
      leftPlaces.keep({ userId: whom, id: playerId, is: 'player' }),
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

type Found = Awaited<ReturnType<typeof familyOf>>
/**
 * Contacts that a guardian kept private from the other home go with them: nobody in the family would ever see them again. So do
 * the picture and its audience, if nobody is left to decide on it.
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
    ...(shows && player.picture !== undefined ? [files.letGo(player.picture, playerId)] : []),
  ]
}

import type { families as contract } from '#shared/api/families.ts'
import { Problem } from '#shared/problems.ts'
import { organizationOf } from '#shared/ids.ts'
import { childrenAmong } from '../../childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { emailUsers, normalEmail } from '../../table/emailUsers.ts'
import { familyInvitations, familyInvitedCounts } from '../../table/familyInvitations.ts'
import { files } from '../../table/files.ts'
import { guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import { outbox } from '../../table/outbox.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, players } from '../../table/players.ts'
import { suppressedAddresses } from '../../table/suppressedAddresses.ts'
import { changePictures } from '../../table/rosters.ts'
import type { Stamp, Write } from '../../table/writes.ts'
import { profiles } from '../../table/profiles.ts'
import { update, untilSettled, write } from '../../table/table.ts'
import { childrenOf } from './household.ts'
import { reachedAt } from './reached.ts'
import { familyOf, manages, mayEdit } from './readFamily.ts'

/** So many invitations to one player are open at a time: nobody uses us to send mail. */
const mostOpen = 12
/**
 * How many invitations somebody of a family sends on one day (UTC), and how many a club with all of its families: those that
 * were taken back count too.
 */
const mostADay = { person: 100, club: 500 }

type Invite = CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/invite'>
/**
 * The invitation and its mail, in one transaction. Its id is made by who invites: so it is sent once. It is written while nobody
 * else has invited anybody to the same player since who is invited was read.
 */
export const invite = (call: Invite) => untilSettled(() => inviteOnce(call))

async function inviteOnce({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { invitationId, email: typed, name, relation, teamId, unlessReached = false },
}: Invite) {
  const on = { organizationId: organizationOf(playerId), day: stamp.at.slice(0, 10) }
  // Before all else: what is written after this is refused, and what was written before it is read.
  const before = await familyInvitedCounts.get({ ...on, playerId }, { consistent: true })
  const email = normalEmail(typed)
  const [{ access }, { player, family, invitations }, suppressed] = await Promise.all([
    me,
    familyOf(playerId),
    suppressedAddresses.get({ email }, { consistent: true }),
  ])
  const isClub = manages(access, playerId, teamId)
  if (relation === 'own' && !isClub) throw new Problem('not_allowed')
  const isThere = invitations.some((each) => each.invitationId === invitationId)
  if (unlessReached && !isThere && relation === 'own') {
    const reached = reachedAt({ family, invitations }, await profiles.getMany(family))
    if (reached.has(email)) return { already: true as const }
  }
  if (!isThere && invitations.length >= mostOpen) throw new Problem('family_invited')
  const within = (most: number) => ({ add: { invited: 1 }, when: [['invited', '<', most] as const] })
  const counted = [
    ...(isClub ? [] : [familyInvitedCounts.upsert({ ...on, userId }, within(mostADay.person), 'too_many_sent')]),
    familyInvitedCounts.upsert(on, within(mostADay.club), 'too_many_invitations'),
  ]
  if (suppressed && !isThere) {
    // Its link comes by mail alone: nobody would ever take it up. It counts, so that nobody tries out addresses.
    await write(stamp, ...counted)
    return { noMail: true as const }
  }
  const children = relation === 'own' ? await childrenOf({ playerId, email }) : []
  const withThem = children.filter((each) => mayEdit(access, each.player, teamId)).map((each) => each.player.playerId)
  const isOnTeam = player.teams.some(({ id }) => id === teamId)
  const asBefore = before ? (['invited', '=', before.invited] as const) : (['invited', 'not exists'] as const)
  await write(
    stamp,
    ...counted,
    familyInvitedCounts.upsert({ ...on, playerId }, { add: { invited: 1 }, when: [asBefore] }),
    familyInvitations.createOnce({
      playerId,
      invitationId,
      email,
      name,
      relation,
      playerIds: [playerId, ...withThem],
      ...(isOnTeam && teamId !== undefined && { teamId }),
      invitedBy: userId,
      invitedAt: stamp.at,
      state: 'open',
    }),
    outbox.want(stamp, { letter: 'familyInvitation', to: { email }, about: { playerId, invitationId } }),
  )
  return {}
}

/** It is done already; of a player who is not there nothing is. */
async function nothingOf(playerId: string) {
  if (!(await players.get({ playerId }))) throw new Problem('not_found')
  return {}
}

export async function withdraw({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { invitationId, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/withdraw'>) {
  const [{ access }, found] = await Promise.all([
    me,
    familyInvitations.get({ playerId, invitationId }, { consistent: true }),
  ])
  if (!found) return nothingOf(playerId)
  const may = manages(access, playerId, teamId) || found.relation === 'following' || found.invitedBy === userId
  if (!may) throw new Problem('not_allowed')
  await write(stamp, familyInvitations.remove({ playerId, invitationId }, 'link_used', [['state', '=', 'open']]))
  return {}
}

/**
 * Both rows go in one transaction: the next call of that person finds neither. With them goes what would bring them back,
 * or others in their name: what the club has said of their household, and invitations that are open.
 */
export async function remove({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: whom, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/remove'>) {
  const { access } = await me
  return takeAway(stamp, { playerId, whom }, { isManager: manages(access, playerId, teamId), isSelf: whom === userId })
}

/** One's own access, whatever it is: a follower has no other way to it, nor has a guardian who sees nothing any more. */
export const leave = ({
  userId,
  stamp,
  body: { playerId },
}: CallOf<typeof contract, 'POST /rest-api/families/leave'>) =>
  takeAway(stamp, { playerId, whom: userId }, { isManager: false, isSelf: true })

const takeAway = (
  stamp: Stamp,
  { playerId, whom }: { playerId: string; whom: string },
  { isManager, isSelf }: { isManager: boolean; isSelf: boolean },
) =>
  untilSettled(async () => {
    const there = await families.get({ playerId, userId: whom }, { consistent: true })
    if (!there) {
      // Of a player who is not there nobody can be taken away.
      if (!isSelf) await familyOf(playerId)
      return {}
    }
    const [found, profile] = await Promise.all([familyOf(playerId), profiles.get({ userId: whom })])
    const member = found.family.find((each) => each.userId === whom)
    if (!member) return {}
    const { relation } = member
    const may = isSelf || relation === 'following' || isManager
    if (!may) throw new Problem('not_allowed')
    const taken = found.invitations.filter(({ acceptedBy }) => acceptedBy === whom)
    const addresses = new Set(taken.map(({ email }) => email))
    if (profile) for (const address of await emailUsers.knowing(profile)) addresses.add(address)
    const isTheirs = (email: string | undefined) => email !== undefined && addresses.has(email)
    // The family takes back no invitation by which the club would make a follower one of them.
    const goes = found.invitations.filter(
      (each) =>
        each.state === 'open' &&
        (each.relation === 'following'
          ? each.invitedBy === whom || isTheirs(each.email)
          : isTheirs(each.email) && (isManager || relation === 'own')),
    )
    const households = found.guardians.filter(({ email, householdId }) => householdId && isTheirs(email))
    await write(
      stamp,
      ...families.leave({ playerId, userId: whom, relation }),
      leftPlaces.keep({ userId: whom, id: playerId, is: 'player' }),
      ...(relation === 'own' ? await leftBehind(found, whom, stamp.at) : []),
      ...goes.map(({ invitationId }) =>
        familyInvitations.remove({ playerId, invitationId }, 'conflict', [['state', '=', 'open']]),
      ),
      ...(relation === 'own' ? households : []).map(({ guardianId, version }) =>
        guardians.change(
          { playerId, guardianId },
          { set: { householdId: undefined }, when: [['version', '=', version]] },
        ),
      ),
    )
    return {}
  })

type Found = Awaited<ReturnType<typeof familyOf>>
/**
 * What a guardian kept from the player's other home goes with them: nobody of the family would ever see it again. So do the
 * picture, and to whom pictures may be shown, where nobody is left who could say it.
 */
async function leftBehind({ player, family }: Found, whom: string, now: string): Promise<Write[]> {
  const { playerId } = player
  const [details, children] = await Promise.all([
    playerDetails.get({ playerId }, { consistent: true }),
    childrenAmong(family, now),
  ])
  // A child's own account says nothing of pictures.
  const isAlone = family.every(({ userId, relation }) => relation !== 'own' || userId === whom || children.has(userId))
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
        ? [players.change({ playerId }, { set: names, when: [['version', '=', player.version]] })]
        : []),
    ...(shows && player.picture !== undefined ? [files.letGo(player.picture, playerId)] : []),
  ]
}

export async function hide({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: whose, hidden, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/hide'>) {
  const { access } = await me
  if (whose !== userId && !manages(access, playerId, teamId)) throw new Problem('not_allowed')
  await update(stamp, families.change({ playerId, userId: whose }, { set: { hidden } }, 'not_found'))
  return {}
}

/** Both rows change in one transaction. Nobody takes from themselves what others would have to give back. */
export async function limit({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: whose, lacks, teamId },
}: CallOf<typeof contract, 'PUT /rest-api/families/player/{playerId}/rights'>) {
  // A right on the team does not count where it is one's own child that is meant and not on it.
  if (!manages((await me).access, playerId, teamId) || whose === userId) throw new Problem('not_allowed')
  await write(stamp, ...families.limit({ playerId, userId: whose }, [...new Set(lacks)]))
  return {}
}

import { dequal } from 'dequal'
import type { families as contract } from '#shared/api/families.ts'
import { type GuardianRight, guardianRights } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { organizationOf } from '#shared/ids.ts'
import type { CallOf } from '../../serve.ts'
import { normalEmail } from '../../table/emailUsers.ts'
import { type FamilyInvitation, familyInvitations, familyInvitedCounts } from '../../table/familyInvitations.ts'
import { guardians, isTaken } from '../../table/guardians.ts'
import { outbox } from '../../table/outbox.ts'
import { families, players } from '../../table/players.ts'
import { suppressedAddresses } from '../../table/suppressedAddresses.ts'
import { profiles } from '../../table/profiles.ts'
import { update, retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged } from '../../table/writes.ts'
import { childrenOf } from './household.ts'
import { inviters, thatStand } from './inviters.ts'
import { reachedAt } from './reached.ts'
import { familyOf, manages, mayEdit } from './readFamily.ts'
import { openOne, restOf } from './replaced.ts'

/** The most open invitations per player, so that nobody can misuse them to send mail. */
const mostOpen = 12
/** The most invitations per day (UTC) by one family member, and by a club with all its families; withdrawn ones count too. */
const mostADay = { person: 100, club: 500 }

type Invite = CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/invite'>
/**
 * Creates an invitation and its mail in one transaction. The client chooses its id, so that it is sent once. Conditional on
 * nobody else having invited to the same player since the invitations were read.
 */
export const invite = (call: Invite) => retryOnConflict(() => inviteOnce(call))

async function inviteOnce({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { invitationId, email: typed, name, relation, teamId, unlessReached = false, replaces },
}: Invite) {
  const on = { organizationId: organizationOf(playerId), day: stamp.at.slice(0, 10) }
  // Read first: a later write makes this one conflict, and an earlier one is included in what is read next.
  const before = await familyInvitedCounts.get({ ...on, playerId }, { consistent: true })
  const email = normalEmail(typed)
  const [{ access }, { player, family, invitations, guardians: grownUps }, suppressed] = await Promise.all([
    me,
    familyOf(playerId),
    suppressedAddresses.get({ email }, { consistent: true }),
  ])
  const isClub = manages(access, playerId, teamId)
  if (relation === 'own' && !isClub) throw new Problem('not_allowed')
  const isThere = invitations.some((each) => each.invitationId === invitationId)
  const isOneOfMany = unlessReached && !isThere && relation === 'own'
  const known = isOneOfMany ? grownUps.filter((each) => each.email === email) : []
  if (isOneOfMany) {
    const [standing, people] = await Promise.all([
      thatStand({ player, invitations }, inviters()),
      profiles.getMany(family),
    ])
    const reached = reachedAt({ family, invitations: standing }, people)
    if (reached.has(email)) return { already: true as const }
    if (known.some(isTaken)) throw new Problem('access_taken')
  }
  const replaced = replaces !== undefined && !isThere ? openOne(invitations, replaces, { email, relation }) : undefined
  const open = invitations.filter((each) => each.state === 'open' && each !== replaced)
  if (!isThere && open.length >= mostOpen) throw new Problem('family_invited')
  const within = (most: number) => ({ add: { invited: 1 }, when: [['invited', '<', most] as const] })
  const counted = [
    ...(isClub ? [] : [familyInvitedCounts.upsert({ ...on, userId }, within(mostADay.person), 'too_many_sent')]),
    familyInvitedCounts.upsert(on, within(mostADay.club), 'too_many_invitations'),
  ]
  if (suppressed && !isThere) {
    // Its link only goes by mail, so nobody could ever accept it. It counts towards the limit, so that nobody can probe
    // addresses.
    await write(stamp, ...counted)
    return { noMail: true as const }
  }
  const children = relation === 'own' && !replaced ? await childrenOf({ playerId, email }) : []
  const withThem = children.filter((each) => mayEdit(access, each.player, teamId)).map((each) => each.player.playerId)
  const isOnTeam = player.teams.some(({ id }) => id === teamId)
  const own = { invitedBy: userId, ...(isOnTeam && teamId !== undefined && { teamId }) }
  const rest = replaced
    ? await restOf(replaced, { player, access, teamId, own })
    : { playerIds: [playerId, ...withThem], ...own }
  const wanted = { email, name, relation }
  const asBefore = before ? (['invited', '=', before.invited] as const) : (['invited', 'not exists'] as const)
  const outcome = await write(
    stamp,
    ...counted,
    familyInvitedCounts.upsert({ ...on, playerId }, { add: { invited: 1 }, when: [asBefore] }),
    familyInvitations.createOnce({
      playerId,
      invitationId,
      ...wanted,
      ...rest,
      invitedAt: stamp.at,
      state: 'open',
    }),
    ...known.map(({ guardianId }) => guardians.check({ playerId, guardianId }, [['accessTakenAt', 'not exists']])),
    ...(replaced ? [remove(replaced, 'invitation_gone')] : []),
    outbox.want(stamp, { letter: 'familyInvitation', to: { email }, about: { playerId, invitationId, userId } }),
  )
  if (outcome === 'repeated') await refuseOther({ playerId, invitationId }, wanted)
  return {}
}

/** Deletes an invitation on condition that nobody has accepted it. */
const remove = ({ playerId, invitationId }: FamilyInvitationId, otherwise: 'invitation_gone' | 'link_used') =>
  familyInvitations.remove({ playerId, invitationId }, otherwise, [['state', '=', 'open']])

type FamilyInvitationId = Pick<FamilyInvitation, 'playerId' | 'invitationId'>
type Wanted = Pick<FamilyInvitation, 'email' | 'name' | 'relation'>
/** Throws `saved_before` if a retry after a lost response was corrected in between: someone else may hold the first link. */
async function refuseOther(id: FamilyInvitationId, wanted: Wanted): Promise<void> {
  const there = await familyInvitations.get(id, { consistent: true })
  const isSame = ({ email, name, relation }: Wanted) => dequal({ email, name, relation }, wanted)
  if (there && !isSame(there)) throw new Problem('saved_before')
}

/** Done already; but throws `not_found` if the player does not exist. */
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
  await write(stamp, remove({ playerId, invitationId }, 'link_used'))
  return {}
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

const isAs = (one: readonly GuardianRight[], other: readonly GuardianRight[]) =>
  guardianRights.every((right) => one.includes(right) === other.includes(right))

/** Both items change in one transaction. Nobody may limit themselves: others would have to undo it. */
export async function limit({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: whose, lacks, before, teamId },
}: CallOf<typeof contract, 'PUT /rest-api/families/player/{playerId}/rights'>) {
  // A right on the team does not count for the caller's own child who is not on it.
  if (!manages((await me).access, playerId, teamId) || whose === userId) throw new Problem('not_allowed')
  return retryOnConflict(async () => {
    const there = await families.get({ playerId, userId: whose }, { consistent: true })
    if (there?.relation !== 'own') throw new Problem('not_found')
    const stands = there.lacks ?? []
    if (isAs(stands, lacks)) return {}
    // The whole list is sent: based on an outdated page, it would restore rights that someone else has taken away meanwhile.
    if (before && !isAs(stands, before)) throw new Problem('conflict')
    await write(stamp, ...families.limit({ playerId, userId: whose }, [...new Set(lacks)], ifUnchanged(there)))
    return {}
  })
}

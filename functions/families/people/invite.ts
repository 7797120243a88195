import { dequal } from 'dequal'
import type { families as contract } from '#shared/api/families.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { organizationOf } from '#shared/ids.ts'
import type { CallOf } from '../../serve.ts'
import { takenByAddress } from '../../access/restoreAccess.ts'
import { normalEmail } from '../../table/emailUsers.ts'
import { type FamilyInvitation, familyInvitations, familyInvitedCounts } from '../../table/familyInvitations.ts'
import { guardians, isAccessRevoked } from '../../table/guardians.ts'
import { outbox } from '../../table/outbox.ts'
import { players } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { suppressedAddresses } from '../../table/suppressedAddresses.ts'
import { profiles } from '../../table/profiles.ts'
import { retryOnConflict, write } from '../../table/table.ts'
import type { Write } from '../../table/writes.ts'
import { familyOf } from './familyOf.ts'
import { childrenOf } from './household.ts'
import { inviterCheck, validInvitations } from './inviters.ts'
import { reachedAddresses } from './reachedGuardians.ts'
import { canManage, mayEdit } from './mayEdit.ts'
import { openInvitation, replacementTarget } from './replacement.ts'

/** The most open invitations of a player at a time, so that nobody uses us to send spam. */
const maxOpen = 12
/** The most invitations on one UTC day by a member of a family, and by a club with all of its families; withdrawn ones count too. */
const maxPerDay = { person: 100, club: 500 }

type Invite = CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/invite'>
/**
 * Writes the invitation and its mail in one transaction. The client makes the id, so a retried call sends one mail. The player's counter is
 * checked, so that two calls at the same time do not invite the same person twice. Returns `already` if the address is a member's or
 * invited, `noMail` if mail to it bounced. Throws `not_allowed`, `access_taken`, `access_taken_by_club`, `family_invited`, `too_many_sent`,
 * `too_many_invitations`, `invitation_gone` and `saved_before`.
 */
export const invite = (call: Invite) => retryOnConflict(() => inviteOnce(call))

async function inviteOnce({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { invitationId, email: typedEmail, name, relation, teamId, unlessReached = false, replaces },
}: Invite) {
  const countKey = { organizationId: organizationOf(playerId), day: stamp.at.slice(0, 10) }
  // Read first: an invitation written after this read makes the write below fail, one written before it is in the following reads.
  const previousCount = await familyInvitedCounts.get({ ...countKey, playerId }, { consistent: true })
  const email = normalEmail(typedEmail)
  const [{ access }, family, suppressed] = await Promise.all([
    me,
    familyOf(playerId),
    suppressedAddresses.get({ email }, { consistent: true }),
  ])
  const { player, invitations } = family
  const isClub = canManage(access, playerId, teamId)
  if (relation === 'own' && !isClub) throw new Problem('not_allowed')
  const isRepeat = invitations.some((each) => each.invitationId === invitationId)
  const isOneOfMany = unlessReached && !isRepeat && relation === 'own'
  if (isOneOfMany && (await isReached(family, email))) return { already: true as const }
  const isByTeam = isClub && !canManage(access, playerId, undefined)
  // Access that was taken is given back by the club, not by a team, and not by inviting many at once.
  const keepsTaken = isOneOfMany || (isByTeam && relation === 'own' && !isRepeat)
  const knownGuardians = keepsTaken ? family.guardians.filter((each) => each.email === email) : []
  const isTaken =
    knownGuardians.some(isAccessRevoked) || (keepsTaken && (await takenByAddress([email]))({ playerId, email }))
  if (isTaken) throw new Problem(isByTeam ? 'access_taken_by_club' : 'access_taken')
  const replaced =
    replaces !== undefined && !isRepeat ? openInvitation(invitations, replaces, { email, relation }) : undefined
  const open = invitations.filter((each) => each.state === 'open' && each !== replaced)
  if (!isRepeat && open.length >= maxOpen) throw new Problem('family_invited')
  const countingWrites = countWrites(countKey, isClub ? undefined : userId)
  if (suppressed && !isRepeat) {
    // The link is sent only by mail, which would not arrive. The invitation is counted all the same, so that nobody can probe addresses.
    await write(stamp, ...countingWrites)
    return { noMail: true as const }
  }
  const isOnTeam = player.teams.some(({ id }) => id === teamId)
  // They have left since the access rule was checked.
  if (isByTeam && !isOnTeam) throw new Problem('not_allowed')
  const senderFields = { invitedBy: userId, ...(isOnTeam && teamId !== undefined && { teamId }) }
  const invitationTarget = replaced
    ? await replacementTarget(replaced, { player, access, teamId, senderFields })
    : {
        playerIds: [playerId, ...(relation === 'own' ? await siblingIds(access, { playerId, email, teamId }) : [])],
        ...senderFields,
      }
  const requested = { email, name, relation }
  const countUnchanged = previousCount
    ? (['invited', '=', previousCount.invited] as const)
    : (['invited', 'not exists'] as const)
  const outcome = await write(
    stamp,
    ...countingWrites,
    familyInvitedCounts.upsert({ ...countKey, playerId }, { add: { invited: 1 }, when: [countUnchanged] }),
    familyInvitations.createOnce({
      playerId,
      invitationId,
      ...requested,
      ...invitationTarget,
      invitedAt: stamp.at,
      state: 'open',
    }),
    ...knownGuardians.map(({ guardianId }) =>
      guardians.check({ playerId, guardianId }, [['accessTakenAt', 'not exists']]),
    ),
    isByTeam ? rosterRows.check({ teamId: teamId ?? '', playerId }, []) : players.check({ playerId }, []),
    ...(replaced ? [remove(replaced, 'invitation_gone')] : []),
    outbox.add(stamp, { letter: 'familyInvitation', to: { email }, about: { playerId, invitationId, userId } }),
  )
  if (outcome === 'repeated') await refuseOther({ playerId, invitationId }, requested)
  return {}
}

/** Whether the address is that of a member of the family, or of an open invitation to be one. */
async function isReached({ player, family, invitations }: FamilyRows, email: string): Promise<boolean> {
  const [valid, people] = await Promise.all([
    validInvitations({ player, invitations }, inviterCheck()),
    profiles.getMany(family),
  ])
  return reachedAddresses({ family, invitations: valid }, people).has(email)
}
type FamilyRows = Awaited<ReturnType<typeof familyOf>>

/** Counts an invitation of the day for the club, and for its sender if that is a member of the family; they fail at the limit. */
function countWrites(countKey: { organizationId: string; day: string }, userId: string | undefined): Write[] {
  const belowLimit = (max: number) => ({ add: { invited: 1 }, when: [['invited', '<', max] as const] })
  return [
    ...(userId === undefined
      ? []
      : [familyInvitedCounts.upsert({ ...countKey, userId }, belowLimit(maxPerDay.person), 'too_many_sent')]),
    familyInvitedCounts.upsert(countKey, belowLimit(maxPerDay.club), 'too_many_invitations'),
  ]
}

/** The other children of the same household whom the sender may edit. */
async function siblingIds(
  access: Access,
  { playerId, email, teamId }: { playerId: string; email: string; teamId: string | undefined },
): Promise<string[]> {
  const children = await childrenOf({ playerId, email })
  return children.filter((each) => mayEdit(access, each.player, teamId)).map((each) => each.player.playerId)
}

/** Deletes an invitation on the condition that it has not been accepted. */
const remove = ({ playerId, invitationId }: FamilyInvitationId, otherwise: 'invitation_gone' | 'link_used') =>
  familyInvitations.remove({ playerId, invitationId }, otherwise, [['state', '=', 'open']])

type FamilyInvitationId = Pick<FamilyInvitation, 'playerId' | 'invitationId'>
type InvitationContent = Pick<FamilyInvitation, 'email' | 'name' | 'relation'>
/** Throws `saved_before` if the invitation with this id was sent with other content: its link may have gone to another address. */
async function refuseOther(id: FamilyInvitationId, requested: InvitationContent): Promise<void> {
  const stored = await familyInvitations.get(id, { consistent: true })
  const isSame = ({ email, name, relation }: InvitationContent) => dequal({ email, name, relation }, requested)
  if (stored && !isSame(stored)) throw new Problem('saved_before')
}

/** The answer where the invitation is gone already. Throws `not_found` for an unknown player. */
async function emptyAnswer(playerId: string) {
  if (!(await players.get({ playerId }))) throw new Problem('not_found')
  return {}
}

/** Deletes an open invitation. The club and its sender may; any member of the family, if it is for a follower. Idempotent. */
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
  if (!found) return emptyAnswer(playerId)
  const isAllowed = canManage(access, playerId, teamId) || found.relation === 'following' || found.invitedBy === userId
  if (!isAllowed) throw new Problem('not_allowed')
  await write(stamp, remove({ playerId, invitationId }, 'link_used'))
  return {}
}

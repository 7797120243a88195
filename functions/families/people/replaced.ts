import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type Player, players } from '../../table/players.ts'
import { inviters } from './inviters.ts'
import { meantIn } from './named.ts'
import { mayEdit } from './readFamily.ts'

type Sent = Pick<FamilyInvitation, 'email' | 'relation'>
/** The open invitation in place of which the same person is sent another one. Who has taken it up by now is not invited anew. */
export function openOne(invitations: readonly FamilyInvitation[], replaces: string, { email, relation }: Sent) {
  const found = invitations.find(({ invitationId }) => invitationId === replaces)
  if (found?.state !== 'open' || found.email !== email || found.relation !== relation)
    throw new Problem('invitation_gone')
  return found
}

/** For which children an invitation is, and whose right it rests on. */
type Rest = Pick<FamilyInvitation, 'playerIds' | 'invitedBy' | 'teamId'>
type Replacing = { player: Player; access: Access; teamId: string | undefined; own: Omit<Rest, 'playerIds'> }
/**
 * The new one is for the children that the one before names. Where who sends it may not edit them all, it rests on what that one
 * rested on, as long as that right is there: else it would let in to fewer than it names. Once it is not, the new one names those
 * whom the sender may edit.
 */
export async function restOf(replaced: FamilyInvitation, { player, access, teamId, own }: Replacing): Promise<Rest> {
  const { playerId, playerIds, invitedBy, teamId: sentFrom } = replaced
  const meant = (await meantIn([replaced]))(replaced).filter((child) => child.playerId !== playerId)
  const others = (await players.getMany(meant)).flatMap((other) => other ?? [])
  const within = others.filter((other) => mayEdit(access, other, teamId))
  if (within.length === others.length) return { playerIds, ...own }
  const stands = await inviters()(replaced, player.teams)
  if (stands) return { playerIds, invitedBy, ...(sentFrom !== undefined && { teamId: sentFrom }) }
  return { playerIds: [playerId, ...within.map((other) => other.playerId)], ...own }
}

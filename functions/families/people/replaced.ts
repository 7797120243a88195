import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type Player, players } from '../../table/players.ts'
import { inviters } from './inviters.ts'
import { meantIn } from './named.ts'
import { mayEdit } from './readFamily.ts'

type Sent = Pick<FamilyInvitation, 'email' | 'relation'>
/** The open invitation that is replaced by a new one to the same person. Throws `invitation_gone` if it was accepted or is gone. */
export function openOne(invitations: readonly FamilyInvitation[], replaces: string, { email, relation }: Sent) {
  const found = invitations.find(({ invitationId }) => invitationId === replaces)
  if (found?.state !== 'open' || found.email !== email || found.relation !== relation)
    throw new Problem('invitation_gone')
  return found
}

/** Which children an invitation is for, and by whose right. */
type Rest = Pick<FamilyInvitation, 'playerIds' | 'invitedBy' | 'teamId'>
type Replacing = { player: Player; access: Access; teamId: string | undefined; own: Omit<Rest, 'playerIds'> }
/**
 * The children and the right of the new invitation. If its sender may edit all children of the replaced one, it is for these by the
 * sender's right. Otherwise it keeps the right of the replaced one as long as that is valid, and after that is only for the children that
 * the sender may edit.
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

import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type Player, players } from '../../table/players.ts'
import { inviters } from './inviters.ts'
import { meantIn } from './named.ts'
import { mayEdit } from './readFamily.ts'

type Sent = Pick<FamilyInvitation, 'email' | 'relation'>
/** The open invitation that a new one to the same person replaces. Throws `invitation_gone` if it was accepted meanwhile. */
export function openOne(invitations: readonly FamilyInvitation[], replaces: string, { email, relation }: Sent) {
  const found = invitations.find(({ invitationId }) => invitationId === replaces)
  if (found?.state !== 'open' || found.email !== email || found.relation !== relation)
    throw new Problem('invitation_gone')
  return found
}

/** The children of an invitation, and the inviter and team it depends on. */
type Rest = Pick<FamilyInvitation, 'playerIds' | 'invitedBy' | 'teamId'>
type Replacing = { player: Player; access: Access; teamId: string | undefined; own: Omit<Rest, 'playerIds'> }
/**
 * The new invitation covers the children that the old one names. If its sender may not edit all of them, it keeps the old
 * inviter, as long as that one's right stands: otherwise it would let in to fewer children than it names. If it does not stand,
 * the new one names only children whom the sender may edit.
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

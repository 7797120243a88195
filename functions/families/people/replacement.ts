import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type Player, players } from '../../table/players.ts'
import { inviterCheck } from './inviters.ts'
import { invitedChildren } from './invitedChildren.ts'
import { mayEdit } from './mayEdit.ts'

type Recipient = Pick<FamilyInvitation, 'email' | 'relation'>
/** The open invitation that is replaced by a new one to the same person. Throws `invitation_gone` if it was accepted or is gone. */
export function openInvitation(
  invitations: readonly FamilyInvitation[],
  replaces: string,
  { email, relation }: Recipient,
) {
  const found = invitations.find(({ invitationId }) => invitationId === replaces)
  if (found?.state !== 'open' || found.email !== email || found.relation !== relation)
    throw new Problem('invitation_gone')
  return found
}

/** Which children an invitation is for, and by whose right. */
type InvitationTarget = Pick<FamilyInvitation, 'playerIds' | 'invitedBy' | 'teamId'>
type ReplaceOptions = {
  player: Player
  access: Access
  teamId: string | undefined
  senderFields: Omit<InvitationTarget, 'playerIds'>
}
/**
 * The children and the right of the new invitation. If its sender may edit all children of the replaced one, it is for these by the
 * sender's right. Otherwise it keeps the right of the replaced one as long as that is valid, and after that is only for the children that
 * the sender may edit.
 */
export async function replacementTarget(
  replaced: FamilyInvitation,
  { player, access, teamId, senderFields }: ReplaceOptions,
): Promise<InvitationTarget> {
  const { playerId, playerIds, invitedBy, teamId: sentFrom } = replaced
  const otherTargets = (await invitedChildren([replaced]))(replaced).filter((child) => child.playerId !== playerId)
  const otherPlayers = (await players.getMany(otherTargets)).flatMap((other) => other ?? [])
  const editable = otherPlayers.filter((other) => mayEdit(access, other, teamId))
  if (editable.length === otherPlayers.length) return { playerIds, ...senderFields }
  const isStillValid = await inviterCheck()(replaced, player.teams)
  if (isStillValid) return { playerIds, invitedBy, ...(sentFrom !== undefined && { teamId: sentFrom }) }
  return { playerIds: [playerId, ...editable.map((other) => other.playerId)], ...senderFields }
}

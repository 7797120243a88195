import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'

type InvitationPlayers = Pick<FamilyInvitation, 'playerId' | 'playerIds'>
/** A child that an invitation is for; `cameAs`: the ids that it had before it was merged into this player. */
export type InvitedChild = { playerId: string; cameAs?: string[] }

/** The children that invitations are for, by their current ids after merges; without `cameAs` if the invitation has the current id too. */
export async function invitedChildren(
  invitations: readonly InvitationPlayers[],
): Promise<(invitation: InvitationPlayers) => InvitedChild[]> {
  const otherIds = invitations.flatMap(({ playerId, playerIds }) => playerIds.filter((id) => id !== playerId))
  const ways = await mergedPlayers.mergeChains([...new Set(otherIds)])
  return ({ playerId: first, playerIds }) => {
    const children = new Map<string, InvitedChild>()
    for (const id of playerIds) {
      const mergePath = ways.get(id) ?? []
      const playerId = mergePath.at(-1) ?? id
      const isOwn = playerIds.includes(playerId)
      if (!children.has(playerId))
        children.set(playerId, isOwn ? { playerId } : { playerId, cameAs: [id, ...mergePath.slice(0, -1)] })
    }
    return [
      children.get(first) ?? { playerId: first },
      ...[...children.values()].filter(({ playerId }) => playerId !== first),
    ]
  }
}

/** The invitation, also if its player was merged into another since: then its item is at that player. */
export async function invitationTo(id: {
  playerId: string
  invitationId: string
}): Promise<FamilyInvitation | undefined> {
  const invitation = await familyInvitations.get(id, { consistent: true })
  if (invitation) return invitation
  const { playerId, invitationId } = id
  const currentId = (await mergedPlayers.currentIds([playerId])).get(playerId)
  if (currentId === undefined) return undefined
  const moved = await familyInvitations.get({ playerId: currentId, invitationId }, { consistent: true })
  return moved?.playerIds.includes(playerId) ? moved : undefined
}

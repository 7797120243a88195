import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'

type Named = Pick<FamilyInvitation, 'playerId' | 'playerIds'>
/** A child that an invitation is for; `cameAs`: the ids that it had before it was merged into this player. */
export type Meant = { playerId: string; cameAs?: string[] }

/** The children that invitations are for, by their current ids after merges; without `cameAs` if the invitation has the current id too. */
export async function meantIn(invitations: readonly Named[]): Promise<(invitation: Named) => Meant[]> {
  const others = invitations.flatMap(({ playerId, playerIds }) => playerIds.filter((id) => id !== playerId))
  const ways = await mergedPlayers.mergeChains([...new Set(others)])
  return ({ playerId: first, playerIds }) => {
    const meant = new Map<string, Meant>()
    for (const id of playerIds) {
      const way = ways.get(id) ?? []
      const playerId = way.at(-1) ?? id
      const isOwn = playerIds.includes(playerId)
      if (!meant.has(playerId))
        meant.set(playerId, isOwn ? { playerId } : { playerId, cameAs: [id, ...way.slice(0, -1)] })
    }
    return [
      meant.get(first) ?? { playerId: first },
      ...[...meant.values()].filter(({ playerId }) => playerId !== first),
    ]
  }
}

/** The invitation, also if its player was merged into another since: then its item is at that player. */
export async function invitationTo(id: {
  playerId: string
  invitationId: string
}): Promise<FamilyInvitation | undefined> {
  const found = await familyInvitations.get(id, { consistent: true })
  if (found) return found
  const { playerId, invitationId } = id
  const now = (await mergedPlayers.currentIds([playerId])).get(playerId)
  if (now === undefined) return undefined
  const moved = await familyInvitations.get({ playerId: now, invitationId }, { consistent: true })
  return moved?.playerIds.includes(playerId) ? moved : undefined
}

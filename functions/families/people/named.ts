import { type FamilyInvitation, familyInvitations } from '../../table/familyInvitations.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'

type Named = Pick<FamilyInvitation, 'playerId' | 'playerIds'>
/** A child named in an invitation; `cameAs` are the ids they had before they were merged into the current one. */
export type Meant = { playerId: string; cameAs?: string[] }

/** The children that invitations name, under their current ids. A child whose current id is named too has no `cameAs`. */
export async function meantIn(invitations: readonly Named[]): Promise<(invitation: Named) => Meant[]> {
  const others = invitations.flatMap(({ playerId, playerIds }) => playerIds.filter((id) => id !== playerId))
  const ways = await mergedPlayers.ways([...new Set(others)])
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

/**
 * Finds an invitation by the player it was created for: after a merge it is stored with the kept player, but links carry the old
 * id.
 */
export async function invitationTo(id: {
  playerId: string
  invitationId: string
}): Promise<FamilyInvitation | undefined> {
  const found = await familyInvitations.get(id, { consistent: true })
  if (found) return found
  const { playerId, invitationId } = id
  const now = (await mergedPlayers.now([playerId])).get(playerId)
  if (now === undefined) return undefined
  const moved = await familyInvitations.get({ playerId: now, invitationId }, { consistent: true })
  return moved?.playerIds.includes(playerId) ? moved : undefined
}

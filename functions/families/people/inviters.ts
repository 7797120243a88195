import { organizationOf } from '#shared/ids.ts'
import { effectiveRights } from '../../access/administrators.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import type { Player } from '../../table/players.ts'

type SentInvitation = Pick<FamilyInvitation, 'playerId' | 'invitedBy' | 'teamId'>
/** Whether the sender of an invitation still has the right to invite guardians of a player on these teams. */
export type MayInvite = (sent: SentInvitation, teams: Player['teams']) => Promise<boolean>

/** A check of the senders' rights on the club or the team, which reads each right once. */
export function inviterCheck(): MayInvite {
  const cache = new Map<string, Promise<boolean>>()
  function mayEditPlayersOf(userId: string, orgUnitId: string): Promise<boolean> {
    const key = `${userId} ${orgUnitId}`
    const isAllowed =
      cache.get(key) ?? effectiveRights(userId, orgUnitId).then(({ flags }) => flags.has('canEditPlayers'))
    cache.set(key, isAllowed)
    return isAllowed
  }
  return async ({ playerId, invitedBy, teamId }, teams) =>
    (await mayEditPlayersOf(invitedBy, organizationOf(playerId))) ||
    (teamId !== undefined && teams.some(({ id }) => id === teamId) && mayEditPlayersOf(invitedBy, teamId))
}

type PlayerInvitations = { player: Pick<Player, 'teams'> | undefined; invitations: readonly FamilyInvitation[] }
/** The invitations without open ones for guardians whose sender has lost the right to invite: they can no longer be accepted. */
export async function validInvitations(
  { player, invitations }: PlayerInvitations,
  mayInvite: MayInvite,
): Promise<FamilyInvitation[]> {
  const isValid = await Promise.all(
    invitations.map(
      async (each) =>
        each.state !== 'open' || each.relation !== 'own' || (player !== undefined && mayInvite(each, player.teams)),
    ),
  )
  return invitations.filter((_, i) => isValid[i])
}

import { organizationOf } from '#shared/ids.ts'
import { effectiveRights } from '../../access/administrators.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import type { Player } from '../../table/players.ts'

type Sent = Pick<FamilyInvitation, 'playerId' | 'invitedBy' | 'teamId'>
/** Whether the sender of an invitation still has the right to invite guardians of a player on these teams. */
export type MayStill = (sent: Sent, teams: Player['teams']) => Promise<boolean>

/** A check of the senders' rights on the club or the team, which reads each right once. */
export function inviters(): MayStill {
  const asked = new Map<string, Promise<boolean>>()
  function mayOn(userId: string, orgUnitId: string): Promise<boolean> {
    const key = `${userId} ${orgUnitId}`
    const may = asked.get(key) ?? effectiveRights(userId, orgUnitId).then(({ flags }) => flags.has('canEditPlayers'))
    asked.set(key, may)
    return may
  }
  return async ({ playerId, invitedBy, teamId }, teams) =>
    (await mayOn(invitedBy, organizationOf(playerId))) ||
    (teamId !== undefined && teams.some(({ id }) => id === teamId) && mayOn(invitedBy, teamId))
}

type Invited = { player: Pick<Player, 'teams'> | undefined; invitations: readonly FamilyInvitation[] }
/** The invitations without open ones for guardians whose sender has lost the right to invite: they can no longer be accepted. */
export async function thatStand({ player, invitations }: Invited, mayStill: MayStill): Promise<FamilyInvitation[]> {
  const stand = await Promise.all(
    invitations.map(
      async (each) =>
        each.state !== 'open' || each.relation !== 'own' || (player !== undefined && mayStill(each, player.teams)),
    ),
  )
  return invitations.filter((_, i) => stand[i])
}

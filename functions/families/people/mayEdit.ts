import { organizationOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import type { Player } from '../../table/players.ts'

/**
 * Whether the caller may edit the player as staff: with the right on the organization or on the team. That the player is on the team was
 * checked by the route's access rule, except for the caller's own players.
 */
export const canManage = (access: Access, playerId: string, teamId: string | undefined): boolean => {
  const organizationId = organizationOf(playerId)
  const isOwn = access.players.some(({ id }) => id === playerId)
  return flagsOn(access, isOwn || teamId === undefined ? { organizationId } : { organizationId, teamId }).has(
    'canEditPlayers',
  )
}

/** The same for any player of the club; it also checks that the player is on the team. */
export const mayEdit = (access: Access, { playerId, teams }: Player, teamId: string | undefined): boolean =>
  canManage(access, playerId, undefined) ||
  (teams.some(({ id }) => id === teamId) && canManage(access, playerId, teamId))

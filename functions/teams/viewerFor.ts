import type { Access } from '#shared/permissions.ts'
import { organizationOf } from '#shared/ids.ts'
import { type Viewer, viewerOf } from '#shared/childData.ts'

/**
 * The caller's rights on the player. That the player is on the team was checked by the route's access rule, except for own players: there,
 * rights on a team that the player is not on do not count.
 */
export function viewerFor(access: Access, playerId: string, teamId: string | undefined): Viewer {
  const isElsewhere = access.players.some(
    ({ id, teams }) => id === playerId && teams.every((team) => team.id !== teamId),
  )
  const onTeam = teamId !== undefined && !isElsewhere && { teamId }
  return viewerOf(access, { organizationId: organizationOf(playerId), ...onTeam }, { isRosterVisible: false })
}

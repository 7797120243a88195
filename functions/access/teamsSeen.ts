import { organizationOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'

/** A predicate of the player's teams that the caller may see: all for the family and administrators of the club, for coaches their own. */
export function teamsSeen(access: Access, playerId: string): (orgUnitId: string) => boolean {
  const organizationId = organizationOf(playerId)
  const isFamily = [...access.players, ...access.following].some(({ id }) => id === playerId)
  return (orgUnitId) => isFamily || flagsOn(access, { organizationId, teamId: orgUnitId }).size > 0
}

import { organizationOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'

/**
 * A predicate for the player's teams that the caller may see: all of them for family and club administrators, their own for
 * coaches.
 */
export function teamVisibility(access: Access, playerId: string): (orgUnitId: string) => boolean {
  const organizationId = organizationOf(playerId)
  const isFamily = [...access.players, ...access.following].some(({ id }) => id === playerId)
  return (orgUnitId) => isFamily || flagsOn(access, { organizationId, teamId: orgUnitId }).size > 0
}

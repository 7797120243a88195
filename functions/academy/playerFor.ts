import { organizationOf } from '#shared/ids.ts'
import { mayKnow, viewerOf } from '#shared/childData.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { Me } from '../table/me.ts'
import { type Player, players } from '../table/players.ts'

/** Whether a user may see a player's name by a role in the club or in one of the player's teams. */
export function knowsPlayer(
  access: Access,
  { playerId, teams }: { playerId: string; teams: readonly { id: string }[] },
): boolean {
  const organizationId = organizationOf(playerId)
  const subjects = [{ organizationId }, ...teams.map(({ id: teamId }) => ({ organizationId, teamId }))]
  return subjects.some((subject) => mayKnow('name', viewerOf(access, subject, { isRosterVisible: false }), playerId))
}

/** A player, for the family, followers, and staff who may see the player. */
export async function playerFor(me: Promise<Me>, playerId: string): Promise<Player> {
  const [{ access }, player] = await Promise.all([me, players.get({ playerId })])
  const isOwnOrFollowed = [...access.players, ...access.following].some(({ id }) => id === playerId)
  if (!isOwnOrFollowed && !(player && knowsPlayer(access, player))) throw new Problem('not_allowed')
  if (!player) throw new Problem('not_found')
  return player
}

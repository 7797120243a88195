import { organizationOf } from '#shared/ids.ts'
import { type Access, mayKnow, viewerOf } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { Me } from '../table/me.ts'
import { type Player, players } from '../table/players.ts'

/** Whether the user may know a player's name as staff of the club, or of one of the player's teams. */
export function knowsPlayer(
  access: Access,
  { playerId, teams }: { playerId: string; teams: readonly { id: string }[] },
): boolean {
  const organizationId = organizationOf(playerId)
  const subjects = [{ organizationId }, ...teams.map(({ id: teamId }) => ({ organizationId, teamId }))]
  return subjects.some((subject) => mayKnow('name', viewerOf(access, subject, { isRosterVisible: false }), playerId))
}

/** A player, for their family, followers, and staff who may know them. */
export async function playerFor(me: Promise<Me>, playerId: string): Promise<Player> {
  const [{ access }, player] = await Promise.all([me, players.get({ playerId })])
  const isTheirs = [...access.players, ...access.following].some(({ id }) => id === playerId)
  if (!isTheirs && !(player && knowsPlayer(access, player))) throw new Problem('not_allowed')
  if (!player) throw new Problem('not_found')
  return player
}

import { teamOf } from '#shared/ids.ts'
import type { Invite } from './inviteRows.ts'
import { type Player, isOnActiveTeam } from './players.ts'

/**
 * Whether an event is for a player without an invitation by name: an event of a team for the players on its roster, one of a club for those
 * on any of its teams that is not archived. Other players who are invited are guests.
 */
export function isForPlayer(eventId: string, player: Pick<Player, 'teams'>): boolean {
  const teamId = teamOf(eventId)
  return teamId === undefined ? isOnActiveTeam(player) : player.teams.some(({ id }) => id === teamId)
}

/** The attribute of an invite that marks a guest. */
export const guestMark = (eventId: string, player: Pick<Player, 'teams'>): Pick<Invite, 'guest'> =>
  isForPlayer(eventId, player) ? {} : { guest: true }

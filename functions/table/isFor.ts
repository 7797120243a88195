import { teamOf } from '#shared/ids.ts'
import type { Invite } from './inviteRows.ts'
import { type Player, plays } from './players.ts'

/**
 * Whether an event is for a player without an invitation by name: an event of a team for the players on its roster, one of a club for those
 * on any of its teams that is not archived. Other players who are invited are guests.
 */
export function isFor(eventId: string, player: Pick<Player, 'teams'>): boolean {
  const teamId = teamOf(eventId)
  return teamId === undefined ? plays(player) : player.teams.some(({ id }) => id === teamId)
}

/** The attribute of an invite that marks a guest. */
export const guestAt = (eventId: string, player: Pick<Player, 'teams'>): Pick<Invite, 'guest'> =>
  isFor(eventId, player) ? {} : { guest: true }

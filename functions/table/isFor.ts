import { teamOf } from '#shared/ids.ts'
import type { Invite } from './inviteRows.ts'
import { type Player, plays } from './players.ts'

/**
 * Whether an event is for a player without an explicit invitation: a team's event is for its players, a club's for players in any
 * of its teams that is not archived. Any other invited player is a guest.
 */
export function isFor(eventId: string, player: Pick<Player, 'teams'>): boolean {
  const teamId = teamOf(eventId)
  return teamId === undefined ? plays(player) : player.teams.some(({ id }) => id === teamId)
}

/** The invite's `guest` attribute for this. */
export const guestAt = (eventId: string, player: Pick<Player, 'teams'>): Pick<Invite, 'guest'> =>
  isFor(eventId, player) ? {} : { guest: true }

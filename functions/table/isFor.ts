import { teamOf } from '#shared/ids.ts'
import type { Invite } from './inviteRows.ts'
import { type Player, plays } from './players.ts'

/**
 * Whether an event is a player's without anybody inviting them by name: a team's is theirs who are on it, a club's theirs who are
 * on one of its teams that is not archived. Who else is invited is its guest.
 */
export function isFor(eventId: string, player: Pick<Player, 'teams'>): boolean {
  const teamId = teamOf(eventId)
  return teamId === undefined ? plays(player) : player.teams.some(({ id }) => id === teamId)
}

/** What an invite says of that. */
export const guestAt = (eventId: string, player: Pick<Player, 'teams'>): Pick<Invite, 'guest'> =>
  isFor(eventId, player) ? {} : { guest: true }

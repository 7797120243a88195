import { inviteOf } from '#shared/ids.ts'
import { unanswered } from '#shared/rules/invites.ts'
import { type Event, events, invites, type TeamPlayer } from '../table/map.ts'
import { write } from '../table/table.ts'

/** A transaction holds 100 items. */
const mostAtOnce = 90

/**
 * A new event of a team, with an invite that waits for an answer for each of these players. With `mail` their parents are
 * asked by mail too, where they can answer in one tap; see `today/invitedHandler.ts`.
 */
export async function createEvent(event: Event, players: TeamPlayer[], { mail = false } = {}): Promise<void> {
  const { eventId, ...summary } = event
  const invite = ({ playerId, firstName, lastName }: TeamPlayer) =>
    invites.create({
      ...summary,
      inviteId: inviteOf(eventId, playerId),
      status: 'Pending',
      answerId: unanswered,
      firstName,
      lastName,
      ...(mail && { mail: 'wanted' }),
    })
  // Invites beyond the first transaction come before the event, so that an event that is seen has all of them.
  const first = players.slice(0, mostAtOnce)
  for (let i = mostAtOnce; i < players.length; i += mostAtOnce)
    await write(...players.slice(i, i + mostAtOnce).map(invite))
  await write(events.create(event), ...first.map(invite))
}

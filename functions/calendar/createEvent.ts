import { type Event, events } from '../table/events.ts'
import { type Invited, invites } from '../table/invites.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stamp, type Write } from '../table/writes.ts'

/** As many players as find a place in the transaction that makes the event, beside it and what holds meanwhile. */
const mostAtOnce = 98

/**
 * A new event, with an invite that waits for an answer for each of these players. With `mail` their parents are asked by
 * mail too, where they can answer in one tap; see `today/invitedHandler.ts`. Players beyond the first transaction are invited after
 * it. Whoever makes it again, because it was cut short or its reply was lost, completes it and gets nothing twice, unless
 * `again` refuses that. `holds`: one check at most, that holds as it is made.
 */
export async function createEvent(
  stamp: Stamp,
  event: Event,
  players: readonly Invited[],
  { mail = false, again, holds = [] }: { mail?: boolean; again?: () => Promise<void>; holds?: readonly Write[] } = {},
): Promise<void> {
  const { eventId } = event
  const [first, rest] = [players.slice(0, mostAtOnce), players.slice(mostAtOnce)]
  const row = rest.length > 0 ? { ...event, inviting: true as const } : event
  const outcome = await write(
    stamp,
    events.createOnce(row),
    ...first.map((player) => invites.create(invites.waiting(event, player, { mail }))),
    ...holds,
  )
  if (outcome === 'repeated') await again?.()
  if (rest.length === 0) return
  await retryOnConflict(async () => {
    const made = await events.get({ eventId }, { consistent: true })
    if (!made?.inviting) return
    await invites.inviteRest(stamp, [made], rest, (player) => invites.waiting(made, player, { mail }))
    await update(stamp, events.change({ eventId }, { set: { inviting: undefined }, when: ifUnchanged(made) }))
  })
}

import { type Event, events } from '../table/events.ts'
import { type InvitedPlayer, invites } from '../table/invites.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stamp, type Write } from '../table/writes.ts'

/** The most players invited in the transaction that creates the event: leaves room for the event and one condition. */
const maxAtOnce = 98

/**
 * Creates an event with an open invite for each of these players. With `mail` their parents also get a mail in which they can answer
 * (`today/invitedHandler.ts`). Players who do not fit into the first transaction are invited after it. Idempotent: the same call again
 * completes it, unless `onRepeat` throws. `conditions`: at most one condition check for the first transaction.
 */
export async function createEvent(
  stamp: Stamp,
  event: Event,
  players: readonly InvitedPlayer[],
  {
    mail = false,
    onRepeat,
    conditions = [],
  }: { mail?: boolean; onRepeat?: () => Promise<void>; conditions?: readonly Write[] } = {},
): Promise<void> {
  const { eventId } = event
  const [first, rest] = [players.slice(0, maxAtOnce), players.slice(maxAtOnce)]
  const row = rest.length > 0 ? { ...event, inviting: true as const } : event
  const outcome = await write(
    stamp,
    events.createOnce(row),
    ...first.map((player) => invites.create(invites.unansweredInvite(event, player, { mail }))),
    ...conditions,
  )
  if (outcome === 'repeated') await onRepeat?.()
  if (rest.length === 0) return
  await retryOnConflict(async () => {
    const created = await events.get({ eventId }, { consistent: true })
    if (!created?.inviting) return
    await invites.inviteMissing(stamp, [created], rest, (player) => invites.unansweredInvite(created, player, { mail }))
    await update(stamp, events.change({ eventId }, { set: { inviting: undefined }, when: ifUnchanged(created) }))
  })
}

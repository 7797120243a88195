import { inviteOf } from '#shared/ids.ts'
import { isReminded } from '#shared/rules/reminders.ts'
import { mailsToParents, maxPerWrite } from '../events/inviteMails.ts'
import { ignore } from '../table/ignore.ts'
import { siblingsIn, type WithParents } from '../people/siblings.ts'
import { chunks } from '../table/chunks.ts'
import { events, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { families, guardiansWith } from '../table/players.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { worker } from '../worker.ts'

/** The reminder of an event, `hours` before its deadline for answers. */
export type Reminder = { eventId: string; hours: number }

/** How many families are handled at the same time: one after the other, a large club would not be reminded in time. */
const concurrency = 25

/**
 * Mails a reminder to the families of an event who have not answered, one to each parent for all their players. Idempotent: each invite
 * stores the reminder in the transaction that puts the mails into the outbox.
 */
export const handler = worker<Reminder>(async ({ eventId, hours }, { now }) => {
  const event = await events.get({ eventId }, { consistent: true })
  if (!event || !isVisible(event) || event.cancelled || Date.parse(event.start) <= Date.parse(now))
    return 'nothing to do'
  const invited = (await invites.ofEvent({ eventId })).filter(({ status }) => status === 'Pending')
  const waiting: WithParents[] = []
  for (const part of chunks(invited, concurrency)) {
    const found = await Promise.all(part.map(({ playerId }) => families.of({ playerId })))
    for (const [i, family] of found.entries()) {
      const parents = guardiansWith(family, 'answers').map(({ userId }) => userId)
      waiting.push({ playerId: part[i]?.playerId ?? '', parents })
    }
  }
  const homes = siblingsIn(waiting).flatMap((group) => chunks(group, maxPerWrite))
  for (const part of chunks(homes, concurrency))
    await Promise.all(part.map((home) => remind(eventId, home, { hours, now })))
  return `${waiting.length} waiting`
})

const remind = (eventId: string, group: readonly WithParents[], { hours, now }: { hours: number; now: string }) =>
  retryOnConflict(async () => {
    const idOf = ({ playerId }: WithParents) => inviteOf(eventId, playerId)
    const inviteItems = await invites.getMany(
      group.map((each) => ({ inviteId: idOf(each) })),
      { consistent: true },
    )
    const waitingFamilies = group.flatMap((each, i) => {
      const invite = inviteItems[i]
      if (!invite || !isVisible(invite) || invite.status !== 'Pending' || isReminded(invite.reminded, hours)) return []
      return [{ inviteId: idOf(each), parents: each.parents, reminded: invite.reminded }]
    })
    if (waitingFamilies.length === 0) return
    const stamp = { actor: 'calendar-remind', at: now }
    const inviteChanges = waitingFamilies.map(({ inviteId, reminded }) => {
      const reminderCondition =
        reminded === undefined ? (['reminded', 'not exists'] as const) : (['reminded', '>', hours] as const)
      return invites.change(
        { inviteId },
        { set: { reminded: hours }, when: [['status', '=', 'Pending'], reminderCondition] },
      )
    })
    await write(stamp, ...inviteChanges, ...mailsToParents(stamp, 'reminder', waitingFamilies))
    // Removed meanwhile.
  }).catch(ignore('not_found'))

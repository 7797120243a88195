import { inviteOf, playerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { events, isThere } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { untilSettled, write } from '../table/table.ts'
import { worker } from '../worker.ts'

/** The reminder of an event so many hours before families have to answer. */
export type Reminder = { eventId: string; hours: number }

/**
 * Reminds the families of an event who have not answered. It may hear twice, and be cut short: each invite notes the
 * reminder in the transaction that puts the mails into the outbox.
 */
export const handler = worker<Reminder>(async ({ eventId, hours }, { now }) => {
  const event = await events.get({ eventId }, { consistent: true })
  if (!event || !isThere(event) || event.cancelled || Date.parse(event.start) <= Date.parse(now)) return 'nothing to do'
  const waiting = (await invites.to({ eventId })).filter(({ status }) => status === 'Pending')
  for (const { playerId } of waiting) await remind(inviteOf(eventId, playerId), hours, now)
  return `${waiting.length} waiting`
})

const remind = (inviteId: string, hours: number, now: string) =>
  untilSettled(async () => {
    const [invite, family] = await Promise.all([
      invites.get({ inviteId }, { consistent: true }),
      families.of({ playerId: playerOf(inviteId) }),
    ])
    if (!invite || !isThere(invite) || invite.status !== 'Pending' || invite.reminded === hours) return
    const stamp = { actor: 'calendar-remind', at: now }
    const when = [
      ['status', '=', 'Pending'],
      ['reminded', '<>', hours],
    ] as const
    const parents = guardiansWith(family, 'answers')
    await write(
      stamp,
      invites.change({ inviteId }, { set: { reminded: hours }, when }),
      ...parents.map(({ userId }) => outbox.want(stamp, { letter: 'reminder', to: { userId }, about: { inviteId } })),
    )
  }).catch((error: unknown) => {
    // Taken back meanwhile.
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
  })

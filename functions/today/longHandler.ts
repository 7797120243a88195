import { addHours } from '#shared/rules/days.ts'
import { mostEventDays } from '#shared/rules/eventForm.ts'
import { familyRowsWorker } from '../people/familyRows.ts'
import { invites } from '../table/invites.ts'
import { longEvents } from '../table/me.ts'

/** So many are remembered, those that end first. */
const most = 20

/** Runs for each invite to an event of several days, and for each family: maintains the players' lists of such invites. */
export const handler = familyRowsWorker({
  actor: 'today-long',
  rows: longEvents,
  async rowOf({ playerId, now }) {
    // Also what is out of sight by now: nothing tells here of its coming back, and Today shows it only while it is there.
    const all = await invites.everyBetween(playerId, addHours(now, -24 * mostEventDays), '9999')
    const events = all
      .filter(({ lasts, end }) => lasts === 'days' && end > now)
      .map(({ inviteId, start, end }) => ({ inviteId, start, end }))
      .toSorted((a, b) => (a.end < b.end ? -1 : 1))
      .slice(0, most)
    return events.length > 0 ? { playerId, events } : undefined
  },
  isFor: () => true,
})

import { addHours } from '#shared/rules/days.ts'
import { maxEventDays } from '#shared/rules/eventForm.ts'
import { familyRowsWorker } from '../people/familyRows.ts'
import { invites } from '../table/invites.ts'
import { longEvents } from '../table/me.ts'

/** The most events kept: those that end first. */
const maxEvents = 20

/** Runs for each invite to an event of several days, and for each family: maintains the players' lists of such invites. */
export const handler = familyRowsWorker({
  actor: 'today-long',
  rows: longEvents,
  async rowOf({ playerId, now }) {
    // Including hidden ones: nothing here is triggered when they are restored, and Today only shows existing ones.
    const all = await invites.allBetween(playerId, addHours(now, -24 * maxEventDays), '9999')
    const events = all
      .filter(({ lasts, end }) => lasts === 'days' && end > now)
      .map(({ inviteId, start, end }) => ({ inviteId, start, end }))
      .toSorted((a, b) => (a.end < b.end ? -1 : 1))
      .slice(0, maxEvents)
    return events.length > 0 ? { playerId, events } : undefined
  },
  isFor: () => true,
})

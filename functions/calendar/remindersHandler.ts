import { teamOf } from '#shared/ids.ts'
import { reminderDue } from '#shared/rules/reminders.ts'
import { addHours } from '#shared/rules/days.ts'
import { countFailures } from '../runtime/countFailures.ts'
import { sendTo } from '../runtime/queues.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { type Organization, organizations, clubsWithReminders } from '../table/organizations.ts'
import { pages } from '../table/table.ts'
import { organizationTeams } from '../table/teams.ts'
import type { Reminder } from './remindHandler.ts'

/** The deadline for answers may be days before an event, and the reminder days before that. */
const aheadHours = 14 * 24

/** How many clubs are handled at the same time. */
const concurrency = 10

/** Runs on a schedule: queues the reminders of all clubs that are due. One that is queued twice is sent once. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  let failed = 0
  for await (const clubs of pages<Pick<Organization, 'organizationId'> & { gsi1sk: string }>(clubsWithReminders))
    failed += await countFailures(clubs, concurrency, ({ gsi1sk }) => remindClub(gsi1sk, time))
  // The others are done; the alarm tells that some are not.
  if (failed > 0) throw new Error(`reminders of ${failed} clubs could not be looked for`)
}

async function remindClub(organizationId: string, time: string): Promise<void> {
  const club = await organizations.get({ organizationId })
  const hours = club?.reminderHours ?? []
  if (hours.length === 0) return
  const upcoming = events.ofClubBetween(organizationId, time, addHours(time, aheadHours))
  const teams = await organizationTeams.of({ organizationId }, { consistent: false })
  const archived = new Set(teams.flatMap(({ teamId, archivedAt }) => (archivedAt === undefined ? [] : [teamId])))
  const takesPlace = (event: Event) =>
    isVisible(event) && !event.cancelled && !archived.has(teamOf(event.eventId) ?? '')
  for await (const rows of pages<Event>(upcoming))
    for (const event of rows.filter(takesPlace)) {
      const due = reminderDue(event, hours, time)
      if (due === undefined) continue
      const message: Reminder = { eventId: event.eventId, hours: due }
      await sendTo('calendar-remind', message)
    }
}

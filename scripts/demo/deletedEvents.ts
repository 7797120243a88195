import { deleted, events } from '#functions/table/events.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { after, type Club, hour, typed } from './club.ts'
import { fill } from './fill.ts'
import { demoPart } from './ids.ts'

/** Events of two teams that were deleted before anybody was asked; `in`: days from today to the planned date. */
const planned = [
  { teamName: 'U12 Falcons', name: 'Friendly game at Lakeside', in: 10, deletedHoursAgo: 26 },
  { teamName: 'U10 Otters', name: 'Practice in the gym', in: 6, deletedHoursAgo: 50 },
]

/** Adds them to the deleted events, from where they can be restored. */
export async function seedDeletedEvents(stamp: Stamp, { organization, squads }: Club, today: string): Promise<void> {
  const { timezone, sport } = organization
  const rows = planned.flatMap(({ teamName, name, in: days, deletedHoursAgo }) => {
    const team = squads.find((squad) => squad.team.name === teamName)?.team
    if (!team) return []
    const start = instantOf(addDays(today, days), '16:00', timezone)
    const event = {
      eventId: `${team.teamId}.${demoPart('e', `${teamName} ${name}`)}`,
      name,
      description: '',
      start,
      end: after(start, 2 * hour),
      timezone,
      field: '',
      ...typed(name.includes('game') ? 'game' : 'practice'),
      teamName,
      fieldLabel: sport.fieldLabel,
    }
    const gone = deleted(event.eventId, after(stamp.at, -deletedHoursAgo * hour))
    return events.create({ ...event, ...gone, deletedScope: 'this' })
  })
  await fill(stamp, rows)
}

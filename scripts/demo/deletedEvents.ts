import { deletionAttributes, events } from '#functions/table/events.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { addMinutes, type Club, hour, withEventType } from './club.ts'
import { writeInBatches } from './writeInBatches.ts'
import { demoPart } from './ids.ts'

/** Planned events of two teams that were deleted before anyone was invited; in how many days they were to be. */
const demoEvents = [
  { teamName: 'U12 Falcons', name: 'Friendly game at Lakeside', in: 10, deletedHoursAgo: 26 },
  { teamName: 'U10 Otters', name: 'Practice in the gym', in: 6, deletedHoursAgo: 50 },
]

/** They are listed as deleted, and can be restored. */
export async function seedDeletedEvents(stamp: Stamp, { organization, squads }: Club, today: string): Promise<void> {
  const { timezone, sport } = organization
  const rows = demoEvents.flatMap(({ teamName, name, in: days, deletedHoursAgo }) => {
    const team = squads.find((squad) => squad.team.name === teamName)?.team
    if (!team) return []
    const start = instantOf(addDays(today, days), '16:00', timezone)
    const event = {
      eventId: `${team.teamId}.${demoPart('e', `${teamName} ${name}`)}`,
      name,
      description: '',
      start,
      end: addMinutes(start, 2 * hour),
      timezone,
      field: '',
      ...withEventType(name.includes('game') ? 'game' : 'practice'),
      teamName,
      fieldLabel: sport.fieldLabel,
    }
    const deletion = deletionAttributes(event.eventId, addMinutes(stamp.at, -deletedHoursAgo * hour))
    return events.create({ ...event, ...deletion, deletedScope: 'this' })
  })
  await writeInBatches(stamp, rows)
}

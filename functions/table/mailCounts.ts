import { addDays } from '#shared/rules/days.ts'
import { entity } from './entity.ts'
import { organizationPartitionOf } from './organizations.ts'
import { type User, userPartition } from './profiles.ts'

/**
 * How many mails somebody was sent in a span of time: a day, or the week that begins on a Monday, both by UTC. `tests` are
 * those that they have mailed to themselves on a day.
 */
export const mailCounts = entity<{ sent: number; begins: string }, User & { span: string; begins: string }>(
  'Mail count',
  {
    key: ({ userId, span, begins }) => ({ pk: userPartition({ userId }), sk: `MAILS-ON#${span}#${begins}` }),
  },
)

/** How many urgent emails a team, or a club with all its teams, has sent on a day of the club's. */
export const urgentCounts = entity<{ sent: number; day: string }, { orgUnitId: string; day: string }>('Urgent count', {
  key: ({ orgUnitId, day }) => ({
    pk: organizationPartitionOf(orgUnitId),
    sk: `URGENT-ON#${day}#${orgUnitId}`,
  }),
})

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

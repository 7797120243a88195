import { addDays } from '#shared/rules/days.ts'
import { entity } from './entity.ts'
import { organizationPartitionOf } from './organizations.ts'
import { type User, userPartition } from './profiles.ts'

/**
 * How many mails a person was sent in a span of time, in UTC: a `day`, or a `week` from Monday. `tests` are the test mails to
 * themselves on a day, `pushes` are notices pushed to their devices.
 */
export const mailCounts = entity<{ sent: number; begins: string }, User & { span: string; begins: string }>(
  'Mail count',
  {
    key: ({ userId, span, begins }) => ({ pk: userPartition({ userId }), sk: `MAILS-ON#${span}#${begins}` }),
  },
)

/** How many urgent emails a team, or a club with all its teams, has sent on a day in the club's time zone. */
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

import { addDays, addHours } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

/** How many mails somebody was sent in a span of time: a day, or the week that begins on a Monday, both by UTC. */
export const mailCounts = entity<{ sent: number; begins: string }, User & { span: string; begins: string }>(
  'Mail count',
  {
    key: ({ userId, span, begins }) => ({ pk: userPartition({ userId }), sk: `MAILS-ON#${span}#${begins}` }),
    expires: by(['begins'], ({ begins }) => addHours(`${begins}T00:00:00Z`, 24 * 9)),
  },
)

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

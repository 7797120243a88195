import { addDays } from '../days.ts'

/** A player's state on a registration, as a club tracks it. */
export const trackTypes = ['REGISTERED', 'PAYING', 'WAITING', 'CANCELLED'] as const
export type TrackType = (typeof trackTypes)[number]

/** The registrations of a day, or of the week that begins with it. */
export type DaySum = { day: string; registered: number; priceInCents: number }
/** Up to this many days are shown by day; more by week. */
const maxDays = 62

/** From the first day to the last without gaps: by day, or by week from Monday if there are many. */
export function sumsByPeriod(days: readonly DaySum[]): { by: 'day' | 'week'; sums: DaySum[] } {
  const sorted = days.map(({ day }) => day).toSorted()
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)]
  if (first === '') return { by: 'day', sums: [] }
  const by = addDays(first, maxDays) > last ? 'day' : 'week'
  const periodStart = (day: string) => (by === 'day' ? day : mondayOf(day))
  const sums = new Map<string, DaySum>()
  for (let day = periodStart(first); day <= last; day = addDays(day, by === 'day' ? 1 : 7))
    sums.set(day, { day, registered: 0, priceInCents: 0 })
  for (const { day, registered, priceInCents } of days) {
    const sum = sums.get(periodStart(day))
    if (sum)
      Object.assign(sum, { registered: sum.registered + registered, priceInCents: sum.priceInCents + priceInCents })
  }
  return { by, sums: [...sums.values()] }
}

const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

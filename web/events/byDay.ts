import { dayIn } from '#shared/rules/days.ts'
import { daysOf } from '#shared/rules/eventDays.ts'

export type Day<Item> = { day: string; events: Item[] }
type Held = { start: string; end: string; timezone: string }

/**
 * Groups events by the local day where each is held, in chronological order. One of several days is on each of them that
 * `isShown`.
 */
export function byDay<Item>(
  items: readonly Item[],
  eventOf: (item: Item) => Held,
  isShown: (day: string) => boolean,
): Day<Item>[] {
  const sortedItems = items.toSorted((a, b) => Date.parse(eventOf(a).start) - Date.parse(eventOf(b).start))
  const each = sortedItems.flatMap((item) => daysOf(eventOf(item)).map((day) => ({ day, item })))
  const days = Map.groupBy(each, ({ day }) => day)
  return [...days]
    .map(([day, found]) => ({ day, events: found.map(({ item }) => item) }))
    .filter(({ day }) => isShown(day))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}

/** Whether an event began on an earlier day than this one. */
export const isContinued = ({ start, timezone }: Pick<Held, 'start' | 'timezone'>, day: string): boolean =>
  dayIn(start, timezone) < day

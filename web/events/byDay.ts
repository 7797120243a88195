import { dayIn } from '#shared/rules/days.ts'

export type Day<Item> = { day: string; events: Item[] }

/** Groups events by the local day where each is held, in chronological order. */
export function byDay<Item>(
  items: readonly Item[],
  eventOf: (item: Item) => { start: string; timezone: string },
): Day<Item>[] {
  const sortedItems = items.toSorted((a, b) => Date.parse(eventOf(a).start) - Date.parse(eventOf(b).start))
  const days = Map.groupBy(sortedItems, (item) => dayIn(eventOf(item).start, eventOf(item).timezone))
  return [...days].map(([day, events]) => ({ day, events })).toSorted((a, b) => a.day.localeCompare(b.day))
}

import { dayIn } from '#shared/rules/days.ts'

export type Day<Item> = { day: string; events: Item[] }

/** Groups events by the local day where each is held, in chronological order. */
export function byDay<Item>(
  items: readonly Item[],
  of: (item: Item) => { start: string; timezone: string },
): Day<Item>[] {
  const inTime = items.toSorted((a, b) => Date.parse(of(a).start) - Date.parse(of(b).start))
  const days = Map.groupBy(inTime, (item) => dayIn(of(item).start, of(item).timezone))
  return [...days].map(([day, events]) => ({ day, events })).toSorted((a, b) => a.day.localeCompare(b.day))
}

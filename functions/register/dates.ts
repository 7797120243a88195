import { Problem } from '#shared/problems.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isThere } from '../table/events.ts'
import { isOwn, withoutDateLeft } from '../table/datesLeft.ts'

/** What is told of an event to whoever sees the registration: what it is and when. */
type OnDate = { name: string; start: string; timezone: string }

/** So many events of an option are shown of a registration, and of all its options together: each is read anew for whoever looks. */
const mostOfOption = 10
const mostOfAll = 50

/**
 * Of each option its first events that take place, in the order of time, and how many more belong to it. Where the options
 * have more than are read for one view, each of them gives one after the other.
 */
export async function firstDatesOf(
  registrationId: string,
  options: readonly Option[],
): Promise<(eventIds: readonly string[]) => { events: OnDate[]; moreEvents: number }> {
  const ownOf = (eventIds: readonly string[]) => [...new Set(eventIds)].filter(isOwn(registrationId))
  const own = options.map(({ eventIds }) => ownOf(eventIds))
  const inTurn = Array.from({ length: mostOfOption }, (_, nth) => own.flatMap((ids) => ids[nth] ?? [])).flat()
  const read = new Set([...new Set(inTurn)].slice(0, mostOfAll))
  const dates = await datesOf(registrationId, [...read])
  return (eventIds) => {
    const all = ownOf(eventIds)
    const first = all.slice(0, mostOfOption).filter((id) => read.has(id))
    return { events: dates(first), moreEvents: all.length - first.length }
  }
}

/** Whether an option that somebody has chosen has no date left: then nothing of it all is sold. */
export async function isOver(
  { registrationId, optionIds }: { registrationId: string; optionIds: readonly string[] },
  options: readonly Option[],
  now: string,
): Promise<boolean> {
  const chosen = options.filter(({ id }) => optionIds.includes(id))
  return (await withoutDateLeft(registrationId, chosen, now)).size > 0
}

/** Refuses what was chosen of which no date is left. */
export async function checkDates(
  { registrationId, options }: { registrationId: string; options: readonly Option[] },
  children: readonly { optionIds: readonly string[] }[],
  now: string,
): Promise<void> {
  const chosen = options.filter(({ id }) => children.some(({ optionIds }) => optionIds.includes(id)))
  if ((await withoutDateLeft(registrationId, chosen, now)).size > 0) throw new Problem('no_date_left')
}

/** The club's events of these ids that take place; gives those of some of them, in the order of time. */
export async function datesOf(
  registrationId: string,
  eventIds: readonly string[],
): Promise<(eventIds: readonly string[]) => OnDate[]> {
  const ids = [...new Set(eventIds)].filter(isOwn(registrationId))
  const found = await events.getMany(ids.map((eventId) => ({ eventId })))
  const there = found
    .flatMap((event) => (event && isThere(event) && !event.cancelled ? [event] : []))
    .toSorted((a, b) => a.start.localeCompare(b.start))
  return (wanted) =>
    there
      .filter(({ eventId }) => wanted.includes(eventId))
      .map(({ name, start, timezone }) => ({ name, start, timezone }))
}

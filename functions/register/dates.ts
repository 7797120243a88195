import { Problem } from '#shared/problems.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isVisible } from '../table/events.ts'
import { isOfOwnClub, optionIdsWithoutDates } from '../table/upcomingDates.ts'

/** What is public of an event of a registration. */
type OnDate = { name: string; start: string; timezone: string }

/** The most events that are shown of an option, and of all options together, since each view reads them. */
const maxPerOption = 10
const maxInAll = 50

/**
 * Reads the first events of options; gives a function from the event ids of an option to those that take place, in the order of time, and
 * the number of further ones. If the options have more than the limit together, they are taken from each in turn.
 */
export async function firstDatesOf(
  registrationId: string,
  options: readonly Option[],
): Promise<(eventIds: readonly string[]) => { events: OnDate[]; moreEvents: number }> {
  const ownOf = (eventIds: readonly string[]) => [...new Set(eventIds)].filter(isOfOwnClub(registrationId))
  const own = options.map(({ eventIds }) => ownOf(eventIds))
  const inTurn = Array.from({ length: maxPerOption }, (_, nth) => own.flatMap((ids) => ids[nth] ?? [])).flat()
  const read = new Set([...new Set(inTurn)].slice(0, maxInAll))
  const dates = await datesOf(registrationId, [...read])
  return (eventIds) => {
    const all = ownOf(eventIds)
    const first = all.slice(0, maxPerOption).filter((id) => read.has(id))
    return { events: dates(first), moreEvents: all.length - first.length }
  }
}

/** Whether one of the chosen options has dates, and none of them is left. */
export async function isOver(
  { registrationId, optionIds }: { registrationId: string; optionIds: readonly string[] },
  options: readonly Option[],
  now: string,
): Promise<boolean> {
  const chosen = options.filter(({ id }) => optionIds.includes(id))
  return (await optionIdsWithoutDates(registrationId, chosen, now)).size > 0
}

/** Throws `no_date_left` if one of the chosen options has no date left. */
export async function checkDates(
  { registrationId, options }: { registrationId: string; options: readonly Option[] },
  children: readonly { optionIds: readonly string[] }[],
  now: string,
): Promise<void> {
  const chosen = options.filter(({ id }) => children.some(({ optionIds }) => optionIds.includes(id)))
  if ((await optionIdsWithoutDates(registrationId, chosen, now)).size > 0) throw new Problem('no_date_left')
}

/** Reads these events of the club; gives a function from event ids to those that take place, in the order of time. */
export async function datesOf(
  registrationId: string,
  eventIds: readonly string[],
): Promise<(eventIds: readonly string[]) => OnDate[]> {
  const ids = [...new Set(eventIds)].filter(isOfOwnClub(registrationId))
  const found = await events.getMany(ids.map((eventId) => ({ eventId })))
  const there = found
    .flatMap((event) => (event && isVisible(event) && !event.cancelled ? [event] : []))
    .toSorted((a, b) => a.start.localeCompare(b.start))
  return (wanted) =>
    there
      .filter(({ eventId }) => wanted.includes(eventId))
      .map(({ name, start, timezone }) => ({ name, start, timezone }))
}

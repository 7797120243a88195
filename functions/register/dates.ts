import { Problem } from '#shared/problems.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isVisible } from '../table/events.ts'
import { isOfOwnClub, optionIdsWithoutDates } from '../table/upcomingDates.ts'

/** What is public of an event of a registration. */
type PublicDate = { name: string; start: string; timezone: string }

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
): Promise<(eventIds: readonly string[]) => { events: PublicDate[]; moreEvents: number }> {
  const ownEventIds = (eventIds: readonly string[]) => [...new Set(eventIds)].filter(isOfOwnClub(registrationId))
  const eventIdsByOption = options.map(({ eventIds }) => ownEventIds(eventIds))
  const interleavedIds = Array.from({ length: maxPerOption }, (_, nth) =>
    eventIdsByOption.flatMap((ids) => ids[nth] ?? []),
  ).flat()
  const readIds = new Set([...new Set(interleavedIds)].slice(0, maxInAll))
  const dates = await datesOf(registrationId, [...readIds])
  return (eventIds) => {
    const all = ownEventIds(eventIds)
    const firstIds = all.slice(0, maxPerOption).filter((id) => readIds.has(id))
    return { events: dates(firstIds), moreEvents: all.length - firstIds.length }
  }
}

/** Whether one of the chosen options has dates, and none of them is left. */
export async function hasOptionWithoutDates(
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
): Promise<(eventIds: readonly string[]) => PublicDate[]> {
  const ids = [...new Set(eventIds)].filter(isOfOwnClub(registrationId))
  const found = await events.getMany(ids.map((eventId) => ({ eventId })))
  const visibleEvents = found
    .flatMap((event) => (event && isVisible(event) && !event.cancelled ? [event] : []))
    .toSorted((a, b) => a.start.localeCompare(b.start))
  return (wanted) =>
    visibleEvents
      .filter(({ eventId }) => wanted.includes(eventId))
      .map(({ name, start, timezone }) => ({ name, start, timezone }))
}

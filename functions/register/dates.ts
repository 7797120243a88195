import { isId, organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isThere } from '../table/events.ts'

/** What is told of an event to whoever sees the registration: what it is and when. */
type OnDate = { name: string; start: string; timezone: string }

const isOwn = (registrationId: string) => (id: string) =>
  isId('event', id) && organizationOf(id) === organizationOf(registrationId)

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

/**
 * The options that have dates of which none takes place and is still to come: nobody can have anything of them any more. The
 * dates of an option are kept in the order of time, so mostly the last one says it, and all the others are not read.
 */
export async function withoutDateLeft(
  registrationId: string,
  options: readonly Option[],
  now: string,
): Promise<ReadonlySet<string>> {
  const dated = options.filter(({ eventIds }) => eventIds.length > 0)
  const lacking = async (some: readonly Option[], from: number, to?: number) => {
    if (some.length === 0) return some
    const ids = [...new Set(some.flatMap(({ eventIds }) => eventIds.slice(from, to)))].filter(isOwn(registrationId))
    const found = await events.getMany(ids.map((eventId) => ({ eventId })))
    const left = new Set(
      found.flatMap((event) => (event && isThere(event) && !event.cancelled && event.end > now ? event.eventId : [])),
    )
    return some.filter(({ eventIds }) => !eventIds.slice(from, to).some((id) => left.has(id)))
  }
  const over = await lacking(await lacking(dated, -1), 0, -1)
  return new Set(over.map(({ id }) => id))
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

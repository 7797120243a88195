import { isId, organizationOf } from '#shared/ids.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isVisible } from './events.ts'

/** Whether an event that an option names belongs to the registration's own club. */
export const isOfOwnClub = (registrationId: string) => (id: string) =>
  isId('event', id) && organizationOf(id) === organizationOf(registrationId)

/**
 * The options that have dates, but none that takes place and is still to come, so there is nothing left to register for. Dates
 * are stored in order, so the last one usually decides and the others are not read.
 */
export async function optionIdsWithoutDates(
  registrationId: string,
  options: readonly Option[],
  now: string,
): Promise<ReadonlySet<string>> {
  const dated = options.filter(({ eventIds }) => eventIds.length > 0)
  const withoutUpcoming = async (candidates: readonly Option[], from: number, to?: number) => {
    if (candidates.length === 0) return candidates
    const ids = [...new Set(candidates.flatMap(({ eventIds }) => eventIds.slice(from, to)))].filter(
      isOfOwnClub(registrationId),
    )
    const datedEvents = await events.getMany(ids.map((eventId) => ({ eventId })))
    const upcomingIds = new Set(
      datedEvents.flatMap((event) =>
        event && isVisible(event) && !event.cancelled && event.end > now ? event.eventId : [],
      ),
    )
    return candidates.filter(({ eventIds }) => !eventIds.slice(from, to).some((id) => upcomingIds.has(id)))
  }
  const expired = await withoutUpcoming(await withoutUpcoming(dated, -1), 0, -1)
  return new Set(expired.map(({ id }) => id))
}

/** The names of the chosen options that are among `ids`. */
export const chosenNames = (
  options: readonly Option[],
  { optionIds }: { optionIds: readonly string[] },
  ids: ReadonlySet<string>,
): string[] => options.filter(({ id }) => optionIds.includes(id) && ids.has(id)).map(({ name }) => name)

import { isId, organizationOf } from '#shared/ids.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isThere } from './events.ts'

/** Whether an event that an option names belongs to the registration's own club. */
export const isOwn = (registrationId: string) => (id: string) =>
  isId('event', id) && organizationOf(id) === organizationOf(registrationId)

/**
 * The options that have dates, but none that takes place and is still to come, so there is nothing left to register for. Dates
 * are stored in order, so the last one usually decides and the others are not read.
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

/** The names of the chosen options that are among `some`. */
export const chosenNames = (
  options: readonly Option[],
  { optionIds }: { optionIds: readonly string[] },
  some: ReadonlySet<string>,
): string[] => options.filter(({ id }) => optionIds.includes(id) && some.has(id)).map(({ name }) => name)

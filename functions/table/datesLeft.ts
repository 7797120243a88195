import { isId, organizationOf } from '#shared/ids.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isThere } from './events.ts'

/** Of the events that an option names, those of the club itself. */
export const isOwn = (registrationId: string) => (id: string) =>
  isId('event', id) && organizationOf(id) === organizationOf(registrationId)

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

/** The options that somebody has chosen among some, by their names. */
export const chosenNames = (
  options: readonly Option[],
  { optionIds }: { optionIds: readonly string[] },
  some: ReadonlySet<string>,
): string[] => options.filter(({ id }) => optionIds.includes(id) && some.has(id)).map(({ name }) => name)

import { teamOf } from '#shared/ids.ts'
import { addHours, daysAnywhere } from '#shared/rules/days.ts'
import { isBetween } from '#shared/rules/eventDays.ts'
import { maxEventDays } from '#shared/rules/eventForm.ts'
import { brotli, fromBrotli } from '../runtime/compression.ts'
import { clubMonthChanges, type ClubMonthId, clubMonths } from '../table/clubMonths.ts'
import { type Event, type EventId, events, type EventSummary, isVisible, summaryOf } from '../table/events.ts'
import { all, update } from '../table/table.ts'

export type ListedEvent = EventId & EventSummary

/** Months with more events than this are worth packing. */
const maxUnpacked = 150
/** The longest that the index a month is read from lags behind a change. */
const settleMs = 60_000
/** An item holds 400 KB at most. */
const maxBytes = 300_000

/**
 * The events of a club's teams that are on days of a month. A month with many events is cached in a compressed item if no event of it has
 * changed for a minute; the cache is valid until one changes.
 */
export async function clubMonth(id: ClubMonthId, end: string, now: string): Promise<ListedEvent[]> {
  // An outdated packed month is recognized by its time; a change must be seen at once.
  const [cached, change] = await Promise.all([clubMonths.get(id), clubMonthChanges.get(id, { consistent: true })])
  const settledAt = change ? Date.parse(change.changedAt) + settleMs : 0
  if (cached && Date.parse(cached.readAt) >= settledAt) return unpack(cached.packed)
  const span = daysAnywhere(`${id.month}-01`, end)
  const rows = await all<Event>(
    events.ofClubBetween(id.organizationId, addHours(span.from, -24 * maxEventDays), span.to),
  )
  const monthEvents = rows
    .filter((event) => isVisible(event) && teamOf(event.eventId) !== undefined)
    .filter((event) => isBetween(event, `${id.month}-01`, end))
    .map((event) => ({ eventId: event.eventId, ...summaryOf(event) }))
  if (monthEvents.length > maxUnpacked && Date.parse(now) >= settledAt) await cacheMonth(id, monthEvents, now)
  return monthEvents
}

/** A month read before another change may still be stored, but is never shown: the time of that change gives it away. */
async function cacheMonth(id: ClubMonthId, monthEvents: ListedEvent[], readAt: string): Promise<void> {
  const packed = await brotli(JSON.stringify(monthEvents), quality)
  if (packed.length > maxBytes) return
  await update({ actor: 'calendar', at: readAt }, clubMonths.upsert(id, { set: { packed, readAt } }))
}
const quality = 6

const unpack = async (packed: Uint8Array): Promise<ListedEvent[]> =>
  JSON.parse((await fromBrotli(packed)).toString()) as ListedEvent[]

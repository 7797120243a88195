import { orgUnitOf } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import type { Recurrence } from '#shared/rules/recurrence.ts'
import { concurrently } from '../runtime/concurrently.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { restorationAttributes, deletionAttributes, type Event, events, isDeleted } from '../table/events.ts'
import { type Series, series } from '../table/series.ts'
import { retryOnConflict, update } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { datesAtATime } from './createSeries.ts'
import { datesOf, eventIdOn, seriesDayOf } from './dates.ts'
import { isUpcoming } from './isUpcoming.ts'

/** The recurrence rule of a series as it was before its dates were deleted together. */
export const ruleBeforeDeletions = ({ rule, cut }: Series): Recurrence => cut?.whole ?? rule

/** A rule that ends at the earliest deletion. */
function ruleEnding(fullRule: Recurrence, ends: readonly { until: string }[]): Recurrence {
  const [until] = ends.map((each) => each.until).toSorted()
  if (until === undefined) return fullRule
  const { count: _count, ...rule } = fullRule
  return { ...rule, until }
}

/** The dates of a series, deleted or not; without those that now belong to another series. */
async function storedDates(current: Series, seriesId: string, moreEventIds: readonly string[] = []): Promise<Event[]> {
  const ruleEventIds = datesOf({ ...current, rule: ruleBeforeDeletions(current) }).map(({ day }) =>
    eventIdOn(day, current),
  )
  const rows = await events.getMany(
    [...new Set([...ruleEventIds, ...moreEventIds])].map((eventId) => ({ eventId })),
    { consistent: true },
  )
  return rows.filter((row) => row !== undefined).filter((row) => row.seriesId === seriesId)
}

const seriesOf = async ({ seriesId }: Event): Promise<Stored<Series> | undefined> =>
  seriesId === undefined ? undefined : series.get({ seriesId }, { consistent: true })

/**
 * Marks the other future dates of a series as deleted: those after one date, or all. They get the same `deletedAt` as that date, by which
 * they are restored together. The rule ends before them; the former rule is kept for restoring.
 */
export async function deleteDates(
  stamp: Stamp,
  event: Event,
  { scope, deletedAt }: { scope: 'following' | 'all'; deletedAt: string },
): Promise<void> {
  const { seriesId = '' } = event
  const current = await seriesOf(event)
  const { ends = [] } = current?.cut ?? {}
  if (!current || ends.some(({ at }) => at === deletedAt)) return
  const ownDay = seriesDayOf(event)
  const rows = (await storedDates(current, seriesId)).filter((row) => scope === 'all' || seriesDayOf(row) >= ownDay)
  const datesToDelete = rows.filter(
    (row) => row.eventId !== event.eventId && isUpcoming(row, stamp.at) && !isDeleted(row),
  )
  await clubMonthChanges.markChanged(stamp, event.eventId, datesToDelete)
  await concurrently(datesToDelete, datesAtATime, ({ eventId }) =>
    retryOnConflict(async () => {
      const row = await events.get({ eventId }, { consistent: true })
      if (!row || isDeleted(row)) return
      const set = { ...deletionAttributes(eventId, deletedAt), dropped: true as const }
      await update(stamp, events.change({ eventId }, { set, when: ifUnchanged(row) }))
    }),
  )
  const deletedDays = [ownDay, ...rows.filter((row) => isUpcoming(row, stamp.at)).map(seriesDayOf)]
  const until = addDays(deletedDays.toSorted()[0] ?? ownDay, -1)
  if (until < current.first) return
  const cut = { whole: ruleBeforeDeletions(current), ends: [...ends, { at: deletedAt, until }] }
  const set = { rule: ruleEnding(cut.whole, cut.ends), cut }
  await update(stamp, series.change({ seriesId }, { set, when: ifUnchanged(current) }))
}

/** How an event is restored: as part of its series if the original rule names its day, otherwise on its own. */
const restoredFields = (event: Event, ruleDays: ReadonlySet<string>) =>
  event.seriesId === undefined || ruleDays.has(seriesDayOf(event))
    ? restorationAttributes
    : { ...restorationAttributes, seriesId: undefined, seriesDay: undefined }

const daysOfRule = (current: Series | undefined): ReadonlySet<string> =>
  new Set(current ? datesOf({ ...current, rule: ruleBeforeDeletions(current) }).map(({ day }) => day) : [])

/** The change that restores one event alone. */
export const fieldsToRestore = async (event: Event) => restoredFields(event, daysOfRule(await seriesOf(event)))

/**
 * Restores the dates of a series that were deleted together with this one, and extends the rule as far as other deletions allow. If the
 * rule was changed since, the dates are found by their `deletedAt`.
 */
export async function restoreDates(stamp: Stamp, event: Event): Promise<void> {
  const { eventId: ownId, seriesId = '', deletedAt = '' } = event
  const current = await seriesOf(event)
  if (!current) return
  const shelf = await events.idsOnShelf(events.deletedShelf(orgUnitOf(ownId)), deletedAt, deletedAt)
  const moreEventIds = shelf.map(({ eventId }) => eventId)
  const rows = await storedDates(current, seriesId, moreEventIds)
  const ruleDays = daysOfRule(current)
  const datesToRestore = rows.filter((row) => row.eventId !== ownId && row.deletedAt === deletedAt)
  await clubMonthChanges.markChanged(stamp, ownId, datesToRestore)
  await concurrently(datesToRestore, datesAtATime, ({ eventId }) =>
    retryOnConflict(async () => {
      const row = await events.get({ eventId }, { consistent: true })
      if (!row || row.deletedAt !== deletedAt) return
      const set = restoredFields(row, ruleDays)
      await update(stamp, events.change({ eventId }, { set, when: ifUnchanged(row) }))
    }),
  )
  const { cut } = current
  if (!cut?.ends.some(({ at }) => at === deletedAt)) return
  const ends = cut.ends.filter(({ at }) => at !== deletedAt)
  const set = { rule: ruleEnding(cut.whole, ends), cut: ends.length > 0 ? { ...cut, ends } : undefined }
  await update(stamp, series.change({ seriesId }, { set, when: ifUnchanged(current) }))
}

import { orgUnitOf } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import { type Event, events, isThere } from '../table/events.ts'
import { type Series, series } from '../table/series.ts'
import { untilSettled, update } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { inLanes } from './createSeries.ts'
import { datesOf, dayOf, eventIdOn } from './dates.ts'
import { isToCome } from './isToCome.ts'

const dayIn = (event: Event) => event.seriesDay ?? dayOf(event)

/** The dates of a series, whatever became of them; those that are of another one by now are not. */
async function datesThere(standing: Series, seriesId: string): Promise<Event[]> {
  const ids = datesOf(standing).map(({ day }) => ({ eventId: eventIdOn(day, standing) }))
  const rows = await events.getMany(ids, { consistent: true })
  return rows.filter((row) => row !== undefined).filter((row) => row.seriesId === seriesId)
}

/**
 * Takes the other dates of a series out of sight that have not begun: those that follow one, or all. They carry the instant
 * at which that one was deleted, by which they are brought back together. The rule ends before them, and is kept for that;
 * one that names them again has them back.
 */
export async function deleteDates(
  stamp: Stamp,
  event: Event,
  { scope, deletedAt }: { scope: 'following' | 'all'; deletedAt: string },
): Promise<void> {
  const { seriesId = '' } = event
  const standing = seriesId ? await series.get({ seriesId }, { consistent: true }) : undefined
  if (!standing || standing.cut?.at === deletedAt) return
  const own = dayIn(event)
  const rows = (await datesThere(standing, seriesId)).filter((row) => scope === 'all' || dayIn(row) >= own)
  const going = rows.filter((row) => row.eventId !== event.eventId && isToCome(row, stamp.at) && isThere(row))
  await inLanes(going, ({ eventId }) =>
    untilSettled(async () => {
      const row = await events.get({ eventId }, { consistent: true })
      if (!row || !isThere(row)) return
      const shelved = { shelf: events.deletedShelf(orgUnitOf(eventId)), shelfAt: deletedAt }
      const set = { deletedAt, ...shelved, dropped: true as const }
      await update(stamp, events.change({ eventId }, { set, when: [['version', '=', row.version]] }))
    }),
  )
  const gone = [own, ...rows.filter((row) => isToCome(row, stamp.at)).map(dayIn)]
  const until = addDays(gone.toSorted()[0] ?? own, -1)
  if (until < standing.first) return
  const { count: _count, ...rule } = standing.rule
  const set = { rule: { ...rule, until }, cut: { at: deletedAt, rule: standing.rule } }
  await update(stamp, series.change({ seriesId }, { set, when: [['version', '=', standing.version]] }))
}

/** Brings back what was deleted of a series together with one of its dates, and the rule of before. */
export async function restoreDates(stamp: Stamp, event: Event): Promise<void> {
  const { seriesId = '', deletedAt } = event
  const standing = seriesId ? await series.get({ seriesId }, { consistent: true }) : undefined
  if (!standing) return
  const { cut } = standing
  const isCut = cut !== undefined && cut.at === deletedAt
  const rows = await datesThere(isCut ? { ...standing, rule: cut.rule } : standing, seriesId)
  await inLanes(
    rows.filter((row) => row.eventId !== event.eventId && row.deletedAt === deletedAt),
    ({ eventId }) =>
      untilSettled(async () => {
        const row = await events.get({ eventId }, { consistent: true })
        if (!row || row.deletedAt !== deletedAt) return
        const set = { deletedAt: undefined, shelf: undefined, shelfAt: undefined, dropped: undefined }
        await update(stamp, events.change({ eventId }, { set, when: [['version', '=', row.version]] }))
      }),
  )
  if (isCut)
    await update(
      stamp,
      series.change(
        { seriesId },
        { set: { rule: cut.rule, cut: undefined }, when: [['version', '=', standing.version]] },
      ),
    )
}

import { dequal } from 'dequal'
import { orgUnitOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addDays } from '#shared/rules/days.ts'
import type { Recurrence } from '#shared/rules/recurrence.ts'
import { concurrently } from '../runtime/concurrently.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { restorationAttributes, deletionAttributes, type Event, events, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { type Series, series } from '../table/series.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'
import { derivedPart } from '../table/derivedPart.ts'
import { createDates, datesAtATime } from './createSeries.ts'
import { datesOf, dayOf, eventIdOn, seriesDayOf, contentOn } from './dates.ts'
import { isUpcoming } from './isUpcoming.ts'
import { hasMoved, newsOf, type Announcement } from './newsOf.ts'
import { applySeriesChange, isAfterRuleEnd, changedSeries, withRuleIncluding, valueOf } from './nextSeries.ts'
import { withPlayers } from './orgUnit.ts'
import type { EventContent } from './eventContent.ts'

type SeriesEdit = {
  scope: 'following' | 'all'
  repeat: Recurrence | undefined
  edited: NonNullable<Event['edited']>
  announcement: Announcement
}

/**
 * Applies the change of one date to many dates of its series. A date that was changed individually keeps those fields. If the recurrence
 * rule changes, events on days that it still includes are kept with their answers, missing ones are created and the others deleted. The
 * edited date and the series are written last, in one transaction on the versions that the coach saw: so the same call again completes an
 * interrupted one.
 */
export async function editSeries(stamp: Stamp, event: Stored<Event>, content: EventContent, edit: SeriesEdit) {
  const { scope, repeat, edited, announcement } = edit
  const current = await series.get({ seriesId: event.seriesId ?? '' }, { consistent: true })
  if (!current) throw new Problem('not_found')
  const seriesDay = seriesDayOf(event)
  if (dayOf(content) !== dayOf(event))
    throw new Problem('bad_request', [
      faultAt('start', 'invalid', { message: 'Move one date alone, or change the rule.' }),
    ])
  const from = scope === 'all' ? current.first : seriesDay
  const next = changedSeries(withRuleIncluding(current, seriesDay), event, content, { from, repeat })
  const isWhole = from === current.first
  const seriesId = isWhole ? (event.seriesId ?? '') : await splitId(event, from)
  const all = datesOf(withRuleIncluding(current, seriesDay)).filter(({ day }) => day >= from)
  const ruleDates = datesOf(next)
  const days = new Set([...all, ...ruleDates].map(({ day }) => day))
  const ruleDays = new Set(ruleDates.map(({ day }) => day))
  const rows = await readDates([...days], current)
  // Dates that belong to another series now are left alone, unless a new rule names them.
  const ownSeriesIds = [event.seriesId, seriesId]
  const isAffected = (row: Event) => ownSeriesIds.includes(row.seriesId) || (repeat && ruleDays.has(seriesDayOf(row)))
  const otherDates = rows.filter((row) => row.eventId !== event.eventId && isUpcoming(row, stamp.at) && isAffected(row))

  await clubMonthChanges.markChanged(stamp, event.eventId, [...rows, content])
  const steps: Steps = { current, next, seriesId, announcement }
  await concurrently(otherDates, datesAtATime, (row) =>
    ruleDays.has(seriesDayOf(row))
      ? updateDate(stamp, row, { ...steps, isRestoring: repeat !== undefined })
      : deleteDate(stamp, row),
  )
  const existingDays = new Set(rows.map(({ seriesDay: day }) => day))
  // With an unchanged rule, only deleted dates can be missing, perhaps deleted so long ago that nothing is left of them.
  const missingDates = repeat
    ? ruleDates.filter(({ day, start }) => !existingDays.has(day) && isUpcoming({ start }, stamp.at))
    : []
  if (missingDates.length > 0) {
    const { orgUnit, players } = await withPlayers(orgUnitOf(event.eventId))
    const isForAll = !current.invitesNobody
    const invited = isForAll ? players : await invitedOf(event.eventId, players)
    await createDates(stamp, { seriesId, row: next, orgUnit, days: missingDates, players: invited, isForAll })
  }
  const isKept = repeat === undefined || ruleDays.has(seriesDay)
  return finish(stamp, event, content, {
    ...steps,
    isKept,
    from,
    edited,
    isUncut: repeat !== undefined || isAfterRuleEnd(current, seriesDay),
  })
}

/** New dates of a series that was created without its roster invite the players who are invited to the edited one. */
async function invitedOf(eventId: string, players: readonly TeamPlayer[]): Promise<TeamPlayer[]> {
  const invited = new Set((await invites.ofEvent({ eventId })).map(({ playerId }) => playerId))
  return players.filter(({ playerId }) => invited.has(playerId))
}

const readDates = async (days: readonly string[], { rootId }: Series): Promise<Stored<Event>[]> => {
  const ids = days.map((day) => ({ eventId: eventIdOn(day, { rootId }) }))
  const rows = await events.getMany(ids, { consistent: true })
  return rows.filter((row) => row !== undefined)
}

type Steps = { current: Stored<Series>; next: Series; seriesId: string; announcement: Announcement }

/**
 * Updates one date with what it shares with the others. `isRestoring`: a new rule, which restores deleted dates that it names; for a
 * restored date nobody is told that it moved. Answers are asked again only for dates that move now: not if a date keeps its own
 * time, nor again if an earlier attempt moved it.
 */
const updateDate = (stamp: Stamp, { eventId }: Event, steps: Steps & { isRestoring: boolean }) =>
  retryOnConflict(async () => {
    const { current, next, seriesId, announcement, isRestoring } = steps
    const row = await events.get({ eventId }, { consistent: true })
    if (!row || (!isVisible(row) && !(row.dropped && isRestoring))) return
    const { common, start, end, timezone } = applySeriesChange(row, current, next)
    const clearedFields = { location: undefined, answerBy: undefined, eventTypeId: undefined }
    const set = {
      ...clearedFields,
      ...contentOn({ start, end }, common),
      timezone,
      seriesId,
      ...(row.dropped && restorationAttributes),
    }
    const isSame = Object.entries(set).every(([name, value]) => dequal(valueOf(row, name), value))
    if (isSame) return
    const after = { ...clearedFields, ...set }
    const askAgain = announcement.askAgain && hasMoved(row, after)
    const news = newsOf(row, after, { ...announcement, askAgain, tell: announcement.tell && isVisible(row) })
    await update(stamp, events.change({ eventId }, { set: { ...set, ...news }, when: ifUnchanged(row) }))
  })

/** Deletes a date that the rule no longer names; it can be restored like any other. */
const deleteDate = async (stamp: Stamp, { eventId, deletedAt }: Event) => {
  if (deletedAt !== undefined) return
  await update(stamp, events.change({ eventId }, { set: { ...deletionAttributes(eventId, stamp.at), dropped: true } }))
}

type FinishOptions = Steps & { isKept: boolean; from: string; isUncut: boolean; edited: SeriesEdit['edited'] }

async function finish(stamp: Stamp, event: Stored<Event>, content: EventContent, options: FinishOptions) {
  const { current, next, seriesId, announcement, isKept, from, isUncut, edited } = options
  const { eventId, version } = event
  const finalFields = isKept
    ? newsOf(event, content, announcement)
    : { ...deletionAttributes(eventId, stamp.at), dropped: true as const }
  const set = { ...content, seriesId, edited, ...finalFields }
  const condition = ifUnchanged(current)
  const before = { seriesId: event.seriesId ?? '' }
  const { count: _count, ...rule } = current.rule
  const [until] = [addDays(from, -1), ...(rule.until === undefined ? [] : [rule.until])].toSorted()
  const rules =
    from === current.first
      ? [series.change(before, { set: { ...next, ...(isUncut && withoutCut) }, when: condition })]
      : [
          series.change(before, { set: { rule: { ...rule, until }, ...withoutCut }, when: condition }),
          series.createOnce({ ...next, seriesId }),
        ]
  await write(stamp, events.change({ eventId }, { set, when: ifUnchanged({ version }) }), ...rules)
  return { revision: version + 1 }
}

/** Dates of it that were deleted earlier are restored without its rule. */
const withoutCut = { cut: undefined }

/**
 * The id of the new series stays the same until that series exists, whatever changes meanwhile: a repeated request finds the
 * dates that have moved to it already.
 */
async function splitId({ eventId, seriesId: sourceId = '' }: Stored<Event>, from: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const seriesId = `${orgUnitOf(eventId)}.${derivedPart('s', `${sourceId} ${from} ${attempt}`)}`
    if (!(await series.get({ seriesId }, { consistent: true }))) return seriesId
  }
}

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
import { datesOf, dayOf, eventIdOn, seriesDayOf, writtenOn } from './dates.ts'
import { isToCome } from './isToCome.ts'
import { hasMoved, newsOf, type Telling } from './newsOf.ts'
import { goneAlong, isBeyond, nextOf, reaching, valueOf } from './nextSeries.ts'
import { withPlayers } from './orgUnit.ts'
import type { EventContent } from './written.ts'

type Wish = {
  scope: 'following' | 'all'
  repeat: Recurrence | undefined
  edited: NonNullable<Event['edited']>
  telling: Telling
}

/**
 * Applies the change of one date to many dates of its series. A date that was changed individually keeps those fields. If the recurrence
 * rule changes, events on days that it still includes are kept with their answers, missing ones are created and the others deleted. The
 * edited date and the series are written last, in one transaction on the versions that the coach saw: so the same call again completes an
 * interrupted one.
 */
export async function editSeries(stamp: Stamp, event: Stored<Event>, content: EventContent, wish: Wish) {
  const { scope, repeat, edited, telling } = wish
  const current = await series.get({ seriesId: event.seriesId ?? '' }, { consistent: true })
  if (!current) throw new Problem('not_found')
  const seriesDay = seriesDayOf(event)
  if (dayOf(content) !== dayOf(event))
    throw new Problem('bad_request', [
      faultAt('start', 'invalid', { message: 'Move one date alone, or change the rule.' }),
    ])
  const from = scope === 'all' ? current.first : seriesDay
  const next = nextOf(reaching(current, seriesDay), event, content, { from, repeat })
  const isWhole = from === current.first
  const seriesId = isWhole ? (event.seriesId ?? '') : await splitId(event, from)
  const all = datesOf(reaching(current, seriesDay)).filter(({ day }) => day >= from)
  const named = datesOf(next)
  const days = new Set([...all, ...named].map(({ day }) => day))
  const isNamed = new Set(named.map(({ day }) => day))
  const rows = await read([...days], current)
  // Dates that belong to another series now are left alone, unless a new rule names them.
  const own = [event.seriesId, seriesId]
  const isReached = (row: Event) => own.includes(row.seriesId) || (repeat && isNamed.has(seriesDayOf(row)))
  const others = rows.filter((row) => row.eventId !== event.eventId && isToCome(row, stamp.at) && isReached(row))

  const starts = [...rows.map(({ start }) => start), content.start]
  await clubMonthChanges.markChanged(stamp, event.eventId, starts)
  const steps: Steps = { current, next, seriesId, telling }
  await concurrently(others, datesAtATime, (row) =>
    isNamed.has(seriesDayOf(row)) ? follow(stamp, row, { ...steps, isBack: repeat !== undefined }) : drop(stamp, row),
  )
  const there = new Set(rows.map(({ seriesDay: day }) => day))
  // With an unchanged rule, only deleted dates can be missing, perhaps deleted so long ago that nothing is left of them.
  const lacking = repeat ? named.filter(({ day, start }) => !there.has(day) && isToCome({ start }, stamp.at)) : []
  if (lacking.length > 0) {
    const { orgUnit, players } = await withPlayers(orgUnitOf(event.eventId))
    const isForAll = !current.invitesNobody
    const invited = isForAll ? players : await invitedOf(event.eventId, players)
    await createDates(stamp, { seriesId, row: next, orgUnit, days: lacking, players: invited, isForAll })
  }
  const isKept = repeat === undefined || isNamed.has(seriesDay)
  return finish(stamp, event, content, {
    ...steps,
    isKept,
    from,
    edited,
    isUncut: repeat !== undefined || isBeyond(current, seriesDay),
  })
}

/** New dates of a series that was created without its roster invite the players who are invited to the edited one. */
async function invitedOf(eventId: string, players: readonly TeamPlayer[]): Promise<TeamPlayer[]> {
  const invited = new Set((await invites.ofEvent({ eventId })).map(({ playerId }) => playerId))
  return players.filter(({ playerId }) => invited.has(playerId))
}

const read = async (days: readonly string[], { rootId }: Series): Promise<Stored<Event>[]> => {
  const ids = days.map((day) => ({ eventId: eventIdOn(day, { rootId }) }))
  const rows = await events.getMany(ids, { consistent: true })
  return rows.filter((row) => row !== undefined)
}

type Steps = { current: Stored<Series>; next: Series; seriesId: string; telling: Telling }

/**
 * Updates one date with what it shares with the others. `isBack`: a new rule, which restores deleted dates that it names; for a
 * restored date nobody is told that it moved. Answers are asked again only for dates that move now: not if a date keeps its own
 * time, nor again if an earlier attempt moved it.
 */
const follow = (stamp: Stamp, { eventId }: Event, steps: Steps & { isBack: boolean }) =>
  retryOnConflict(async () => {
    const { current, next, seriesId, telling, isBack } = steps
    const row = await events.get({ eventId }, { consistent: true })
    if (!row || (!isVisible(row) && !(row.dropped && isBack))) return
    const { common, start, end, timezone } = goneAlong(row, current, next)
    const away = { location: undefined, answerBy: undefined, eventTypeId: undefined }
    const set = {
      ...away,
      ...writtenOn({ start, end }, common),
      timezone,
      seriesId,
      ...(row.dropped && restorationAttributes),
    }
    const isSame = Object.entries(set).every(([name, value]) => dequal(valueOf(row, name), value))
    if (isSame) return
    const after = { ...away, ...set }
    const askAgain = telling.askAgain && hasMoved(row, after)
    const news = newsOf(row, after, { ...telling, askAgain, tell: telling.tell && isVisible(row) })
    await update(stamp, events.change({ eventId }, { set: { ...set, ...news }, when: ifUnchanged(row) }))
  })

/** Deletes a date that the rule no longer names; it can be restored like any other. */
const drop = async (stamp: Stamp, { eventId, deletedAt }: Event) => {
  if (deletedAt !== undefined) return
  await update(stamp, events.change({ eventId }, { set: { ...deletionAttributes(eventId, stamp.at), dropped: true } }))
}

type End = Steps & { isKept: boolean; from: string; isUncut: boolean; edited: Wish['edited'] }

async function finish(stamp: Stamp, event: Stored<Event>, content: EventContent, end: End) {
  const { current, next, seriesId, telling, isKept, from, isUncut, edited } = end
  const { eventId, version } = event
  const last = isKept
    ? newsOf(event, content, telling)
    : { ...deletionAttributes(eventId, stamp.at), dropped: true as const }
  const set = { ...content, seriesId, edited, ...last }
  const upon = ifUnchanged(current)
  const before = { seriesId: event.seriesId ?? '' }
  const { count: _count, ...rule } = current.rule
  const [until] = [addDays(from, -1), ...(rule.until === undefined ? [] : [rule.until])].toSorted()
  const rules =
    from === current.first
      ? [series.change(before, { set: { ...next, ...(isUncut && uncut) }, when: upon })]
      : [
          series.change(before, { set: { rule: { ...rule, until }, ...uncut }, when: upon }),
          series.createOnce({ ...next, seriesId }),
        ]
  await write(stamp, events.change({ eventId }, { set, when: ifUnchanged({ version }) }), ...rules)
  return { revision: version + 1 }
}

/** Dates of it that were deleted earlier are restored without its rule. */
const uncut = { cut: undefined }

/**
 * The id of the new series stays the same until that series exists, whatever changes meanwhile: a repeated request finds the
 * dates that have moved to it already.
 */
async function splitId({ eventId, seriesId: split = '' }: Stored<Event>, from: string): Promise<string> {
  for (let time = 1; ; time++) {
    const seriesId = `${orgUnitOf(eventId)}.${derivedPart('s', `${split} ${from} ${time}`)}`
    if (!(await series.get({ seriesId }, { consistent: true }))) return seriesId
  }
}

import type { planning } from '#shared/api/planning.ts'
import { isId, orgUnitOf } from '#shared/ids.ts'
import { Problem, faultAt } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { type Series, series } from '../table/series.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { archiveWithTeam } from './archiveWithTeam.ts'
import { createEvent } from './createEvent.ts'
import { clocksOf, commonOf, datesOf, dayOf, eventIdOn, refuseBadRule, writtenOn } from './dates.ts'
import { followRoster } from './followRoster.ts'
import { activeWithPlayers, type OrgUnit } from './orgUnit.ts'
import { refuseOtherSeries } from './savedBefore.ts'
import { contentOf } from './written.ts'

/** Creates recurring events. Each date is complete in itself; repeating an interrupted request creates the rest. */
export async function createSeries({
  params: { orgUnitId },
  body,
  stamp,
}: CallOf<typeof planning, 'POST /rest-api/calendar/series/{orgUnitId}'>) {
  const { part, repeat, invite } = body
  const [content, { orgUnit, players }] = await Promise.all([contentOf(orgUnitId, body), activeWithPlayers(orgUnitId)])
  const first = dayOf(content)
  refuseBadRule(repeat, first)
  const seriesId = `${orgUnitId}.${part}`
  const row: Series = {
    ...{ rootId: seriesId, first, ...clocksOf(content), rule: repeat, content: commonOf(content) },
    ...(invite === 'nobody' && { invitesNobody: true }),
  }
  const dates = datesOf(row)
  if (dates.length === 0)
    throw new Problem('bad_request', [faultAt('repeat', 'invalid', { message: 'This names no day.' })])
  const outcome = await write(stamp, series.createOnce({ ...row, seriesId }))
  const firstId = eventIdOn(dates[0]?.day ?? first, row)
  if (outcome === 'repeated') await refuseOtherSeries(seriesId, row, firstId, { players, invite })
  const isForAll = invite === 'everybody'
  await createDates(stamp, { seriesId, row, orgUnit, days: dates, players: isForAll ? players : [], isForAll })
  return { seriesId, events: dates.length }
}

type Dates = {
  seriesId: string
  row: Series
  orgUnit: OrgUnit
  days: ReturnType<typeof datesOf>
  players: TeamPlayer[]
  /** Whether these are all players who were on the team when read. */
  isForAll: boolean
}

/** Creates the events on these days, several in parallel. */
export async function createDates(
  stamp: Stamp,
  { seriesId, row, orgUnit, days, players, isForAll }: Dates,
): Promise<void> {
  const starts = days.map(({ start }) => start)
  const making = inLanes(days, (date) => {
    const ids = { eventId: eventIdOn(date.day, row), seriesId, seriesDay: date.day }
    const event = { ...writtenOn(date, row.content), timezone: row.timezone, ...orgUnit, ...ids }
    return createEvent(stamp, event, players)
  })
  await Promise.all([making, clubMonthChanges.say(stamp, seriesId, starts)])
  const made = days.map(({ day }) => ({ eventId: eventIdOn(day, row) }))
  const ofUnit = orgUnitOf(seriesId)
  await archiveWithTeam(stamp, ofUnit, made)
  if (isForAll && isId('team', ofUnit)) await followRoster(stamp, ofUnit, { made, roster: players })
}

const lanes = 6
/** Runs `work` on each item, with limited concurrency. */
export async function inLanes<T>(list: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const rest = list.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const each of rest) await work(each)
    }),
  )
}

import type { planning } from '#shared/api/planning.ts'
import { isId, orgUnitOf } from '#shared/ids.ts'
import { Problem, faultAt } from '#shared/problems.ts'
import { concurrently } from '../runtime/concurrently.ts'
import type { CallOf } from '../serve.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { type Series, series } from '../table/series.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { archiveWithTeam } from './archiveWithTeam.ts'
import { createEvent } from './createEvent.ts'
import { clocksOf, sharedContent, datesOf, dayOf, eventIdOn, refuseBadRule, contentOn } from './dates.ts'
import { followRoster } from './followRoster.ts'
import { activeWithPlayers, type OrgUnit } from './orgUnit.ts'
import { refuseOtherSeries } from './savedBefore.ts'
import { contentOf } from './eventContent.ts'

/**
 * Creates a series and its events, each event with its invites in a transaction of its own. Idempotent: the same request again, after this
 * was cut short, creates what is missing.
 */
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
    ...{ rootId: seriesId, first, ...clocksOf(content), rule: repeat, content: sharedContent(content) },
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
  /** `players` is the whole roster, as it was read: changes of the roster meanwhile are followed. */
  isForAll: boolean
}

/** How many dates of a series are written concurrently. */
export const datesAtATime = 6
/** Creates the events of these days, with invites for `players`. */
export async function createDates(
  stamp: Stamp,
  { seriesId, row, orgUnit, days, players, isForAll }: Dates,
): Promise<void> {
  const creations = concurrently(days, datesAtATime, (date) => {
    const ids = { eventId: eventIdOn(date.day, row), seriesId, seriesDay: date.day }
    const event = { ...contentOn(date, row.content), timezone: row.timezone, ...orgUnit, ...ids }
    return createEvent(stamp, event, players)
  })
  await Promise.all([creations, clubMonthChanges.markChanged(stamp, seriesId, days)])
  const eventIds = days.map(({ day }) => ({ eventId: eventIdOn(day, row) }))
  const orgUnitId = orgUnitOf(seriesId)
  await archiveWithTeam(stamp, orgUnitId, eventIds)
  if (isForAll && isId('team', orgUnitId)) await followRoster(stamp, orgUnitId, { eventIds, roster: players })
}

import type { calendar } from '#shared/api/calendar.ts'
import { isId, organizationOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addDays, addHours, daysAnywhere } from '#shared/rules/days.ts'
import { isBetween } from '#shared/rules/eventDays.ts'
import { maxEventDays } from '#shared/rules/eventForm.ts'
import { eventCard, locationCard } from '../events/cards.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { organizations } from '../table/organizations.ts'
import { all, page } from '../table/table.ts'
import { teams } from '../table/teams.ts'
import { clubMonth, type ListedEvent } from './clubMonth.ts'

const pageSize = 100
/** A club's calendar shows a month at a time; a whole season is not read at once. */
const maxClubDays = 62

/**
 * The events of a team, or those of the club itself, either between two days (each event by the local day at its place) or between two
 * instants. `related` adds those of the team's club, or of the club's teams.
 */
export async function listTeamEvents({
  params: { orgUnitId },
  query,
  me,
  now,
}: CallOf<typeof calendar, 'GET /api/v1/teamEventsByMonth/{orgUnitId}'>) {
  const { from, to, since, includes } = span(query)
  const list = `events of ${orgUnitId} from ${from} to ${to}`
  const after = await positionOf(list, query.cursor)
  const related = query.related === 'true' && after === undefined
  const [, { rows, next }, relatedEvents] = await Promise.all([
    requireOrgUnit(orgUnitId),
    page<Event>({ ...events.between(orgUnitId, since, to), limit: pageSize, after }),
    related
      ? relatedTo(
          orgUnitId,
          { from, to, since, now, month: monthOf(query) },
          me.then(({ access }) => access),
        )
      : [],
  ])
  const matching = [...rows, ...relatedEvents].filter((event) => isVisible(event) && includes(event))
  const sortedEvents = relatedEvents.length > 0 ? matching.toSorted((a, b) => (a.start < b.start ? -1 : 1)) : matching
  return {
    events: sortedEvents.map((event) => ({ ...eventCard(event.eventId, event), location: locationCard(event) })),
    cursor: await cursorAt(list, next),
  }
}

async function requireOrgUnit(orgUnitId: string) {
  const isTeam = isId('team', orgUnitId)
  const unit = await (isTeam ? teams.get({ teamId: orgUnitId }) : organizations.get({ organizationId: orgUnitId }))
  if (!unit) throw new Problem('not_found')
}

/** `since`: where reading begins, so that events of several days that began before the range are found. */
type TimeRange = { from: string; to: string; since: string }
/** `month`: set if the range is exactly one month; `end` is where it ends. */
type RelatedRange = TimeRange & { now: string; month?: { month: string; end: string } | undefined }

/** The month that screens request, from its first day up to the next month's, if the range is one. */
function monthOf({ start, end }: { start: string; end: string }): RelatedRange['month'] {
  const month = start.slice(0, 7)
  const isMonth = start === `${month}-01` && end.endsWith('-01') && end > start && dayBefore(end).startsWith(month)
  return isMonth ? { month, end } : undefined
}
const dayBefore = (day: string) => addDays(day, -1)

async function relatedTo(
  orgUnitId: string,
  relatedRange: RelatedRange,
  accessPromise: Promise<Access>,
): Promise<ListedEvent[]> {
  const { from, to, since, now, month } = relatedRange
  const organizationId = organizationOf(orgUnitId)
  if (orgUnitId !== organizationId) return all<Event>(events.between(organizationId, since, to))
  if (Date.parse(to) - Date.parse(from) > (maxClubDays + 2) * 86_400_000)
    throw new Problem('bad_request', [
      faultAt('end', 'invalid', { message: `Send an end at most ${maxClubDays} days after the start.` }),
    ])
  const rowsPromise = month
    ? clubMonth({ organizationId, month: month.month }, month.end, now)
    : all<Event>(events.ofClubBetween(organizationId, since, to))
  const [rows, access] = await Promise.all([rowsPromise, accessPromise])
  return rows.filter(({ eventId }) => {
    const teamId = teamOf(eventId)
    return teamId !== undefined && maySee(access, organizationId, teamId)
  })
}

/** Coaches see their teams, administrators all of the club's; families see their players' teams. */
function maySee(access: Access, organizationId: string, teamId: string): boolean {
  if (flagsOn(access, { organizationId, teamId }).size > 0) return true
  return [...access.players, ...access.following].some((player) => player.teams.some(({ id }) => id === teamId))
}

type Span = TimeRange & { includes: (event: ListedEvent) => boolean }

function span({ start, end, millis }: { start: string; end: string; millis?: string | undefined }): Span {
  const isDay = (bound: string) => bound.includes('-')
  if (isDay(start) === (millis === 'true') || isDay(end) !== isDay(start))
    throw new Problem('bad_request', [
      faultAt('start', 'invalid', { message: 'Send two days, or with millis=true two instants.' }),
    ])
  if (isDay(start) ? start > end : Number(start) > Number(end))
    throw new Problem('bad_request', [
      faultAt('end', 'invalid', { message: 'Send an end that is not before the start.' }),
    ])
  if (isDay(start)) {
    const range = daysAnywhere(start, end)
    const includes = (event: ListedEvent) => isBetween(event, start, end)
    return { ...range, since: addHours(range.from, -24 * maxEventDays), includes }
  }
  const [from, to] = [start, end].map((ms) => new Date(Number(ms)).toISOString()) as [string, string]
  return { from, to, since: from, includes: ({ start: at }) => at < to }
}

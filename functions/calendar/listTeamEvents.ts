import type { calendar } from '#shared/api/calendar.ts'
import { isId, organizationOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { anywhereSpan, dayIn } from '#shared/rules/days.ts'
import { eventCard, locationCard } from '../cards.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Event, events, isThere } from '../table/events.ts'
import { organizations } from '../table/organizations.ts'
import { all, page } from '../table/table.ts'
import { teams } from '../table/teams.ts'

const pageSize = 100
/** A club's calendar shows a month at a time; its season is not read at once. */
const mostDaysOfClub = 62

/**
 * The events of a team, or of a club without a team, from one day up to another, each on its own day where it is held; or
 * between two instants. `related` brings those of its other side: of the team's club, or of the club's teams.
 */
export async function listTeamEvents({
  params: { orgUnitId },
  query,
  me,
}: CallOf<typeof calendar, 'GET /api/v1/teamEventsByMonth/{orgUnitId}'>) {
  const { from, to, holds } = span(query)
  const list = `events of ${orgUnitId} from ${from} to ${to}`
  const after = await positionOf(list, query.cursor)
  const related = query.related === 'true' && after === undefined
  const [, { rows, next }, others] = await Promise.all([
    named(orgUnitId),
    page<Event>({ ...events.between(orgUnitId, from, to), limit: pageSize, after }),
    related
      ? relatedTo(
          orgUnitId,
          { from, to },
          me.then(({ access }) => access),
        )
      : [],
  ])
  const found = [...rows, ...others].filter((event) => isThere(event) && holds(event))
  const inTime = others.length > 0 ? found.toSorted((a, b) => (a.start < b.start ? -1 : 1)) : found
  return {
    events: inTime.map((event) => ({ ...eventCard(event.eventId, event), location: locationCard(event) })),
    cursor: await cursorAt(list, next),
  }
}

async function named(orgUnitId: string) {
  const isTeam = isId('team', orgUnitId)
  const unit = await (isTeam ? teams.get({ teamId: orgUnitId }) : organizations.get({ organizationId: orgUnitId }))
  if (!unit) throw new Problem('not_found')
}

type Between = { from: string; to: string }

async function relatedTo(orgUnitId: string, { from, to }: Between, asking: Promise<Access>): Promise<Event[]> {
  const organizationId = organizationOf(orgUnitId)
  if (orgUnitId !== organizationId) return all<Event>(events.between(organizationId, from, to))
  if (Date.parse(to) - Date.parse(from) > (mostDaysOfClub + 2) * 86_400_000)
    throw new Problem('bad_request', [
      faultAt('end', 'invalid', { message: `Send an end at most ${mostDaysOfClub} days after the start.` }),
    ])
  const [rows, access] = await Promise.all([all<Event>(events.everywhereBetween(organizationId, from, to)), asking])
  return rows.filter(({ eventId }) => {
    const teamId = teamOf(eventId)
    return teamId !== undefined && maySee(access, organizationId, teamId)
  })
}

/** Coaches see their teams, and who runs the club all of them; families the teams of their players. */
function maySee(access: Access, organizationId: string, teamId: string): boolean {
  if (flagsOn(access, { organizationId, teamId }).size > 0) return true
  return [...access.players, ...access.following].some((player) => player.teams.some(({ id }) => id === teamId))
}

type Span = Between & { holds: (event: Event) => boolean }

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
    const holds = ({ start: at, timezone }: Event) => start <= dayIn(at, timezone) && dayIn(at, timezone) < end
    return { ...anywhereSpan(start, end), holds }
  }
  const [from, to] = [start, end].map((ms) => new Date(Number(ms)).toISOString()) as [string, string]
  return { from, to, holds: ({ start: at }) => at < to }
}

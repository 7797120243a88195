import type { calendar } from '#shared/api/calendar.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { anywhereSpan, dayIn } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { eventCard, locationCard } from '../cards.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Event, events } from '../table/events.ts'
import { page } from '../table/table.ts'
import { teams } from '../table/teams.ts'

const pageSize = 100

/** A team's events from one day up to another, each on its own day where it is held; or between two instants. */
export async function listTeamEvents({
  params: { teamId },
  query,
}: CallOf<typeof calendar, 'GET /api/v1/teamEventsByMonth/{teamId}'>) {
  const { from, to, holds } = span(query)
  const list = `events of ${teamId} from ${from} to ${to}`
  const after = await positionOf(list, query.cursor)
  const [team, { rows, next }] = await Promise.all([
    teams.get({ teamId }),
    page<Event>({ ...events.between(teamId, from, to), limit: pageSize, after }),
  ])
  if (!team) throw new Problem('not_found')
  return {
    events: rows.filter(holds).map((event) => ({ ...eventCard(event.eventId, event), location: locationCard(event) })),
    cursor: await cursorAt(list, next),
  }
}

type Span = { from: string; to: string; holds: (event: Event) => boolean }

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

import type { planning } from '#shared/api/planning.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, type News } from '../table/events.ts'
import { update } from '../table/table.ts'
import { editSeries } from './editSeries.ts'
import { isToCome } from './isToCome.ts'
import { standing } from './standing.ts'
import { contentOf, type EventContent } from './written.ts'

/**
 * Changes an event, upon the state that the coach has seen. Invites follow by their worker; what families are to be told,
 * and whether every answer is asked for again, is written with it and done by another one.
 */
export async function editEvent({
  params: { eventId },
  body,
  stamp,
}: CallOf<typeof planning, 'PUT /rest-api/calendar/event/{eventId}'>) {
  const { revision, askAgain, tell, scope = 'this', repeat } = body
  const [event, content] = await Promise.all([standing(eventId), contentOf(orgUnitOf(eventId), body)])
  if (event.version !== revision) throw new Problem('conflict')
  if (scope !== 'this' && event.seriesId !== undefined) return editSeries(stamp, event, content, { scope, repeat })
  const news = newsOf(event, content, { askAgain, tell, now: stamp.at })
  const set = { ...content, ...(news && { news, newsAt: stamp.at }) }
  const changed = await update(stamp, events.change({ eventId }, { set, when: [['version', '=', revision]] }))
  return { revision: changed.version }
}

type Wish = { askAgain: boolean; tell: boolean; now: string }
/** Nobody is told of what is over, nor of another description. */
function newsOf(event: Event, content: EventContent, { askAgain, tell, now }: Wish): News | undefined {
  if (!isToCome(content, now)) return undefined
  if (askAgain) return { what: 'asked', was: wasOf(event) }
  return tell && hasMoved(event, content) ? { what: 'moved', was: wasOf(event) } : undefined
}

const wasOf = ({ start, end, timezone, location, field }: Event) => ({
  start,
  end,
  timezone,
  place: [location?.name, field].filter(Boolean).join(', '),
})

const hasMoved = (before: EventContent, after: EventContent): boolean =>
  before.start !== after.start ||
  before.end !== after.end ||
  before.field !== after.field ||
  (before.location?.name ?? '') !== (after.location?.name ?? '') ||
  (before.location?.address ?? '') !== (after.location?.address ?? '')

import { dequal } from 'dequal'
import type { planning } from '#shared/api/planning.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { events } from '../table/events.ts'
import { update } from '../table/table.ts'
import { isLastWrittenBy } from '../table/writes.ts'
import { derivedPart } from '../table/derivedPart.ts'
import { editSeries } from './editSeries.ts'
import { newsOf } from './newsOf.ts'
import { isArchivedTeam } from './orgUnit.ts'
import { requireEvent, refuseDeletedOrArchived } from './existing.ts'
import { contentOf } from './eventContent.ts'

/**
 * Changes an event on the condition that it has the version that the coach saw. Workers then update its invites, and tell the families what
 * this call has stored for them to be told. Idempotent for the same content. Throws `conflict` if somebody else has changed it, and
 * `saved_before` if an earlier call of the same edit was saved with other content.
 */
export async function editEvent({
  params: { eventId },
  body,
  stamp,
}: CallOf<typeof planning, 'PUT /rest-api/calendar/event/{eventId}'>) {
  const { revision, askAgain, tell, scope = 'this', repeat } = body
  const eventPromise = requireEvent(eventId)
  const [event, content, isArchived] = await Promise.all([
    eventPromise,
    contentOf(orgUnitOf(eventId), body, eventPromise),
    isArchivedTeam(orgUnitOf(eventId)),
  ])
  const edited = { upon: revision, what: derivedPart('', JSON.stringify([stamp.actor, body]), 22) }
  if (dequal(event.edited, edited)) return { revision: revision + 1 }
  if (event.edited?.upon === revision && event.version === revision + 1 && isLastWrittenBy(event, stamp))
    throw new Problem('saved_before')
  refuseDeletedOrArchived(event)
  // Past events of an archived team can be corrected, but none may become upcoming, where everybody would see it.
  if (isArchived && (scope !== 'this' || content.end > stamp.at)) throw new Problem('team_archived')
  if (event.version !== revision) throw new Problem('conflict')
  const announcement = { askAgain, tell, now: stamp.at, by: stamp.subject ?? stamp.actor }
  if (scope !== 'this' && event.seriesId !== undefined)
    return editSeries(stamp, event, content, {
      scope,
      repeat,
      edited,
      announcement: { ...announcement, lead: eventId },
    })
  const set = { ...content, edited, ...newsOf(event, content, announcement) }
  const [changed] = await Promise.all([
    update(stamp, events.change({ eventId }, { set, when: [['version', '=', revision]] })),
    clubMonthChanges.markChanged(stamp, eventId, [event, content]),
  ])
  return { revision: changed.version }
}

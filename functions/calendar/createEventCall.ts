import type { planning } from '#shared/api/planning.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { teams } from '../table/teams.ts'
import { createEvent } from './createEvent.ts'
import { activeWithPlayers } from './orgUnit.ts'
import { refuseOtherEvent } from './savedBefore.ts'
import { contentOf } from './eventContent.ts'

/** Creates an event of a team or of the club, with its invites. */
export async function createEventCall({
  params: { orgUnitId },
  body,
  stamp,
}: CallOf<typeof planning, 'POST /rest-api/calendar/events/{orgUnitId}'>) {
  const { eventId, invite, mail } = body
  if (orgUnitOf(eventId) !== orgUnitId) throw new Problem('bad_request', [faultAt('eventId', 'invalid')])
  const [content, { orgUnit, players }] = await Promise.all([contentOf(orgUnitId, body), activeWithPlayers(orgUnitId)])
  const invited = invite === 'everybody' ? players : []
  await Promise.all([
    createEvent(stamp, { ...content, ...orgUnit, eventId }, invited, {
      mail,
      conditions: teams.checkNotArchived(orgUnitId),
      onRepeat: () => refuseOtherEvent(eventId, content, { players, invite, mail }),
    }),
    clubMonthChanges.markChanged(stamp, eventId, [content]),
  ])
  return { id: eventId, invited: invited.length }
}

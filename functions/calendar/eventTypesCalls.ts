import { dequal } from 'dequal'
import type { planning } from '#shared/api/planning.ts'
import { faultAt, isProblem, Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { organizations } from '../table/organizations.ts'
import { eventTypes } from '../table/eventTypes.ts'
import { update, write } from '../table/table.ts'

export async function readEventTypes({
  params: { orgId },
}: CallOf<typeof planning, 'GET /rest-api/calendar/event-types/{orgId}'>) {
  const id = { organizationId: orgId }
  const [{ types, revision }, organization] = await Promise.all([eventTypes.of(id), organizations.get(id)])
  if (!organization) throw new Problem('not_found')
  return { types: [...types], revision, timezone: organization.timezone }
}

/** Replaces the list of event types. Throws `conflict` if it has changed since the caller read it. Idempotent for the same list. */
export async function saveEventTypes({
  params: { orgId: organizationId },
  body: { types, revision },
  stamp,
}: CallOf<typeof planning, 'PUT /rest-api/calendar/event-types/{orgId}'>) {
  if (new Set(types.map(({ id }) => id)).size < types.length)
    throw new Problem('bad_request', [faultAt('types', 'invalid', { message: 'Send each type once.' })])
  try {
    if (revision === 0) {
      await write(stamp, eventTypes.create({ organizationId, types }))
      return { types, revision: 1 }
    }
    const when = [['version', '=', revision]] as const
    const { version } = await update(stamp, eventTypes.change({ organizationId }, { set: { types }, when }))
    return { types, revision: version }
  } catch (error) {
    if (!isProblem(error, 'conflict')) throw error
    const stored = await eventTypes.get({ organizationId }, { consistent: true })
    if (!stored || !dequal(stored.types, types)) throw error
    return { types, revision: stored.version }
  }
}

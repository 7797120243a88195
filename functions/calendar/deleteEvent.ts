import type { planning } from '#shared/api/planning.ts'
import { Problem } from '#shared/problems.ts'
import { eventCard } from '../events/cards.ts'
import type { CallOf } from '../serve.ts'
import { clubMonthChanges } from '../table/clubMonths.ts'
import { deletionAttributes, events, isDeleted, canBeRestored } from '../table/events.ts'
import { retryOnConflict, update } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { fieldsToRestore, deleteDates, restoreDates } from './deleteDates.ts'
import { readOrgUnit } from './orgUnit.ts'
import { requireEvent } from './existing.ts'

/**
 * Marks an event as deleted; a worker then marks its invites, which keep their answers. Idempotent: after an interruption the same call
 * completes it. For an event that is deleted already, a call that includes more dates is a new deletion.
 */
export const deleteEvent = ({
  params: { eventId },
  query: { scope = 'this' },
  stamp,
}: CallOf<typeof planning, 'GET /api/v1/deleteEvent/{eventId}'>) =>
  retryOnConflict(async () => {
    const event = await requireEvent(eventId)
    const isSame = event.deletedScope === scope || scope === 'this'
    const deletedAt = event.deletedAt !== undefined && isSame ? event.deletedAt : stamp.at
    if (deletedAt !== event.deletedAt) {
      const isByName = scope === 'this'
      const set = {
        ...deletionAttributes(eventId, deletedAt),
        deletedScope: scope,
        // Deleted by name, it is not restored by a rule.
        dropped: isByName ? undefined : (true as const),
        ...(isByName && event.seriesId !== undefined && { expiresFrom: laterOf(event.start, deletedAt) }),
      }
      await Promise.all([
        update(stamp, events.change({ eventId }, { set, when: ifUnchanged(event) })),
        clubMonthChanges.markChanged(stamp, eventId, [event]),
      ])
    }
    if (scope !== 'this') await deleteDates(stamp, event, { scope, deletedAt })
    return { success: true as const }
  })

/** A date of a series is kept until it is over: a changed rule creates each date that it names and does not find. */
const laterOf = (start: string, deletedAt: string): string =>
  Date.parse(start) > Date.parse(deletedAt) ? start : deletedAt

/** Restores a deleted event. */
export const restoreEvent = ({
  params: { eventId },
  query: { together },
  stamp,
}: CallOf<typeof planning, 'POST /rest-api/calendar/event/{eventId}/restore'>) =>
  retryOnConflict(async () => {
    const event = await requireEvent(eventId)
    if (!isDeleted(event)) return { revision: event.version }
    if (!canBeRestored(event, stamp.at)) throw new Problem('not_found')
    const set = await fieldsToRestore(event)
    // This write comes last: a retry after an interruption finds the event still deleted, and completes the rest.
    if (together) await restoreDates(stamp, event)
    const [restored] = await Promise.all([
      update(stamp, events.change({ eventId }, { set, when: ifUnchanged(event) })),
      clubMonthChanges.markChanged(stamp, eventId, [event]),
    ])
    return { revision: restored.version }
  })

export async function listDeleted({
  params: { orgUnitId },
  now,
}: CallOf<typeof planning, 'GET /rest-api/calendar/deleted/{orgUnitId}'>) {
  const [ids] = await Promise.all([events.idsOnShelf(events.deletedShelf(orgUnitId), now), readOrgUnit(orgUnitId)])
  const rows = await events.getMany(ids)
  const deleted = rows
    .filter((event) => event !== undefined)
    .filter((event) => isDeleted(event) && canBeRestored(event, now))
  return {
    events: deleted.map((event) => ({
      ...eventCard(event.eventId, event),
      deletedAt: event.deletedAt ?? now,
      seriesId: event.seriesId ?? null,
    })),
  }
}

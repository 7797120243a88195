import type { duplicates } from '#shared/api/duplicates.ts'
import { eventOf } from '#shared/ids.ts'
import { isProblem, Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { events, isDeleted } from '../../table/events.ts'
import { canBeUndone, type Merge, merges, undoneMerge } from '../../table/merges.ts'
import { maxTransactWrites, retryOnConflict, write } from '../../table/table.ts'
import { organizationTeams } from '../../table/teams.ts'
import { ifUnchanged } from '../../table/writes.ts'
import { reopenInvitations } from './invitations.ts'
import { fittingRestores, restoreInvites, withoutInvites } from './splitInvites.ts'
import { restoreConsents } from './consents.ts'
import { restoreRegistrations, rosterPlaces, teamsToLeave } from './places.ts'
import { recreateGone } from './recreateGone.ts'
import { restoreKept } from './restoreKept.ts'
import { readSharedItems, restoreShares } from './shares.ts'
import { sideOf } from './sides.ts'
import { barredSince, withdrawnFromBoth } from './withdrawnAccess.ts'
import { assignmentsOf, restoreTasks } from './tasks.ts'

type Call = CallOf<typeof duplicates, 'POST /rest-api/duplicates/{orgId}/undo'>
/**
 * Undoes a merge; what was changed since stays with the kept player. One transaction, before which invites are moved back that find no room
 * in it: if it is cut short before that transaction, the merge stands, and the next attempt continues.
 */
export async function undoMerge(call: Call) {
  for (;;) {
    const result = await retryOnConflict(() => undoStep(call)).catch((error: unknown) => {
      // The kept player does not exist any more.
      throw isProblem(error, 'not_found') ? new Problem('merge_gone') : error
    })
    if (result) return result
  }
}

async function undoStep({ params: { orgId: organizationId }, body: { mergeId }, stamp, now }: Call) {
  const merge = await merges.get({ organizationId, mergeId }, { consistent: true })
  if (merge?.undoneAt !== undefined) return { playerId: merge.goneId }
  if (!merge || !canBeUndone(merge, now)) throw new Problem('merge_gone')
  const keep = await sideOf(merge.keepId)
  const [teams, eventsById, assignmentsById, sharedItems, barred, withdrawalWrites] = await Promise.all([
    organizationTeams.of({ organizationId }),
    eventsOf(merge),
    assignmentsOf((merge.gone.tasks ?? []).map(({ assignmentId }) => assignmentId)),
    readSharedItems(organizationId),
    barredSince(merge, keep),
    withdrawnFromBoth(merge, keep),
  ])
  const teamsById = new Map(
    teams.map(({ teamId: id, name, archivedAt }) => [id, { id, name, ...(archivedAt && { archivedAt }) }]),
  )
  const writes = [
    ...restoreKept(merge, keep, teamsToLeave(merge, keep, await rosterPlaces(keep))),
    ...recreateGone(merge, keep, teamsById),
    ...restoreConsents(merge, keep),
    ...restoreRegistrations(merge, keep),
    ...restoreTasks(merge, keep, assignmentsById),
    ...restoreShares(merge, sharedItems),
    ...reopenInvitations(merge, barred),
    ...withdrawalWrites,
  ]
  const max = maxTransactWrites - 1
  // So much has been added since that one transaction cannot undo it.
  if (writes.length > max) throw new Problem('merge_gone')
  const inviteRestores = restoreInvites(merge, keep, eventsById)
  const finalRestores = fittingRestores(inviteRestores, max - writes.length)
  const earlierRestores = fittingRestores(
    inviteRestores.filter((each) => !finalRestores.includes(each)),
    max,
  )
  const mergeChange = (set: Partial<Merge>) =>
    merges.change({ organizationId, mergeId }, { set, when: ifUnchanged(merge) })
  if (earlierRestores.length > 0) {
    await write(
      stamp,
      mergeChange(withoutInvites(merge, earlierRestores)),
      ...earlierRestores.flatMap((each) => each.writes),
    )
    return undefined
  }
  await write(stamp, mergeChange(undoneMerge(merge, now)), ...writes, ...finalRestores.flatMap((each) => each.writes))
  return { playerId: merge.goneId }
}

/** The events of the invites that were moved or removed, as they are now. */
async function eventsOf({ gone }: Merge) {
  const eventRows = await events.getMany(gone.invites.map(({ inviteId }) => ({ eventId: eventOf(inviteId) })))
  return new Map(eventRows.flatMap((event) => (event && !isDeleted(event) ? [[event.eventId, event]] : [])))
}

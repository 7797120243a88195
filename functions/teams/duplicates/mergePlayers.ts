import type { duplicates } from '#shared/api/duplicates.ts'
import { organizationOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import type { CallOf } from '../../serve.ts'
import { merges } from '../../table/merges.ts'
import { isActive } from '../../table/registrationEntries.ts'
import { maxTransactWrites, retryOnConflict, write } from '../../table/table.ts'
import type { Write } from '../../table/writes.ts'
import { type InviteSplit, splitInvites, movePostponed } from './splitInvites.ts'
import { mergeWrites, type Moving } from './mergeWrites.ts'
import { planMerge, refuseTooMuch } from './planMerge.ts'
import { refusePlaces, twiceRegistered } from './places.ts'
import { recordOf } from './record.ts'
import { readSharedItems } from './shares.ts'
import { type Side, sideOf } from './sides.ts'
import { barredOf, refuseWithdrawnAccess } from './withdrawnAccess.ts'
import { assignmentsOf, commonAssignmentIds, refuseAnsweredTwice } from './tasks.ts'

type Api = typeof duplicates
type MergeIds = { keepId: string; goneId: string }

/** Reads both players, and plans the merge. Throws if something of the merged player cannot be moved. */
async function readAndPlan({ keepId, goneId }: MergeIds): Promise<{ keep: Side; gone: Side; plan: Moving }> {
  if (keepId === goneId) throw new Problem('not_found')
  const [keep, gone, shared] = await Promise.all([
    sideOf(keepId),
    sideOf(goneId),
    readSharedItems(organizationOf(keepId)),
  ])
  if (gone.hasUnmovable) throw new Problem('cannot_merge')
  refuseAnsweredTwice(keep, gone)
  const barred = await barredOf(keep, gone)
  await refuseWithdrawnAccess(keep, gone, barred)
  const plan = planMerge(keep, gone, barred)
  refuseTooMuch(plan)
  const commonAssignments = await assignmentsOf(commonAssignmentIds(keep, gone))
  return { keep, gone, plan: { ...plan, shared, commonAssignments } }
}

export async function previewMerge({
  params: { orgId: organizationId },
  query,
  now,
  me,
}: CallOf<Api, 'GET /rest-api/duplicates/{orgId}/preview'>) {
  const [{ keep, gone, plan }, { access }] = await Promise.all([readAndPlan(query), me])
  const mayEditFees = flagsOn(access, { organizationId }).has('canEditFees')
  const { fitting, postponed, unmoved } = invitesOf(keep, gone, plan, now)
  const { playerId: id, firstName, lastName, teams, bornOn, contacts = [] } = { ...keep.player, ...plan.player }
  return {
    player: {
      id,
      firstName,
      lastName,
      bornOn: bornOn ?? null,
      teams: [...teams, ...plan.teams].map(({ name }) => name),
      contacts: plan.details.contacts?.map(({ name }) => name) ?? contacts,
    },
    family: keep.family.length + plan.family.length,
    grownUps: keep.guardians.length + plan.guardians.length,
    invites: fitting.length + postponed.length,
    invitesLeft: unmoved.length,
    fees: gone.fees.length,
    places: gone.places.filter(isActive).length,
    twiceRegistered: await twiceRegistered(keep, gone, mayEditFees),
    owedInCents: mayEditFees ? gone.fees.reduce((sum, fee) => sum + outstandingOf(fee), 0) : null,
  }
}

/**
 * Merges two players in one transaction, conditional on both being as read; otherwise reads again. Invites that do not fit are
 * moved right after; if that is interrupted, repeating the request completes it.
 */
export const mergePlayers = ({
  params: { orgId: organizationId },
  body: { mergeId, ...ids },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/duplicates/{orgId}/merge'>) =>
  retryOnConflict(async () => {
    const before = await merges.get({ organizationId, mergeId }, { consistent: true })
    if (before) {
      // A late retry does not redo a merge that was undone since.
      const isOther = before.keepId !== ids.keepId || before.goneId !== ids.goneId
      if (isOther || before.undoneAt !== undefined) throw new Problem('conflict')
      await movePostponed(stamp, { organizationId, mergeId }, now)
      return { mergeId, keptId: before.keepId }
    }
    const { keep, gone, plan } = await readAndPlan(ids).catch(async (error: unknown) => {
      // A duplicate request may have merged them meanwhile: then its record is read again.
      throw (await merges.get({ organizationId, mergeId }, { consistent: true })) ? new Problem('conflict') : error
    })
    refusePlaces(keep, gone)
    const { fitting, postponed } = invitesOf(keep, gone, plan, now)
    const writes = mergeWrites(keep, gone, plan, fitting, now)
    await write(
      stamp,
      merges.create(recordOf({ organizationId, mergeId, mergedAt: now }, keep, gone, plan, fitting)),
      ...writes,
    )
    if (postponed.length > 0) await movePostponed(stamp, { organizationId, mergeId }, now)
    return { mergeId, keptId: ids.keepId }
  })

/** The invites that the merge's transaction moves, those it has no room for, and those that stay. */
function invitesOf(keep: Side, gone: Side, plan: Moving, now: string): InviteSplit {
  // A removal counts twice: it also writes a trace of who removed it.
  const cost = (writes: Write[]) => writes.reduce((sum, { operation }) => sum + (operation === 'remove' ? 2 : 1), 0)
  const room = maxTransactWrites - 1 - cost(mergeWrites(keep, gone, plan, [], now))
  if (room < 0) throw new Problem('cannot_merge')
  return splitInvites(keep, gone, room, now)
}

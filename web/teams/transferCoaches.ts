import { lastPart } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { callApi, useApi } from '../api.ts'
import { newPart } from '../api/newPart.ts'
import { useUserId } from '../session/useUserId.ts'
import { type BulkResult, runForEach } from '../shell/bulkAction.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'

const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
export type Coach = { id: string; name: string; permissions: Flag[] }

/**
 * Coaches of one team who do not coach the chosen other team, each with those of their rights that the reader may give there.
 * Empty unless the reader may appoint coaches in both.
 */
export function useTransferableCoaches(from: string, to: string): Coach[] {
  const whyCannot = useWhyCannot()
  const ownUserId = useUserId()
  const canAppoint = to !== '' && [from, to].every((id) => whyCannot('canEditAdministrators', id) === undefined)
  const options = { handles: ['failures', 'not_allowed'] } as const
  const fromTeam = useApi(LIST, canAppoint ? { orgUnitId: from } : undefined, options).data
  const toTeam = useApi(LIST, canAppoint ? { orgUnitId: to } : undefined, options).data
  if (!fromTeam || !toTeam) return []
  const excludedIds = new Set([ownUserId, ...toTeam.administrators.map(({ id }) => id)])
  return fromTeam.administrators.flatMap(({ id, name, permissions }) => {
    const grantable = permissions.filter((flag) => whyCannot(flag, to) === undefined)
    return excludedIds.has(id) || grantable.length === 0 ? [] : [{ id, name, permissions: grantable }]
  })
}

/** A coach with the id of their invitation. */
type InvitedCoach = Coach & { invitationId: string }

/** Invites coaches to a team with these rights; repeating it sends no second mail. */
export const inviteCoaches = (coaches: readonly Coach[], from: string, to: string): Promise<BulkResult<InvitedCoach>> =>
  runForEach(
    coaches.map((coach) => ({ ...coach, invitationId: `${to}.${newPart('i')}` })),
    ({ id: userId, permissions, invitationId }) => {
      const body = { part: lastPart(invitationId), of: { orgUnitId: from, userId }, permissions }
      return callApi(
        'POST /rest-api/organization/administrators/{orgUnitId}/invite',
        { orgUnitId: to, body },
        handledProblems,
      )
    },
    {},
  )

/** Withdraws invitations; those that were not created or are answered already are skipped. */
export async function withdrawInvitations(invitationIds: readonly string[]): Promise<void> {
  const withdraw = (invitationId: string) =>
    callApi('DELETE /rest-api/organization/invitation/{invitationId}', { invitationId }, handledProblems)
  const { failed: failures } = await runForEach(invitationIds, withdraw, { skipCodes: new Set(['not_found']) })
  const [firstFailure] = failures
  if (firstFailure) throw firstFailure.problem
}

const handledProblems = { handles: ['failures', 'not_allowed'] } as const

import { lastPart } from '#shared/ids.ts'
import type { Flag } from '#shared/permissions.ts'
import { callApi, useApi } from '../api.ts'
import { newPart } from '../api/newPart.ts'
import { useUserId } from '../session/useUserId.ts'
import { type Came, eachChosen } from '../shell/eachChosen.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'

const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
export type Coach = { id: string; name: string; permissions: Flag[] }

/**
 * Coaches of one team who do not coach the chosen other team, each with those of their rights that the reader may give there.
 * Empty unless the reader may appoint coaches in both.
 */
export function useCoachesAlong(from: string, to: string): Coach[] {
  const whyCannot = useWhyCannot()
  const own = useUserId()
  const may = to !== '' && [from, to].every((id) => whyCannot('canEditAdministrators', id) === undefined)
  const quiet = { handles: ['failures', 'not_allowed'] } as const
  const here = useApi(LIST, may ? { orgUnitId: from } : undefined, quiet).data
  const there = useApi(LIST, may ? { orgUnitId: to } : undefined, quiet).data
  if (!here || !there) return []
  const known = new Set([own, ...there.administrators.map(({ id }) => id)])
  return here.administrators.flatMap(({ id, name, permissions }) => {
    const given = permissions.filter((flag) => whyCannot(flag, to) === undefined)
    return known.has(id) || given.length === 0 ? [] : [{ id, name, permissions: given }]
  })
}

/** A coach with the id of their invitation. */
type Along = Coach & { invitationId: string }

/** Invites coaches to a team with these rights; repeating it sends no second mail. */
export const inviteAlong = (coaches: readonly Coach[], from: string, to: string): Promise<Came<Along>> =>
  eachChosen(
    coaches.map((coach) => ({ ...coach, invitationId: `${to}.${newPart('i')}` })),
    ({ id: userId, permissions, invitationId }) => {
      const body = { part: lastPart(invitationId), of: { orgUnitId: from, userId }, permissions }
      return callApi('POST /rest-api/organization/administrators/{orgUnitId}/invite', { orgUnitId: to, body }, handled)
    },
    {},
  )

/** Withdraws invitations; those that were not created or are answered already are skipped. */
export async function withdrawAlong(invitationIds: readonly string[]): Promise<void> {
  const withdraw = (invitationId: string) =>
    callApi('DELETE /rest-api/organization/invitation/{invitationId}', { invitationId }, handled)
  const { lost } = await eachChosen(invitationIds, withdraw, { needless: new Set(['not_found']) })
  const [first] = lost
  if (first) throw first.problem
}

const handled = { handles: ['failures', 'not_allowed'] } as const

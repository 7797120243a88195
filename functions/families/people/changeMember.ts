import type { families as contract } from '#shared/api/families.ts'
import { type GuardianRight, guardianRights } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { families } from '../../table/players.ts'
import { update, retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged } from '../../table/writes.ts'
import { canManage } from './mayEdit.ts'

/** Hides a member of the family from the other families of the team, or shows them again: by themselves or by the club. */
export async function hide({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: memberId, hidden, teamId },
}: CallOf<typeof contract, 'POST /rest-api/families/player/{playerId}/hide'>) {
  const { access } = await me
  if (memberId !== userId && !canManage(access, playerId, teamId)) throw new Problem('not_allowed')
  await update(stamp, families.change({ playerId, userId: memberId }, { set: { hidden } }, 'not_found'))
  return {}
}

const haveSameRights = (one: readonly GuardianRight[], other: readonly GuardianRight[]) =>
  guardianRights.every((right) => one.includes(right) === other.includes(right))

/**
 * Sets which rights a guardian lacks, in the player's and in the user's item. For the club only, and not for oneself, since only another
 * could undo it. Throws `conflict` if the rights are no longer those that the caller saw (`before`).
 */
export async function limitRights({
  userId,
  stamp,
  me,
  params: { playerId },
  body: { userId: memberId, lacks, before, teamId },
}: CallOf<typeof contract, 'PUT /rest-api/families/player/{playerId}/rights'>) {
  // Not `mayEdit`: the right on a team does not count for the caller's own child that is not on it.
  if (!canManage((await me).access, playerId, teamId) || memberId === userId) throw new Problem('not_allowed')
  return retryOnConflict(async () => {
    const stored = await families.get({ playerId, userId: memberId }, { consistent: true })
    if (stored?.relation !== 'own') throw new Problem('not_found')
    const currentLacks = stored.lacks ?? []
    if (haveSameRights(currentLacks, lacks)) return {}
    // Otherwise the list from an outdated page would give back a right that somebody else has taken meanwhile.
    if (before && !haveSameRights(currentLacks, before)) throw new Problem('conflict')
    await write(
      stamp,
      ...families.limitRights({ playerId, userId: memberId }, [...new Set(lacks)], ifUnchanged(stored)),
    )
    return {}
  })
}

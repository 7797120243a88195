import type { MyPlayer } from '../../table/me.ts'
import type { Merge } from '../../table/merges.ts'
import { families, type Family, twinOf } from '../../table/players.ts'
import type { Stored, Write } from '../../table/writes.ts'
import { unionOfRights } from './planMerge.ts'
import { withoutKeys, type Side } from './sides.ts'

/** The members who have joined since the merge by an invitation that was sent for the merged player, also together with siblings. */
export const joinedSince = ({ goneId }: Merge, { family }: Side): Stored<Family>[] =>
  family.filter(({ cameAs }) => cameAs?.includes(goneId))

/** The merged player's family, with the limits imposed since. */
function familyWithJoined(merge: Merge, keep: Side): Family[] {
  const joined = joinedSince(merge, keep).map((member): Family => {
    const { cameAs = [], followed: _before, ...row } = withoutKeys(member)
    const before = cameAs.slice(0, cameAs.indexOf(merge.goneId))
    return { ...row, ...(before.length > 0 && { cameAs: before }) }
  })
  const ids = new Set(joined.map(({ userId }) => userId))
  return [...merge.gone.family.filter(({ userId }) => !ids.has(userId)), ...joined]
}

/** Restores a guardian's missing rights from before the merge, if the merge added some and they are unchanged since. */
export function restoredLimit({ limits = [] }: Merge['moved'], { userId, relation, lacks = [] }: Family) {
  const limit = limits.find((each) => each.userId === userId)
  if (!limit || relation !== 'own' || limit.after.length === limit.before.length) return undefined
  if (unionOfRights(lacks, limit.after).length > limit.after.length || lacks.length < limit.after.length)
    return undefined
  return { lacks: limit.before.length > 0 ? limit.before : undefined }
}

type Names = Pick<MyPlayer, 'firstName' | 'lastName' | 'teams' | 'also'>
/** The family of the merged player, as far as they still have access to the kept one. */
export function recreateFamily(merge: Merge, keep: Side, names: Names): Write[] {
  const { goneId: playerId, moved } = merge
  const access = new Map(keep.family.map((member) => [member.userId, member]))
  return familyWithJoined(merge, keep)
    .filter(({ userId }) => access.has(userId))
    .flatMap((member) => {
      const { userId, lacks: formerLacks, ...rest } = member
      // Rights taken away since the merge stay taken, for both players.
      const { after = [] } = moved.limits?.find((limit) => limit.userId === userId) ?? {}
      const lacksSince = (access.get(userId)?.lacks ?? []).filter((right) => !after.includes(right))
      const combinedLacks =
        member.relation === 'own' && lacksSince.length > 0 ? unionOfRights(formerLacks ?? [], lacksSince) : formerLacks
      const lacks = combinedLacks ? { lacks: combinedLacks } : {}
      return [
        families.create({ ...rest, ...lacks, userId, playerId }),
        twinOf(member).create({ userId, playerId, ...names, ...lacks }),
      ]
    })
}

import { dequal } from 'dequal'
import { guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import type { Merge } from '../../table/merges.ts'
import { type PlayerDetails, playerDetails } from '../../table/playerDetails.ts'
import { families, type Family, type Player, players, twinOf } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { unassignedWrites } from '../../table/rosters.ts'
import { ifUnchanged, type Stored, type Write } from '../../table/writes.ts'
import { audienceAfterUndo } from './audience.ts'
import { joinedSince, restoredLimit } from './recreateFamily.ts'
import type { Side } from './sides.ts'

/**
 * The writes that undo a merge on the kept player: what the merge gave them is removed, and what it changed is set back, as far as it is
 * still as the merge left it. `leavingTeamIds`: the teams that they leave.
 */
export function restoreKept(merge: Merge, keep: Side, leavingTeamIds: ReadonlySet<string>): Write[] {
  const { playerId } = keep.player
  const restored = restoredPlayer(merge, keep, leavingTeamIds)
  const details = valuesBeforeMerge<PlayerDetails>(keep.details ?? {}, merge.filled.details, merge.filled.detailsBefore)
  const contacts = 'contacts' in details ? { contacts: (details.contacts ?? []).map(({ name }) => name) } : {}
  return [
    players.change({ playerId }, { set: { ...restored, ...contacts }, when: ifUnchanged(keep.player) }),
    ...unassignedWrites(keep.player, restored.teams),
    ...restoreRosters(keep, restored, leavingTeamIds),
    ...restoreFamily(merge, keep, { teams: restored.teams, hasLeft: leavingTeamIds.size > 0 }),
    ...restoreGuardians(merge, keep),
    ...(keep.details ? restoreDetails(keep.player, keep.details, details) : []),
  ]
}

/** The attributes of the player that change. */
function restoredPlayer(merge: Merge, keep: Side, leavingTeamIds: ReadonlySet<string>) {
  const { moved, filled } = merge
  const { player } = keep
  const also = remainingAlso(moved, player)
  const { pictures: _pictures, picturesSaid: _said, ...filledFields } = filled.player
  return {
    ...valuesBeforeMerge<Player>(player, filledFields, filled.playerBefore),
    ...restoredAudience(merge, keep),
    teams: player.teams.filter(({ id }) => !leavingTeamIds.has(id)),
    ...(moved.also && { also: also.length > 0 ? also : undefined }),
  }
}
type Restored = ReturnType<typeof restoredPlayer>

/** The audience of pictures, if it changes; not if a guardian who stays has chosen it since. */
function restoredAudience(merge: Merge, keep: Side): Partial<Player> {
  const { moved, filled, mergedAt } = merge
  const { pictures, picturesSaid } = keep.player
  const otherFamily = new Set([
    ...moved.userIds,
    ...moved.raised,
    ...joinedSince(merge, keep).map(({ userId }) => userId),
  ])
  const isFamily = (userId: string) =>
    !otherFamily.has(userId) && keep.family.some((each) => each.userId === userId && each.relation === 'own')
  if (picturesSaid && picturesSaid.at > mergedAt && isFamily(picturesSaid.userId)) return {}
  const before = {
    pictures: filled.playerBefore.pictures,
    picturesSaid: 'picturesSaid' in filled.player ? filled.playerBefore.picturesSaid : picturesSaid,
  }
  const restored = audienceAfterUndo(before, keep.player, isFamily)
  return {
    ...(restored.pictures !== pictures && { pictures: restored.pictures }),
    ...(!dequal(restored.picturesSaid, picturesSaid) && { picturesSaid: restored.picturesSaid }),
  }
}

/** The earlier ids that the player had before the merge. */
const remainingAlso = (moved: Merge['moved'], { also = [] }: Player) => also.filter((id) => !moved.also?.includes(id))

function restoreRosters({ player, rows }: Side, restored: Restored, leavingTeamIds: ReadonlySet<string>): Write[] {
  const { playerId } = player
  const { picture, pictures } = { ...player, ...restored }
  return rows.flatMap(({ teamId }) =>
    leavingTeamIds.has(teamId)
      ? [rosterRows.remove({ teamId, playerId }, 'conflict')]
      : 'picture' in restored || 'pictures' in restored
        ? [rosterRows.change({ teamId, playerId }, { set: { picture, pictures } })]
        : [],
  )
}

type Teams = { teams: Player['teams']; hasLeft: boolean }
/** Family that came by the merge leaves, or follows again; the rows of all others get the player's teams and earlier ids. */
function restoreFamily(merge: Merge, keep: Side, { teams, hasLeft }: Teams): Write[] {
  const { moved } = merge
  const { playerId } = keep.player
  const also = remainingAlso(moved, keep.player)
  const joined = joinedSince(merge, keep)
  const leavingUserIds = [...moved.userIds, ...joined.flatMap(({ userId, followed }) => (followed ? [] : [userId]))]
  const raised = [...moved.raised, ...joined.map(({ userId }) => userId)]
  return keep.family.flatMap((member): Write[] => {
    const { userId, relation } = member
    if (leavingUserIds.includes(userId))
      return [
        ...families.leave({ playerId, userId, relation }),
        leftPlaces.record({ userId, id: playerId, is: 'player' }),
      ]
    if (raised.includes(userId) && relation === 'own') return followAgain(keep.player, member, teams, also)
    const limit = restoredLimit(moved, member)
    const set = {
      ...(hasLeft && { teams }),
      ...(moved.also && { also: also.length > 0 ? also : undefined }),
      ...limit,
    }
    return [
      ...(limit ? [families.change({ userId, playerId }, { set: limit, when: ifUnchanged(member) })] : []),
      ...(Object.keys(set).length > 0 ? [twinOf(member).change({ userId, playerId }, { set })] : []),
    ]
  })
}

/** A follower whom the merge made family follows again. */
function followAgain(player: Player, member: Family, teams: Player['teams'], also: string[]): Write[] {
  const { playerId, firstName, lastName } = player
  const { userId } = member
  const follower = { userId, relation: 'following' as const }
  const cleared = { lacks: undefined, cameAs: undefined, came: undefined, followed: undefined }
  return [
    families.change({ userId, playerId }, { set: { relation: 'following', ...cleared } }),
    twinOf(member).remove({ userId, playerId }, 'conflict'),
    twinOf(follower).create({ userId, playerId, firstName, lastName, teams, ...(also.length > 0 && { also }) }),
  ]
}

/** Guardians that came by the merge are removed; of the others, access that was taken by the merge alone is given back. */
function restoreGuardians({ moved }: Merge, keep: Side): Write[] {
  const { playerId } = keep.player
  const added = keep.guardians.filter(({ guardianId }) => moved.guardianIds.includes(guardianId))
  const noted = keep.guardians.filter((each) =>
    moved.noted?.some((one) => one.guardianId === each.guardianId && one.accessTakenAt === each.accessTakenAt),
  )
  return [
    ...added.map(({ guardianId }) => guardians.remove({ playerId, guardianId }, 'conflict')),
    ...noted.map(({ guardianId, version }) =>
      guardians.change({ playerId, guardianId }, { set: { accessTakenAt: undefined }, when: ifUnchanged({ version }) }),
    ),
  ]
}

/** Sets details back; the item is removed where nothing is left in it. */
function restoreDetails({ playerId }: Player, current: Stored<PlayerDetails>, set: Partial<PlayerDetails>): Write[] {
  if (Object.keys(set).length === 0) return []
  const { contacts, medical, fields } = { ...current, ...set }
  const isEmpty = contacts === undefined && medical === undefined && fields === undefined
  return [isEmpty ? playerDetails.remove({ playerId }) : playerDetails.change({ playerId }, { set })]
}

/** The values before the merge of those attributes that still have the values the merge gave them. */
function valuesBeforeMerge<Row extends object>(
  current: Partial<Row>,
  filled: Partial<Row>,
  before: Partial<Row>,
): Partial<Row> {
  const names = (Object.keys(filled) as (keyof Row)[]).filter((name) => dequal(current[name], filled[name]))
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<Row>
}

import { addHours } from '#shared/rules/days.ts'
import { familyInvitations } from '../../table/familyInvitations.ts'
import { files } from '../../table/files.ts'
import { guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { mergeHours } from '../../table/merges.ts'
import { playerDetails } from '../../table/playerDetails.ts'
import { families, players, twinOf } from '../../table/players.ts'
import { rosterRows, type TeamPlayer } from '../../table/rosterRows.ts'
import { unassignedWrites, rosterCopyOf } from '../../table/rosters.ts'
import { unassignedPlayers } from '../../table/unassignedPlayers.ts'
import { ifUnchanged, type Write } from '../../table/writes.ts'
import { moveInvitations } from './invitations.ts'
import { moveInvites, type Pair } from './splitInvites.ts'
import { moveConsents } from './consents.ts'
import { moveRegistrations } from './places.ts'
import type { Plan } from './planMerge.ts'
import { type SharedItems, moveShares } from './shares.ts'
import { withoutKeys, type Side } from './sides.ts'
import { type AssignmentsById, moveTasks } from './tasks.ts'

/** What a merge moves, and the items elsewhere that contain the player's id: shares of the library, and assignments. */
export type Moving = Plan & { shared: SharedItems; commonAssignments: AssignmentsById }

/** The writes that merge the player `gone` into `keep`, with those invites (`movedPairs`) that fit into one transaction. */
export const mergeWrites = (
  keep: Side,
  gone: Side,
  plan: Moving,
  movedPairs: readonly Pair[],
  now: string,
): Write[] => [
  ...playerWrites(keep, gone, plan),
  ...rosterWrites(keep, gone, plan),
  ...pictureFile(keep, gone, plan, now),
  ...leaveFamily(gone),
  ...joinFamily(keep, plan),
  ...changeFamily(keep, plan),
  ...guardianWrites(keep, gone, plan),
  ...detailsWrites(keep, gone, plan),
  ...moveConsents(keep, gone),
  ...moveRegistrations(keep, gone),
  ...moveTasks(keep, gone, plan.commonAssignments),
  ...moveShares(plan.shared, keep.player.playerId, gone.player.playerId),
  ...moveInvites(keep.player, movedPairs),
]

const teamsOf = (keep: Side, plan: Moving) => [...keep.player.teams, ...plan.teams]
const alsoOf = (keep: Side, plan: Moving) => [...(keep.player.also ?? []), ...plan.also]

function playerWrites(keep: Side, gone: Side, plan: Moving): Write[] {
  const { playerId } = keep.player
  const goneId = gone.player.playerId
  const teams = teamsOf(keep, plan)
  return [
    players.change(
      { playerId },
      {
        set: {
          teams,
          ...plan.player,
          ...(plan.also.length > 0 && { also: alsoOf(keep, plan) }),
          ...(plan.details.contacts && { contacts: plan.details.contacts.map(({ name }) => name) }),
        },
        when: ifUnchanged(keep.player),
      },
    ),
    players.remove({ playerId: goneId }, 'conflict', ifUnchanged(gone.player)),
    mergedPlayers.upsert({ playerId: goneId }, { set: { playerId: goneId, keepId: playerId } }),
    ...unassignedWrites(keep.player, teams),
    ...(gone.player.teams.length === 0 ? [unassignedPlayers.remove({ playerId: goneId }, 'conflict')] : []),
  ]
}

function rosterWrites(keep: Side, gone: Side, plan: Moving): Write[] {
  const { playerId } = keep.player
  const rosterFields = rosterCopyOf({ ...keep.player, ...plan.player })
  return [
    ...gone.rows.flatMap(({ teamId, row }) => [
      rosterRows.remove({ teamId, playerId: gone.player.playerId }, 'conflict', ifUnchanged(row)),
      ...(plan.teams.some(({ id }) => id === teamId)
        ? [rosterRows.create({ ...withoutPicture(withoutKeys(row)), ...rosterFields, teamId, playerId })]
        : []),
    ]),
    ...('picture' in plan.player || 'pictures' in plan.player
      ? keep.rows.map(({ teamId }) => rosterRows.change({ teamId, playerId }, { set: rosterFields }))
      : []),
  ]
}

const withoutPicture = ({ picture: _theirs, pictures: _said, ...row }: TeamPlayer) => row

/**
 * The picture of `gone` becomes that of the kept player; if it has one already, the file is kept for as long as the merge can be undone.
 */
function pictureFile(keep: Side, gone: Side, plan: Moving, now: string): Write[] {
  const { playerId, picture } = gone.player
  if (picture === undefined) return []
  const set = plan.player.picture ? { about: keep.player.playerId } : { until: addHours(now, mergeHours) }
  return [files.change({ fileId: picture }, { set, when: [['about', '=', playerId]] })]
}

function leaveFamily(gone: Side): Write[] {
  const { playerId } = gone.player
  return gone.family.flatMap((member) => [
    families.remove({ playerId, userId: member.userId }, 'conflict', ifUnchanged(member)),
    twinOf(member).remove({ playerId, userId: member.userId }, 'conflict'),
    // What does not fit into this transaction stays under the old id.
    leftPlaces.record({ userId: member.userId, id: playerId, is: 'player' }),
  ])
}

/** The player's names, teams and earlier ids, as copied to each family member's item. */
function copiedFields(keep: Side, plan: Moving) {
  const { firstName, lastName } = keep.player
  const also = alsoOf(keep, plan)
  return { firstName, lastName, teams: teamsOf(keep, plan), ...(also.length > 0 && { also }) }
}

/** Adds the family members that only `gone` had. */
function joinFamily(keep: Side, plan: Moving): Write[] {
  const { playerId } = keep.player
  const names = copiedFields(keep, plan)
  return plan.family.flatMap(({ userId, relation, hidden, lacks, came }) => [
    families.create({
      ...{ playerId, userId, relation },
      ...(hidden && { hidden }),
      ...(lacks && { lacks }),
      ...(came && { came }),
    }),
    twinOf({ userId, relation }).create({ userId, playerId, ...names, ...(lacks && { lacks }) }),
  ])
}

/** Updates the kept player's family: the copied fields, their limits, and followers who become guardians. */
function changeFamily(keep: Side, plan: Moving): Write[] {
  const { playerId } = keep.player
  return keep.family.flatMap((member): Write[] => {
    const { userId, version } = member
    const { before = [], after = [] } = plan.limits.find((limit) => limit.userId === userId) ?? {}
    const lacks = after.length > 0 ? { lacks: after } : {}
    const when = ifUnchanged({ version })
    const raised = plan.raised.find((each) => each.userId === userId)
    if (!raised) {
      const isLimited = after.length > before.length
      const set = {
        ...(plan.teams.length > 0 && { teams: teamsOf(keep, plan) }),
        ...(plan.also.length > 0 && { also: alsoOf(keep, plan) }),
        ...(isLimited && lacks),
      }
      return [
        ...(isLimited ? [families.change({ userId, playerId }, { set: lacks, when })] : []),
        ...(Object.keys(set).length > 0 ? [twinOf(member).change({ userId, playerId }, { set })] : []),
      ]
    }
    const { came } = raised
    return [
      families.change({ userId, playerId }, { set: { relation: 'own', ...lacks, ...(came && { came }) }, when }),
      twinOf(member).remove({ userId, playerId }, 'conflict'),
      twinOf({ userId, relation: 'own' }).create({ userId, playerId, ...copiedFields(keep, plan), ...lacks }),
    ]
  })
}

/** Moves guardians without an account, and family invitations. */
function guardianWrites(keep: Side, gone: Side, plan: Moving): Write[] {
  const { playerId } = keep.player
  return [
    ...gone.guardians.map(({ guardianId, version }) =>
      guardians.remove({ playerId: gone.player.playerId, guardianId }, 'conflict', ifUnchanged({ version })),
    ),
    ...plan.guardians.map((each) => guardians.create({ ...withoutKeys(each), playerId })),
    ...plan.noted.map(({ guardian: { guardianId, version }, accessTakenAt }) =>
      guardians.change({ playerId, guardianId }, { set: { accessTakenAt }, when: ifUnchanged({ version }) }),
    ),
    ...moveInvitations(gone, plan, playerId),
    ...plan.closed.map(({ invitationId }) =>
      familyInvitations.remove({ playerId, invitationId }, 'conflict', [['state', '=', 'open']]),
    ),
  ]
}

function detailsWrites(keep: Side, gone: Side, plan: Moving): Write[] {
  const { playerId } = keep.player
  const removeWrites = gone.details
    ? [playerDetails.remove({ playerId: gone.player.playerId }, 'conflict', ifUnchanged(gone.details))]
    : []
  if (Object.keys(plan.details).length === 0) return removeWrites
  return [
    ...removeWrites,
    keep.details
      ? playerDetails.change({ playerId }, { set: plan.details, when: ifUnchanged(keep.details) })
      : playerDetails.create({ playerId, ...plan.details }),
  ]
}

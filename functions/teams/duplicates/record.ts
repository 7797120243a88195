import { fullName } from '#shared/rules/names.ts'
import type { Merge } from '../../table/merges.ts'
import { invitesRecord, type Pair } from './splitInvites.ts'
import { agreedAfter, paperIds, movedConsents } from './consents.ts'
import { landedIds } from './places.ts'
import type { Plan } from './planMerge.ts'
import { type SharedItems, sharesRecord } from './shares.ts'
import { withoutKeys, type Side } from './sides.ts'
import { tasksRecord } from './tasks.ts'

/** The record of a merge, from which it can be undone. */
export function recordOf(
  id: { organizationId: string; mergeId: string; mergedAt: string },
  keep: Side,
  gone: Side,
  plan: Plan & { shared: SharedItems },
  movedPairs: readonly Pair[],
): Merge {
  const valuesBefore = <Row extends object>(row: Row | undefined, names: object) =>
    Object.fromEntries(
      Object.keys(names).map((name) => [name, (row as Record<string, unknown> | undefined)?.[name]]),
    ) as Partial<Row>
  const tasks = tasksRecord(keep, gone)
  const inviteRecord = invitesRecord(movedPairs)
  const shares = sharesRecord(plan.shared, keep.player.playerId, gone.player.playerId)
  return {
    ...id,
    keepId: keep.player.playerId,
    goneId: gone.player.playerId,
    keptName: fullName(keep.player),
    goneName: fullName(gone.player),
    gone: {
      player: withoutKeys(gone.player),
      details: gone.details && withoutKeys(gone.details),
      family: gone.family.map(withoutKeys),
      guardians: gone.guardians.map(withoutKeys),
      invitations: gone.invitations.map(withoutKeys),
      rows: gone.rows.map(({ teamId, row }) => ({ teamId, row: withoutKeys(row) })),
      invites: inviteRecord.gone,
      signatures: gone.signatures.map(withoutKeys),
      ...(gone.agreed && { agreed: withoutKeys(gone.agreed) }),
      accountIds: gone.accounts.map(({ userId }) => userId),
      ...(gone.places.length > 0 && { landed: landedIds(gone) }),
      ...(tasks.tasks.length > 0 && { tasks: tasks.tasks }),
    },
    moved: {
      teamIds: plan.teams.map(({ id: teamId }) => teamId),
      userIds: plan.family.map(({ userId }) => userId),
      raised: plan.raised.map(({ userId }) => userId),
      limits: plan.limits,
      guardianIds: plan.guardians.map(({ guardianId }) => guardianId),
      ...(plan.noted.length > 0 && {
        noted: plan.noted.map(({ guardian: { guardianId }, accessTakenAt }) => ({ guardianId, accessTakenAt })),
      }),
      ...(plan.invitations.length > 0 && {
        invitations: plan.invitations.map(({ invitationId }) => invitationId),
      }),
      inviteIds: inviteRecord.moved,
      ...(inviteRecord.answers.length > 0 && { answers: inviteRecord.answers }),
      ...(agreedAfter(keep, gone) && { papers: paperIds(movedConsents(keep, gone)) }),
      ...(tasks.moved.length > 0 && { tasks: tasks.moved }),
      ...(plan.also.length > 0 && { also: plan.also }),
      ...(shares.length > 0 && { shares }),
    },
    keptTeamIds: [...keep.player.teams, ...plan.teams].map(({ id }) => id),
    ...(keep.agreed && { agreedBefore: withoutKeys(keep.agreed) }),
    ...(tasks.before.length > 0 && { tasksBefore: tasks.before }),
    ...(plan.closed.length > 0 && {
      closed: plan.closed.map(withoutKeys),
    }),
    filled: {
      player: plan.player,
      playerBefore: valuesBefore(keep.player, plan.player),
      details: plan.details,
      detailsBefore: valuesBefore(keep.details, plan.details),
    },
  }
}

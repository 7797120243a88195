import { organizationOf, teamOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { AssignedTaskId } from '../table/assignments.ts'
import type { Me } from '../table/me.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { rosterOf } from './assignees.ts'

/**
 * The team whose roster decides whose answers the caller reads; undefined if none does. Users with a right on the team alone read
 * the answers of players who are on it now: players who left are no longer its coaches' business. Users with the right on the
 * club read all of them, and a club's assignment is read by nobody else.
 */
async function decidingTeam(me: Promise<Me>, assignmentId: string): Promise<string | undefined> {
  const { access } = await me
  const onClub = flagsOn(access, { organizationId: organizationOf(assignmentId) })
  return onClub.has('canEditTeam') ? undefined : teamOf(assignmentId)
}

type PlayerRef = { playerId: string }
/** Whose task it is. */
export async function answerFilter(me: Promise<Me>, assignmentId: string): Promise<(row: PlayerRef) => boolean> {
  const teamId = await decidingTeam(me, assignmentId)
  if (teamId === undefined) return () => true
  const roster = new Set((await rosterOf(teamId)).map(({ playerId }) => playerId))
  return ({ playerId }) => roster.has(playerId)
}

/** Throws `not_found` for a coach if the player has left the team. */
export async function requireOnRoster(me: Promise<Me>, { assignmentId, playerId }: AssignedTaskId): Promise<void> {
  const teamId = await decidingTeam(me, assignmentId)
  if (teamId !== undefined && !(await rosterRows.get({ teamId, playerId }, { consistent: true })))
    throw new Problem('task_response_missing')
}

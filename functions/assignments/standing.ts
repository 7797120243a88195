import { orgUnitOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { noDay } from '#shared/rules/dueTasks.ts'
import type { AssignmentStatus } from '#shared/rules/tasks.ts'
import { type Assignment, type AssignmentTask, assignments, assignmentTasks } from '../table/assignments.ts'
import { organizations } from '../table/organizations.ts'
import { teams } from '../table/teams.ts'
import type { Stored } from '../table/writes.ts'

export type Standing = Stored<Assignment> & { status: AssignmentStatus }

type Named = { assignmentId: string; orgUnitId?: string }
/** An assignment as it is now, with its task; throws if it is gone, or belongs to another unit than named. */
export async function standing({
  assignmentId,
  orgUnitId = orgUnitOf(assignmentId),
}: Named): Promise<{ row: Standing; content: Stored<AssignmentTask> }> {
  const [row, content] = await Promise.all([
    assignments.get({ assignmentId }, { consistent: true }),
    assignmentTasks.get({ assignmentId }, { consistent: true }),
  ])
  if (!row || !content || !isThere(row) || orgUnitId !== orgUnitOf(assignmentId)) throw new Problem('not_found')
  return { row, content }
}

export const isThere = (row: Stored<Assignment>): row is Standing => row.status !== 'REMOVED'

/** Throws if the team or club does not exist. */
export async function checkUnit(orgUnitId: string): Promise<void> {
  const teamId = teamOf(orgUnitId)
  const found = await (teamId === undefined ? organizations.get({ organizationId: orgUnitId }) : teams.get({ teamId }))
  if (!found) throw new Problem('not_found')
}

/** As lists show it. */
export const lineOf = (row: Assignment & { status: AssignmentStatus }) => ({
  id: row.assignmentId,
  orgUnitId: orgUnitOf(row.assignmentId),
  name: row.name,
  type: row.type,
  status: row.status,
  dueOn: row.dueOn ?? null,
  assigned: row.assigned,
  done: row.assigned - row.left,
})

/** The day as shown; null if there is none. */
export const dayOf = (dueOn: string | undefined): string | null =>
  dueOn === undefined || dueOn === noDay ? null : dueOn

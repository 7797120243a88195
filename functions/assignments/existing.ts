import { orgUnitOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { noDay } from '#shared/rules/dueTasks.ts'
import type { AssignmentStatus } from '#shared/rules/tasks.ts'
import { type Assignment, type AssignmentTask, assignments, assignmentTasks } from '../table/assignments.ts'
import { organizations } from '../table/organizations.ts'
import { teams } from '../table/teams.ts'
import type { Stored } from '../table/writes.ts'

export type ExistingAssignment = Stored<Assignment> & { status: AssignmentStatus }

type Named = { assignmentId: string; orgUnitId?: string }
/** An assignment with its content, read consistently. Throws `not_found` if it does not exist or is of another unit. */
export async function existingAssignment({
  assignmentId,
  orgUnitId = orgUnitOf(assignmentId),
}: Named): Promise<{ row: ExistingAssignment; content: Stored<AssignmentTask> }> {
  const [row, content] = await Promise.all([
    assignments.get({ assignmentId }, { consistent: true }),
    assignmentTasks.get({ assignmentId }, { consistent: true }),
  ])
  if (!row || !content || !isThere(row) || orgUnitId !== orgUnitOf(assignmentId)) throw new Problem('not_found')
  return { row, content }
}

export const isThere = (row: Stored<Assignment>): row is ExistingAssignment => row.status !== 'REMOVED'

/** Throws `not_found` for a team or a club that does not exist. */
export async function checkUnit(orgUnitId: string): Promise<void> {
  const teamId = teamOf(orgUnitId)
  const found = await (teamId === undefined ? organizations.get({ organizationId: orgUnitId }) : teams.get({ teamId }))
  if (!found) throw new Problem('not_found')
}

/** An assignment in the shape of lists. */
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

/** A due day as shown; null for none. */
export const dayOf = (dueOn: string | undefined): string | null =>
  dueOn === undefined || dueOn === noDay ? null : dueOn

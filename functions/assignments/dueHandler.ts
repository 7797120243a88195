import { organizationOf } from '#shared/ids.ts'
import { dueDaysWorker } from '../people/dueDays.ts'
import { type AssignedTask, assignedTasks } from '../table/assignments.ts'
import { type DueDays, tasksDue } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { pages } from '../table/table.ts'

/** The most due dates kept per player: those due first. */
const maxDue = 50

/** Runs for each change of a task, of a family and of a club's time zone: maintains the due days of a player's tasks. */
export const handler = dueDaysWorker('assignments-due', tasksDue, dueOf)

async function dueOf(playerId: string): Promise<DueDays> {
  const [dues, club] = await Promise.all([
    duesOf(playerId),
    organizations.get({ organizationId: organizationOf(playerId) }, { consistent: true }),
  ])
  return { playerId, dues, timezone: club?.timezone ?? 'UTC' }
}

/** Paused tasks are not due, and dozens of them may come first: reading goes on past them. */
async function duesOf(playerId: string): Promise<string[]> {
  const dues: string[] = []
  const open = { ...assignedTasks.ofPlayer(playerId, 'OPEN'), consistent: true, limit: maxDue }
  for await (const rows of pages<AssignedTask>(open)) {
    dues.push(...rows.flatMap(({ dueOn, paused }) => (paused ? [] : [dueOn])))
    if (dues.length >= maxDue) break
  }
  return dues.slice(0, maxDue)
}

import { organizationOf } from '#shared/ids.ts'
import { keepsDueDays } from '../dueDays.ts'
import { type AssignedTask, assignedTasks } from '../table/assignments.ts'
import { type DueDays, tasksDue } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { page } from '../table/table.ts'

/** So many days are remembered: of more open tasks those that are due first. */
const mostDues = 50

/** Hears of each task and each family: keeps when a player's tasks are due. */
export const handler = keepsDueDays('assignments-due', tasksDue, dueOf)

async function dueOf(playerId: string): Promise<DueDays> {
  const open = { ...assignedTasks.ofPlayer(playerId, 'OPEN'), consistent: true, limit: mostDues }
  const [{ rows }, club] = await Promise.all([
    page<AssignedTask>(open),
    organizations.get({ organizationId: organizationOf(playerId) }),
  ])
  return {
    playerId,
    dues: rows.flatMap(({ dueOn, paused }) => (paused ? [] : [dueOn])),
    timezone: club?.timezone ?? 'UTC',
  }
}

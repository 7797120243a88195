import { setTimeout } from 'node:timers/promises'
import { toDo } from '#shared/rules/library.ts'
import { demoPart } from '../demo/ids.ts'
import type { Bench } from './cloud.ts'
import type { Figure } from './report.ts'
import { stamp } from './stamp.ts'

const task = { todoListItem: [{ id: 'juggle', text: 'Juggle 50 times' }] }
/** The most players that one assignment can have. */
const playerCount = 500

/** The cost of giving an assignment to all players of a club, and of its progress. */
export async function taskFigures(bench: Bench, teamId: string): Promise<Figure[]> {
  const { assignedTasks, assignments } = await import('#functions/table/assignments.ts')
  const { teamPlayers } = await import('#functions/table/rosters.ts')
  const { runMetered } = await import('#functions/table/meter.ts')
  const { page, write } = await import('#functions/table/table.ts')
  const [organizationId = ''] = teamId.split('.')
  const { team, players } = await teamPlayers.withTeam({ teamId })
  const newPlayers = Array.from({ length: playerCount - players.length }, (_, i) => ({
    playerId: `${organizationId}.${demoPart('p', `bench player ${i}`)}`,
    firstName: `Player ${i}`,
    lastName: 'Example',
  }))
  await teamPlayers.addNew(stamp, newPlayers, team)
  const assignmentId = `${teamId}.${demoPart('h', 'bench, for all')}`
  await bench.send('POST', `/rest-api/assignment/organization/${teamId}`, 'coach', {
    id: assignmentId,
    ...{ name: 'Juggling', description: 'Every day.', dueOn: null, task },
    assignees: { teamIds: [teamId], playerIds: [] },
  })
  const assignCost = await bench.lastCost('POST /rest-api/assignment/organization/{orgUnitId}')
  let row = await assignments.get({ assignmentId }, { consistent: true })
  // Workers process it after all earlier changes, which takes minutes on a busy machine.
  for (let tries = 0; tries < 1500 && (row?.plan || !row); tries++) {
    await setTimeout(200)
    row = await assignments.get({ assignmentId }, { consistent: true })
  }
  const assigned = await assignedTasks.ofAssignment(assignmentId)
  const playerIdCount = new Set(assigned.map(({ playerId }) => playerId)).size
  const listTimes = Array.from({ length: 50 }, (_, i) => {
    const id = { assignmentId: `${teamId}.${demoPart('h', `bench ${i}`)}`, type: toDo }
    const counts = { assigned: 18, left: 18 - (i % 18), revision: 1 }
    return assignments.create({ ...id, ...counts, name: `Homework ${i}`, status: 'OPEN', givenAt: stamp.at })
  })
  await write(stamp, ...listTimes)
  await bench.get(`/rest-api/assignment/organization/${teamId}`, 'coach')
  const list = await bench.lastCost('GET /rest-api/assignment/organization/{orgUnitId}')
  const handlerCost = await runMetered(async (meter) => {
    await page({ ...assignments.listOf(teamId, 'OPEN'), limit: 50 })
    return meter
  })
  return [
    {
      what: `tasks: given to ${playerCount} players, round trips until it is answered`,
      value: assignCost.trips,
      unit: 'trips',
      atMost: 4,
    },
    {
      what: `tasks: given to ${playerCount} players, what the coach’s request writes`,
      value: assignCost.writeUnits,
      unit: 'write units',
      atMost: 16,
    },
    {
      what: `tasks: players who have it, of ${playerCount}`,
      value: playerIdCount,
      unit: 'players',
      atLeast: playerCount,
      atMost: playerCount,
    },
    {
      what: `tasks: how many it counts, of ${playerCount}`,
      value: row?.assigned ?? 0,
      unit: 'players',
      atLeast: playerCount,
      atMost: playerCount,
    },
    { what: 'tasks: a list of 50 with the state of each', value: handlerCost.readUnits, unit: 'read units', atMost: 3 },
    {
      what: 'tasks: the same with the team, the favourites and the access read',
      value: list.readUnits,
      unit: 'read units',
      atMost: 5,
    },
  ]
}

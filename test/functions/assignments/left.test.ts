import { describe, expect, it } from 'vitest'
import { handler as given } from '#functions/assignments/givenHandler.ts'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { assignedTasks, assignmentTasks } from '#functions/table/assignments.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import {
  aClubWithTrainer,
  allLines,
  anAssignment,
  deliverAssignment,
  deliverTask,
  rowOf,
  saveResponse,
} from './assigning.ts'

it('answers of a player who left the team are visible to club administrators and family, but not to coaches', async () => {
  const club = await aClubWithTrainer()
  const assignmentId = await anAssignment(club)
  const { playerId } = club.mia
  await saveResponse(club, assignmentId, { lines: ['juggle'] })
  const about = { assignmentId, playerId }
  const readBy = async (name: string) => {
    const as = club.user(name)
    const listed = await call('GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}', {
      ...{ as, assignmentId, orgUnitId: club.falcons.teamId },
    })
    const table = await call('GET /rest-api/assignment/export/{assignmentId}', { as, assignmentId })
    const shown = await call('GET /rest-api/assignment/{assignmentId}/player/{playerId}', { as, ...about })
    const said = await call('PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback', {
      ...{ as, ...about, body: { feedback: 'Well done!' } },
    })
    const ids = listed.body.players.map(({ player }) => player.id)
    expect(ids).toContain(club.leo.playerId)
    return [
      ids.includes(playerId),
      JSON.stringify(table.body).includes('Mia,Moreno'),
      shown.refusal?.code ?? shown.body.response.lines,
      said.refusal?.code ?? 'said',
    ]
  }
  const all = [true, true, ['juggle'], 'said']
  expect([await readBy('trainer'), await readBy('admin')]).toEqual([all, all])
  await teamPlayers.remove(stamp, playerId, club.falcons)
  expect(await readBy('trainer')).toEqual([false, false, 'task_response_missing', 'task_response_missing'])
  expect(await readBy('admin')).toEqual(all)
  const own = await call('GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}', {
    ...{ as: club.user('parent'), ...about },
  })
  expect(own.body).toMatchObject({ feedback: 'Well done!', response: { lines: ['juggle'] } })
})

const heardOfMia = ({ mia }: Club) => deliverTo(given, { ...players.key(mia), kind: 'Player', change: 'changed' })
const leaves = async (club: Club) => {
  await teamPlayers.remove(stamp, club.mia.playerId, club.falcons)
  await heardOfMia(club)
}
const isBack = async (club: Club) => {
  await teamPlayers.add(stamp, club.mia.playerId, club.falcons)
  await heardOfMia(club)
}

async function standsAt(club: Club, assignmentId: string) {
  await deliverTask(assignmentId, club.mia.playerId)
  const query = { startUtc: '2026-11-21T06:00:00Z' }
  const { body } = await call('GET /api/v1/today', { as: club.user('parent'), query })
  const { assigned, left, status } = (await rowOf(assignmentId)) ?? {}
  return [assigned, left, status, body.dueTasks?.[0]?.count ?? 0]
}

type Of = { named?: boolean; byClub?: boolean }
describe('an assignment not begun by a player who leaves the team', () => {
  const dueOn = '2026-11-25'

  it.each([
    ['by the team to all of its players', {}, 3],
    ['by the team to the player by name', { named: true }, 1],
    ['by the club to the team', { byClub: true }, 3],
  ])('is neither due nor counted until the player is back: given %s', async (_by, { named, byClub }: Of, count) => {
    const club = await aClubWithTrainer()
    const to = named ? { teamIds: [], playerIds: [club.mia.playerId] } : {}
    const from = byClub ? { as: 'admin', orgUnitId: club.organizationId, teamIds: [club.falcons.teamId] } : {}
    const id = await anAssignment(club, { dueOn, ...to, ...from })
    const all = [count, count, 'OPEN', 1]
    expect(await standsAt(club, id)).toEqual(all)
    await leaves(club)
    await heardOfMia(club)
    expect(await standsAt(club, id)).toEqual([count - 1, count - 1, 'OPEN', 0])
    await isBack(club)
    await heardOfMia(club)
    expect(await standsAt(club, id)).toEqual(all)
  })

  it('is neither due nor counted for a player on the team who is not named any more', async () => {
    const club = await aClubWithTrainer()
    const named = [club.mia.playerId, club.leo.playerId]
    const assignmentId = await anAssignment(club, { dueOn, teamIds: [], playerIds: named })
    expect(await standsAt(club, assignmentId)).toEqual([2, 2, 'OPEN', 1])
    await write(stamp, assignmentTasks.change({ assignmentId }, { set: { playerIds: [club.leo.playerId] } }))
    await heardOfMia(club)
    expect(await standsAt(club, assignmentId)).toEqual([1, 1, 'OPEN', 0])
  })

  it('is neither due nor counted while the team is archived', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club, { dueOn })
    const heardOfTeam = async () => {
      await refreshCopies('Team', teams.key(club.falcons))
      await heardOfMia(club)
    }
    await teams.archive(stamp, club.falcons)
    await heardOfTeam()
    expect(await standsAt(club, id)).toEqual([2, 2, 'OPEN', 0])
    await teams.unarchive(stamp, club.falcons)
    await heardOfTeam()
    expect(await standsAt(club, id)).toEqual([3, 3, 'OPEN', 1])
  })

  it('is not due if it is given to an archived team, until the team is unarchived', async () => {
    const club = await aClubWithTrainer()
    const heardOfTeam = async () => {
      await refreshCopies('Team', teams.key(club.falcons))
      await heardOfMia(club)
    }
    await teams.archive(stamp, club.falcons)
    await heardOfTeam()
    const byClub = { as: 'admin', orgUnitId: club.organizationId, teamIds: [club.falcons.teamId] }
    const ids = [await anAssignment(club, { dueOn }), await anAssignment(club, { dueOn, ...byClub })]
    const stands = async () => Promise.all(ids.map((id) => standsAt(club, id)))
    expect(await stands()).toEqual(ids.map(() => [0, 0, 'OPEN', 0]))
    await teams.unarchive(stamp, club.falcons)
    await heardOfTeam()
    expect(await stands()).toEqual(ids.map(() => [1, 1, 'OPEN', 2]))
  })

  it('does not displace due assignments on Today or in the list, however many there are', async () => {
    const club = await aClubWithTrainer()
    const given = await anAssignment(club, { dueOn })
    const task = await assignedTasks.get({ assignmentId: given, playerId: club.mia.playerId }, { consistent: true })
    if (!task) throw new Error('There is no such task.')
    const { name, type, status, state, number, firstName, lastName } = task
    const old = Array.from({ length: 55 }, (_, i) => {
      const id = `${club.falcons.teamId}.${newPart('g')}${i}`
      const row = { name, type, status, state, number, firstName, lastName, dueOn: '2026-11-01', paused: true as const }
      return assignedTasks.create({ ...row, assignmentId: id, playerId: club.mia.playerId })
    })
    await write(stamp, ...old)
    expect((await standsAt(club, given)).at(-1)).toBe(1)
    const asked = { as: club.user('parent'), playerId: club.mia.playerId, query: {} }
    const { body } = await call('GET /rest-api/assignment/player/{playerId}', asked)
    expect(body.assignments.map(({ id }) => id)).toEqual([given])
  })

  it('is hidden from the family and listed as paused for the club, until the player is back', async () => {
    const club = await aClubWithTrainer()
    const assignmentId = await anAssignment(club, { dueOn })
    const { playerId } = club.mia
    const as = club.user('admin')
    async function shown() {
      const theirs = await call('GET /rest-api/assignment/player/{playerId}', {
        ...{ as: club.user('parent'), playerId, query: {} },
      })
      const ours = await call('GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}', {
        ...{ as, assignmentId, orgUnitId: club.falcons.teamId },
      })
      const table = await call('GET /rest-api/assignment/export/{assignmentId}', { as, assignmentId })
      return [
        theirs.body.assignments.map(({ id }) => id),
        ours.body.players.length,
        ours.body.players.flatMap(({ player, paused }) => (paused ? [player.id] : [])),
        JSON.stringify(table.body).includes('Mia,Moreno,Paused'),
      ]
    }
    const all = [[assignmentId], 3, [], false]
    expect(await shown()).toEqual(all)
    await leaves(club)
    expect(await shown()).toEqual([[], 3, [playerId], true])
    await isBack(club)
    expect(await shown()).toEqual(all)
  })

  it('stays due if the club has given it to the player by name', async () => {
    const club = await aClubWithTrainer()
    const byClub = { as: 'admin', orgUnitId: club.organizationId, teamIds: [], playerIds: [club.mia.playerId] }
    const id = await anAssignment(club, { dueOn, ...byClub })
    await leaves(club)
    expect(await standsAt(club, id)).toEqual([1, 1, 'OPEN', 1])
  })

  it('is left out of completion, which is undone when the player is back', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club, { dueOn, teamIds: [], playerIds: [club.mia.playerId, club.leo.playerId] })
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('leos'), relation: 'own' })
    await saveResponse(club, id, { playerId: club.leo.playerId, as: 'leos', lines: allLines, done: true })
    await leaves(club)
    expect(await standsAt(club, id)).toEqual([1, 0, 'COMPLETED', 0])
    await isBack(club)
    expect(await standsAt(club, id)).toEqual([2, 1, 'OPEN', 1])
  })

  it.each([
    [false, [3, 3, 'OPEN', 1]],
    [true, [3, 2, 'OPEN', 0]],
  ])('is counted again if the family answers it all the same: done %s', async (done, counted) => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club, { dueOn })
    await leaves(club)
    await saveResponse(club, id, { lines: done ? allLines : ['juggle'], done })
    expect(await standsAt(club, id)).toEqual(counted)
    await isBack(club)
    expect(await standsAt(club, id)).toEqual(counted)
  })

  it('is updated on reopening if the player left or came back while it was closed', async () => {
    const club = await aClubWithTrainer()
    const id = await anAssignment(club, { dueOn })
    const close = { as: club.user('trainer'), assignmentId: id, orgUnitId: club.falcons.teamId }
    const route = 'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}'
    for (const moves of [leaves, isBack]) {
      await call(route, { ...close, query: { actionType: 'close' } })
      await deliverAssignment(id)
      await moves(club)
      await call('POST /rest-api/assignment/reopen/{assignmentId}', { as: club.user('trainer'), assignmentId: id })
      await deliverAssignment(id)
      expect(await standsAt(club, id)).toEqual(moves === isBack ? [3, 3, 'OPEN', 1] : [2, 2, 'OPEN', 0])
    }
  })
})

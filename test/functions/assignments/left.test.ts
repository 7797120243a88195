import { expect, it } from 'vitest'
import { teamPlayers } from '#functions/table/rosters.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aClubWithTrainer, aGiven, save } from './assigning.ts'

it('what somebody has answered who left the team since is read by the club and their family, and by none of its coaches', async () => {
  const club = await aClubWithTrainer()
  const assignmentId = await aGiven(club)
  const { playerId } = club.mia
  await save(club, assignmentId, { lines: ['juggle'] })
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

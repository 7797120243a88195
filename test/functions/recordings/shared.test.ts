import { expect, it } from 'vitest'
import { families, players } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { record } from './films.ts'

const ONE = 'GET /rest-api/recordings/{recordingId}'
const play = (club: Club, name: string, recordingId: string) => call(ONE, { as: club.user(name), recordingId })

it('is called otherwise without being shared again after that was taken back, and stays of its event', async () => {
  const club = await aClub()
  const { game, user } = club
  const { made } = await record(club, { eventId: game.eventId })
  const recordingId = made.body.id
  const EDIT = 'PUT /rest-api/recordings/{recordingId}'
  const nobody = { title: 'First half', sharedWith: { team: false, playerIds: [] } }
  expect((await call(EDIT, { as: user('admin'), recordingId, body: nobody })).status).toBe(200)
  // Of the share the coach, whose screen is older, says nothing.
  expect((await call(EDIT, { as: user('coach'), recordingId, body: { title: 'Half one' } })).status).toBe(200)
  expect((await play(club, 'parent', recordingId)).status).toBe(404)
  const { body } = await play(club, 'coach', recordingId)
  expect([body.title, body.sharedWith, body.event?.id]).toEqual([
    'Half one',
    { team: false, players: [] },
    game.eventId,
  ])
})

it('that was given to a player stays theirs when they change their team; what the team sees goes with the team', async () => {
  const club = await aClub()
  const { mia, otters, user } = club
  const given = (await record(club, { team: false, playerIds: [mia.playerId] })).made.body.id
  const ofTeam = (await record(club)).made.body.id
  const now = [{ id: otters.teamId, name: 'Otters' }]
  await update(stamp, players.change({ playerId: mia.playerId }, { set: { teams: now } }))
  for (const { userId, relation } of await families.of({ playerId: mia.playerId }))
    await write(stamp, ...families.leave({ playerId: mia.playerId, userId, relation }))
  await families.join(stamp, { playerId: mia.playerId, userId: user('parent'), relation: 'own' })
  expect((await play(club, 'parent', given)).body).toMatchObject({ id: given, access: 'USER', sharedWith: null })
  expect((await play(club, 'parent', ofTeam)).refusal.code).toBe('not_allowed')
  await write(stamp, ...families.limit({ playerId: mia.playerId, userId: user('parent') }, ['sees']))
  expect((await play(club, 'parent', given)).refusal.code).toBe('not_allowed')
})

import { describe, expect, it } from 'vitest'
import { shownNoteOf } from '#functions/access/pictureConsent.ts'
import { handler as follows } from '#functions/recordings/goneHandler.ts'
import { families, players } from '#functions/table/players.ts'
import { givenRecordings, recordings } from '#functions/table/recordings.ts'
import { update, write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { record } from './films.ts'

const ONE = 'GET /rest-api/recordings/{recordingId}'
const LIST = 'GET /rest-api/recordings'
const EDIT = 'PUT /rest-api/recordings/{recordingId}'
const listed = async (club: Club, name: string, query: object = {}) =>
  (await call(LIST, { as: club.user(name), query })).body
/** Tells the worker that a recording was made, shared differently or deleted. */
const heard = (recordingId: string) => deliverTo(follows, { kind: 'Recording', ...recordings.key({ recordingId }) })
/** Moves Mia to the Otters. */
async function changesTeam({ mia: { playerId }, otters, user }: Club) {
  const teams = [{ id: otters.teamId, name: 'Otters' }]
  await update(stamp, players.change({ playerId }, { set: { teams } }))
  for (const { userId, relation } of await families.of({ playerId }))
    await write(stamp, ...families.leave({ playerId, userId, relation }))
  await families.join(stamp, { playerId, userId: user('parent'), relation: 'own' })
}
const play = (club: Club, name: string, recordingId: string) => call(ONE, { as: club.user(name), recordingId })

it('renaming a recording from an older screen does not share it again, and keeps its event', async () => {
  const club = await aClub()
  const { game, user } = club
  const { made } = await record(club, { eventId: game.eventId })
  const recordingId = made.body.id
  const nobody = { title: 'First half', sharedWith: { team: false, playerIds: [] } }
  expect((await call(EDIT, { as: user('admin'), recordingId, body: nobody })).status).toBe(200)
  // The coach, whose screen is older, leaves the share out.
  expect((await call(EDIT, { as: user('coach'), recordingId, body: { title: 'Half one' } })).status).toBe(200)
  expect((await play(club, 'parent', recordingId)).status).toBe(404)
  const { body } = await play(club, 'coach', recordingId)
  expect([body.title, body.sharedWith, body.event?.id]).toEqual([
    'Half one',
    { team: false, players: [] },
    game.eventId,
  ])
})

it('a recording shared with a player stays visible when they change teams, unlike one shared with the team', async () => {
  const club = await aClub()
  const { mia, user } = club
  const given = (await record(club, { team: false, playerIds: [mia.playerId] })).made.body.id
  const ofTeam = (await record(club)).made.body.id
  await changesTeam(club)
  expect((await play(club, 'parent', given)).body).toMatchObject({ id: given, access: 'USER', sharedWith: null })
  expect((await play(club, 'parent', ofTeam)).refusal.code).toBe('not_allowed')
  await write(stamp, ...families.limitRights({ playerId: mia.playerId, userId: user('parent') }, ['sees']))
  expect((await play(club, 'parent', given)).refusal.code).toBe('not_allowed')
})

it('a shared recording stays listed after a player changes teams, until it is unshared, deleted or hidden', async () => {
  const club = await aClub()
  const { mia, user } = club
  const { playerId } = mia
  const given = (await record(club, { team: false, playerIds: [playerId], title: 'Mine' })).made.body.id
  await record(club)
  await changesTeam(club)
  const titles = async () => (await listed(club, 'parent')).recordings.map(({ title }) => title)
  expect(await titles()).toEqual([])
  await heard(given)
  await heard(given)
  expect(await titles()).toEqual(['Mine'])
  // The administrator still sees it once in their list.
  expect((await listed(club, 'admin')).recordings.filter(({ id }) => id === given)).toHaveLength(1)
  const DELETE = 'DELETE /rest-api/recordings/{recordingId}'
  await call(DELETE, { as: user('admin'), recordingId: given, query: {} })
  expect(await titles()).toEqual([])
  await heard(given)
  await call('POST /rest-api/recordings/{recordingId}/restore', { as: user('admin'), recordingId: given })
  await heard(given)
  expect(await titles()).toEqual(['Mine'])
  await write(stamp, ...families.limitRights({ playerId, userId: user('parent') }, ['sees']))
  expect(await titles()).toEqual([])
  await write(stamp, ...families.limitRights({ playerId, userId: user('parent') }, []))
  const body = { title: 'Mine', sharedWith: { team: false, playerIds: [] } }
  await call(EDIT, { as: user('admin'), recordingId: given, body })
  expect(await titles()).toEqual([])
  await heard(given)
  expect(await givenRecordings.of({ recordingId: given })).toEqual([])
})

it('recordings shared with a player who changed teams are listed in pages, newest first', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const made: string[] = []
  for (let i = 0; i < 23; i++) {
    const now = `2026-11-${String(i + 1).padStart(2, '0')}T10:00:00Z`
    const film = await record(club, { team: false, playerIds: [playerId], title: `Film ${i}`, now })
    made.push(film.made.body.id)
    await heard(film.made.body.id)
  }
  await changesTeam(club)
  const first = await listed(club, 'parent')
  const second = await listed(club, 'parent', { cursor: first.cursor ?? '' })
  expect([first.recordings.length, second.recordings.length, second.cursor]).toEqual([20, 3, null])
  expect([...first.recordings, ...second.recordings].map(({ id }) => id)).toEqual(made.toReversed())
})

describe('concurrent edits of a recording by two coaches', () => {
  async function opened() {
    const club = await aClub()
    const { mia, leo, user } = club
    const { made } = await record(club, { team: false, playerIds: [], title: 'First half' })
    const recordingId = made.body.id
    const edit = (name: string, body: object) =>
      call(EDIT, { as: user(name), recordingId, body: { title: 'First half', ...body } })
    const seen = async () => (await play(club, 'coach', recordingId)).body
    return { recordingId, edit, seen, mia: mia.playerId, leo: leo.playerId }
  }

  it('merge players shown and shared with, even at the same instant', async () => {
    const { edit, seen, mia, leo } = await opened()
    const said = (playerId: string) => {
      const sharedWith = { team: false, playerIds: [playerId] }
      return { sharedWith, shows: [playerId], began: { sharedWith: { team: false, playerIds: [] }, shows: [] } }
    }
    const theirs = () => edit('admin', said(leo))
    const one = await interleave('TransactWriteCommand', theirs, () => edit('coach', said(mia)))
    expect(one.status).toBe(200)
    const { shows, sharedWith } = await seen()
    expect([shows, sharedWith?.players].map((all) => all?.map(({ id }) => id).toSorted())).toEqual([
      [mia, leo].toSorted(),
      [mia, leo].toSorted(),
    ])
    // Only players listed before can be taken out; sending the whole list replaces it.
    expect((await edit('coach', { shows: [], began: { shows: [mia] } })).status).toBe(200)
    expect((await seen()).shows?.map(({ id }) => id)).toEqual([leo])
    await edit('coach', { sharedWith: { team: false, playerIds: [] } })
    expect((await seen()).sharedWith).toEqual({ team: false, players: [] })
  })

  it('keep the team share set by one when the other changes players', async () => {
    const { edit, seen, mia } = await opened()
    const began = { sharedWith: { team: false, playerIds: [] } }
    await edit('admin', { sharedWith: { team: true, playerIds: [] }, began })
    await edit('coach', { sharedWith: { team: false, playerIds: [mia] }, began })
    expect((await seen()).sharedWith).toMatchObject({ team: true, players: [{ id: mia }] })
  })

  it('are rejected when a list would become too long', async () => {
    const { recordingId, edit, mia } = await opened()
    const many = Array.from({ length: 100 }, (_, i) => recordingId.replace(/\.t.*/, `.p${String(i).padStart(11, '0')}`))
    const shares = Object.fromEntries(many.map((id) => [id, 'USER' as const]))
    await update(stamp, recordings.change({ recordingId }, { set: { shares } }))
    const full = await edit('coach', {
      sharedWith: { team: false, playerIds: [mia] },
      began: { sharedWith: { team: false, playerIds: [] } },
    })
    expect(full.refusal.faults).toEqual([expect.objectContaining({ at: 'playerIds', code: 'too_many', limit: 100 })])
    expect(shownNoteOf(many.slice(0, 40))?.split(' ')).toHaveLength(40)
    expect(() => shownNoteOf(many.slice(0, 41))).toThrow('bad_request')
  })
})

it('a recording restored by one coach is not deleted by another coach’s older bin, even concurrently', async () => {
  const club = await aClub()
  const recordingId = (await record(club)).made.body.id
  const remove = (query: { forGood?: 'true' } = {}) =>
    call('DELETE /rest-api/recordings/{recordingId}', { as: club.user('coach'), recordingId, query })
  const bring = () => call('POST /rest-api/recordings/{recordingId}/restore', { as: club.user('admin'), recordingId })
  await remove()
  await bring()
  expect((await remove({ forGood: 'true' })).refusal.code).toBe('not_in_bin')
  await remove()
  const late = await interleave('TransactWriteCommand', bring, () => remove({ forGood: 'true' }))
  expect(late.refusal?.code).toBe('not_in_bin')
  expect((await play(club, 'parent', recordingId)).status).toBe(200)
  await remove()
  expect([(await remove({ forGood: 'true' })).status, (await remove({ forGood: 'true' })).status]).toEqual([200, 404])
})

it('a recording edited after a merge shows the same player again once the merge is undone', async () => {
  const club = await aClub()
  const { organizationId: orgId, user, mia, leo } = club
  const recordingId = (await record(club, { shows: [leo.playerId] })).made.body.id
  const shown = async () => (await play(club, 'coach', recordingId)).body.shows?.map(({ id }) => id)
  const mergeId = newPart('merge')
  const merge = { mergeId, keepId: mia.playerId, goneId: leo.playerId }
  await call('POST /rest-api/duplicates/{orgId}/merge', { as: user('admin'), orgId, body: merge })
  expect(await shown()).toEqual([mia.playerId])
  const body = { title: 'Second half', shows: [mia.playerId] }
  expect((await call(EDIT, { as: user('coach'), recordingId, body })).status).toBe(200)
  const undo = { as: user('admin'), orgId, body: { mergeId } }
  expect((await call('POST /rest-api/duplicates/{orgId}/undo', undo)).status).toBe(200)
  expect(await shown()).toEqual([leo.playerId])
})

import { describe, expect, it } from 'vitest'
import { putObject } from '#functions/media/bucket.ts'
import { handler as gone } from '#functions/recordings/goneHandler.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { files } from '#functions/table/files.ts'
import { libraryUsage } from '#functions/table/libraries.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { recordings } from '#functions/table/recordings.ts'
import { update, write } from '#functions/table/table.ts'
import { recordingOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { bucket } from '../files/bucket.ts'
import { aJpeg } from '../pictures.ts'
import { deliverTo } from '../workers.ts'
import { aFilm, record } from './films.ts'

const LIST = 'GET /rest-api/recordings'
const ONE = 'GET /rest-api/recordings/{recordingId}'
const ADD = 'POST /rest-api/recordings/team/{teamId}'

const titles = async (club: Club, name: string, query = {}) =>
  (await call(LIST, { as: club.user(name), query })).body.recordings.map(({ title }) => title)
const play = (club: Club, name: string, recordingId: string) => call(ONE, { as: club.user(name), recordingId })
const months = (club: Club, now?: string) =>
  call('GET /rest-api/recordings/usage/{orgId}', {
    as: club.user('admin'),
    orgId: club.organizationId,
    ...(now && { now }),
  })

describe('a recording', () => {
  it('is visible to those it is shared with: the team, a player’s own family, or coaches only', async () => {
    const club = await aClub()
    const { mia, leo, user } = club
    await families.join(stamp, { playerId: leo.playerId, userId: user('other'), relation: 'own' })
    const { made } = await record(club, { title: 'For all' })
    const { made: own } = await record(club, { title: 'For Mia', team: false, playerIds: [mia.playerId] })
    await record(club, { title: 'For coaches', team: false })
    expect((await titles(club, 'coach')).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'For all',
      'For coaches',
      'For Mia',
    ])
    expect(await titles(club, 'admin')).toHaveLength(3)
    expect((await titles(club, 'parent')).toSorted((a, b) => a.localeCompare(b))).toEqual(['For all', 'For Mia'])
    // A follower of Mia sees what the team shares, but nothing shared with Mia only.
    expect(await titles(club, 'fan')).toEqual(['For all'])
    expect(await titles(club, 'other')).toEqual(['For all'])
    expect(await titles(club, 'nobody')).toEqual([])
    const seen = await play(club, 'parent', own.body.id)
    expect(seen.body).toMatchObject({ title: 'For Mia', access: 'USER', sharedWith: null })
    expect(seen.body.filePresignedUrl).toMatch(/^\/files\/o.*X-Amz-Signature=/)
    expect((await play(club, 'other', own.body.id)).status).toBe(404)
    expect((await play(club, 'fan', own.body.id)).status).toBe(404)
    expect((await play(club, 'nobody', made.body.id)).status).toBe(403)
    // Nor does a guardian from whom the club has taken the right to see Mia's information.
    await write(stamp, ...families.limitRights({ playerId: mia.playerId, userId: user('parent') }, ['sees']))
    expect(await titles(club, 'parent')).toEqual(['For all'])
    expect((await play(club, 'parent', own.body.id)).status).toBe(404)
  })

  it('belongs to one team: a coach of another team can neither see nor add one', async () => {
    const club = await aClub()
    const { otters, user, sam } = club
    const otter = { userId: user('otter'), firstName: 'Ola', lastName: 'Okafor', flags: ['canEditEvents' as const] }
    await write(stamp, ...teamAdministrators.appoint(otters, otter))
    const { made } = await record(club)
    expect(await titles(club, 'otter')).toEqual([])
    expect((await play(club, 'otter', made.body.id)).status).toBe(403)
    expect((await call(LIST, { as: user('otter'), query: { teamId: club.falcons.teamId } })).status).toBe(403)
    const fileId = await aFilm(club, user('otter'))
    const body = { fileId, title: 'x', eventId: null, sharedWith: { team: true, playerIds: [] } }
    expect((await call(ADD, { as: user('otter'), teamId: club.falcons.teamId, body })).status).toBe(403)
    // Nor can it be shared with a player of another team, or use another team's event or film.
    expect((await record(club, { playerIds: [sam.playerId] })).made.status).toBe(404)
    expect((await record(club, { eventId: `${otters.teamId}.${newPart('e')}` })).made.status).toBe(404)
    const theirs = { ...body, fileId }
    const refused = await call(ADD, { as: user('coach'), teamId: club.falcons.teamId, body: theirs })
    expect(refused.refusal.code).toBe('file_missing')
  })

  it('is sorted by its event, newest first, 20 per page', async () => {
    const club = await aClub()
    const { game } = club
    const { made } = await record(club, { title: 'Game', eventId: game.eventId })
    for (let day = 1; day <= 22; day++)
      await record(club, { title: `Day ${day}`, now: `2026-11-${String(day).padStart(2, '0')}T12:00:00Z` })
    const as = club.user('parent')
    const first = (await call(LIST, { as, query: {} })).body
    expect(first.recordings.map(({ title }) => title).slice(0, 3)).toEqual(['Day 22', 'Game', 'Day 21'])
    expect(first.recordings).toHaveLength(20)
    const second = (await call(LIST, { as, query: { cursor: first.cursor! } })).body
    expect(second.recordings.map(({ title }) => title)).toEqual(['Day 3', 'Day 2', 'Day 1'])
    expect(second.cursor).toBeNull()
    expect((await play(club, 'parent', made.body.id)).body.event).toEqual({
      id: game.eventId,
      name: 'Practice',
      timezone: 'America/Chicago',
    })
  })

  it('is created once from a video, idempotently, and counts once toward storage', async () => {
    const club = await aClub()
    const { organizationId, falcons, user } = club
    const { fileId, made } = await record(club, { size: 5000 })
    const body = { fileId, title: 'First half', eventId: null, sharedWith: { team: true, playerIds: [] } }
    const again = await call(ADD, { as: user('coach'), teamId: falcons.teamId, body })
    expect(again.body).toEqual(made.body)
    expect(made.body.id).toBe(recordingOf(falcons.teamId, fileId))
    expect(await libraryUsage.get({ organizationId })).toMatchObject({ bytes: 5000 })
    expect((await months(club)).body.months[0]).toEqual({ month: '2026-11', bytes: 5000 })
    // Its film cannot be used for anything else any more.
    const otters = await call(ADD, { as: user('admin'), teamId: club.otters.teamId, body })
    expect(otters.refusal.code).toBe('file_missing')
  })

  it('is rejected when the club’s storage is full', async () => {
    const club = await aClub({ licences: 1 })
    const { organizationId } = club
    await update(stamp, libraryUsage.upsert({ organizationId }, { set: { bytes: 4_999_999_500 } }))
    expect((await record(club)).made.refusal.code).toBe('storage_full')
  })
})

it('a recording is visible to other families only if the families of all players shown allow it', async () => {
  const club = await aClub()
  const { mia, leo, sam, user } = club
  await families.join(stamp, { playerId: leo.playerId, userId: user('leos'), relation: 'own' })
  const { made } = await record(club, { shows: [mia.playerId] })
  const recordingId = made.body.id
  const seen = async () =>
    Promise.all(['coach', 'parent', 'leos', 'fan'].map(async (name) => (await play(club, name, recordingId)).status))
  expect(await seen()).toEqual([200, 200, 404, 404])
  expect([await titles(club, 'leos'), await titles(club, 'parent')]).toEqual([[], ['First half']])
  await update(stamp, players.change({ playerId: mia.playerId }, { set: { pictures: 'team' } }))
  expect(await seen()).toEqual([200, 200, 200, 404])
  const say = (shows?: string[]) => {
    const body = {
      title: 'First half',
      eventId: null,
      sharedWith: { team: true, playerIds: [] },
      ...(shows && { shows }),
    }
    return call('PUT /rest-api/recordings/{recordingId}', { as: user('coach'), recordingId, body })
  }
  expect((await say([mia.playerId, leo.playerId])).status).toBe(200)
  expect((await say()).status).toBe(200)
  expect((await play(club, 'coach', recordingId)).body.shows?.map(({ id }) => id)).toEqual([leo.playerId, mia.playerId])
  expect((await play(club, 'leos', recordingId)).body.shows).toBeNull()
  expect(await seen()).toEqual([200, 404, 200, 404])
  expect((await say([sam.playerId])).status).toBe(404)
  expect((await say([])).status).toBe(200)
  expect(await seen()).toEqual([200, 200, 200, 200])
})

it('a recording is streamed from any position, by a link valid only for it', async () => {
  const club = await aClub()
  const { fileId, made } = await record(club, { title: 'Corners (first half), "left" & right' })
  await putObject(`files/${fileId}`, Buffer.from('0123456789'), { 'content-type': 'video/mp4' })
  // The bucket uses the real time.
  const now = new Date().toISOString()
  const { body } = await call(ONE, { as: club.user('parent'), recordingId: made.body.id, now })
  const link = body.filePresignedUrl ?? ''
  const part = await bucket('GET', link, { range: 'bytes=3-5' })
  expect([part.status, part.bytes.toString(), part.type]).toEqual([206, '345', 'video/mp4'])
  const other = link.replace(fileId, `${club.organizationId}.${newPart('f')}`)
  expect((await bucket('GET', other)).status).toBe(403)
})

it('moments are listed in order for all viewers, and only coaches and administrators can change them', async () => {
  const club = await aClub()
  const { made } = await record(club)
  const recordingId = made.body.id
  const MARK = 'POST /rest-api/recordings/{recordingId}/moments'
  const strokes = [{ color: 'red' as const, points: [10, 20, 30, 40] }]
  const part = newPart('q')
  const mark = (name: string, body: { part: string; second: number; comment: string; strokes: typeof strokes }) =>
    call(MARK, { as: club.user(name), recordingId, body })
  const late = { part, second: 75.5, comment: 'The far post is free.', strokes }
  for (let i = 0; i < 2; i++) expect((await mark('coach', late)).status).toBe(200)
  for (const other of [{ second: 80 }, { comment: 'The near post.' }, { strokes: [] }])
    expect((await mark('coach', { ...late, ...other })).refusal.code).toBe('saved_before')
  await mark('admin', { part: newPart('q'), second: 12, comment: 'Well pressed!', strokes: [] })
  expect((await mark('parent', { ...late, part: newPart('q') })).status).toBe(403)
  const seen = (await play(club, 'parent', recordingId)).body
  expect(seen.marked.map(({ second, comment, strokes: lines }) => [second, comment, lines])).toEqual([
    [12, 'Well pressed!', []],
    [75.5, 'The far post is free.', strokes],
  ])
  expect(seen.moments).toBe(2)
  const REMOVE = 'DELETE /rest-api/recordings/{recordingId}/moments/{momentId}'
  expect((await call(REMOVE, { as: club.user('parent'), recordingId, momentId: part })).status).toBe(403)
  expect((await call(REMOVE, { as: club.user('coach'), recordingId, momentId: part })).status).toBe(200)
  expect((await play(club, 'parent', recordingId)).body.marked).toHaveLength(1)
})

it('comments to a child with an account require a guardian or another coach who can read them', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const kid = club.user('kid')
  await families.join(stamp, { playerId, userId: kid, relation: 'own' })
  await write(stamp, playerAccounts.create({ userId: kid, playerId }))
  const recordingId = (await record(club, { team: false, playerIds: [playerId] })).made.body.id
  const as = club.user('coach')
  const mark = async () => {
    const body = { part: newPart('q'), second: 3, comment: 'Look up earlier.', strokes: [] }
    const { status, refusal } = await call('POST /rest-api/recordings/{recordingId}/moments', { as, recordingId, body })
    return status === 200 ? 'said' : refusal.code
  }
  const share = async (sharedWith: { team: boolean; playerIds: string[] }) => {
    const body = { title: 'First half', eventId: null, sharedWith }
    const { status, refusal } = await call('PUT /rest-api/recordings/{recordingId}', { as, recordingId, body })
    return status === 200 ? 'shared' : refusal.code
  }
  expect(await mark()).toBe('said')
  for (const { userId, relation } of await families.of({ playerId }))
    if (userId !== kid) await write(stamp, ...families.leave({ playerId, userId, relation }))
  expect(await mark()).toBe('chat_needs_adult')
  // What was said before is not shown to others this way.
  expect(await share({ team: false, playerIds: [] })).toBe('shared')
  expect(await share({ team: false, playerIds: [playerId] })).toBe('chat_needs_adult')
  await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('other'), relation: 'own' })
  expect(await share({ team: true, playerIds: [] })).toBe('shared')
  expect(await mark()).toBe('said')
  expect(await share({ team: false, playerIds: [playerId] })).toBe('chat_needs_adult')
  const second = { userId: club.user('second'), firstName: 'Sol', lastName: 'Okafor' }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...second, flags: ['canEditEvents'] }))
  expect(await share({ team: false, playerIds: [playerId] })).toBe('shared')
  expect(await mark()).toBe('said')
})

it('changes of a recording take effect at once, and it cannot be shared with a new player of another team', async () => {
  const club = await aClub()
  const { mia, leo, game, user } = club
  const { made } = await record(club, { team: false, playerIds: [mia.playerId] })
  const recordingId = made.body.id
  const change = (playerIds: string[], eventId: string | null = game.eventId) =>
    call('PUT /rest-api/recordings/{recordingId}', {
      as: user('coach'),
      recordingId,
      body: { title: 'Second half', eventId, sharedWith: { team: false, playerIds } },
    })
  expect((await change([mia.playerId, leo.playerId])).status).toBe(200)
  expect((await play(club, 'parent', recordingId)).body).toMatchObject({ title: 'Second half', startsAt: game.start })
  expect((await change([leo.playerId])).status).toBe(200)
  expect((await play(club, 'parent', recordingId)).status).toBe(404)
  expect((await change([club.sam.playerId])).status).toBe(404)
})

it('a recording’s poster must be a small JPEG', async () => {
  const club = await aClub()
  const { made } = await record(club)
  const recordingId = made.body.id
  const put = (jpeg: string) =>
    call('PUT /rest-api/recordings/{recordingId}/poster', {
      as: club.user('coach'),
      recordingId,
      body: { jpeg, seconds: 61.5 },
    })
  expect((await put(Buffer.from('<svg onload=alert(1)>').toString('base64'))).refusal.code).toBe('wrong_file')
  expect((await play(club, 'parent', recordingId)).body.thumbnailPresignedUrl).toBeNull()
  expect((await put(aJpeg().toString('base64'))).status).toBe(200)
  const { body } = await play(club, 'parent', recordingId)
  expect([body.seconds, body.thumbnailPresignedUrl?.split('?')[0]]).toEqual([
    61.5,
    `/files/${club.organizationId}.f${recordingId.split('.z')[1]}.thumb`,
  ])
})

it('a recording is restored from the bin, or deleted with its video and storage use, once', async () => {
  const club = await aClub()
  const { organizationId, user } = club
  const { fileId, made } = await record(club, { size: 7000, now: '2026-10-05T12:00:00Z' })
  const recordingId = made.body.id
  const as = user('coach')
  await call('POST /rest-api/recordings/{recordingId}/moments', {
    as,
    recordingId,
    body: { part: newPart('q'), second: 1, comment: 'x', strokes: [] },
  })
  const remove = (forGood?: 'true') =>
    call('DELETE /rest-api/recordings/{recordingId}', { as, recordingId, query: forGood ? { forGood } : {} })
  expect((await remove()).status).toBe(200)
  expect([await titles(club, 'parent'), await titles(club, 'coach')]).toEqual([[], []])
  expect((await play(club, 'parent', recordingId)).status).toBe(404)
  expect([await titles(club, 'coach', { bin: 'true' }), await titles(club, 'parent', { bin: 'true' })]).toEqual([
    ['First half'],
    [],
  ])
  await call('POST /rest-api/recordings/{recordingId}/restore', { as, recordingId })
  expect(await titles(club, 'parent')).toEqual(['First half'])
  expect([(await remove()).status, (await remove('true')).status]).toEqual([200, 200])
  const { pk, sk } = recordings.key({ recordingId })
  for (let time = 0; time < 2; time++) await deliverTo(gone, { pk, sk, change: 'removed' }, '2026-12-01T12:00:00Z')
  expect(await files.get({ fileId })).toBeUndefined()
  expect(await libraryUsage.get({ organizationId })).toMatchObject({ bytes: 0 })
  expect(await recordings.withMoments({ recordingId })).toEqual([])
  const { body } = await months(club, '2027-01-10T12:00:00Z')
  expect(body.months.map(({ bytes }) => bytes)).toEqual([0, 7000, 7000, 7000, 0, 0])
})

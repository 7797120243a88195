import { expect, it } from 'vitest'
import { files } from '#functions/table/files.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import type { PictureAudience } from '#shared/rules/pictures.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aJpeg, cameraData } from '../pictures.ts'

const PUT = 'PUT /rest-api/pictures/player/{playerId}'
const REMOVE = 'DELETE /rest-api/pictures/player/{playerId}'
const SAY = 'PUT /rest-api/pictures/player/{playerId}/audience'
const PUT_TEAM = 'PUT /rest-api/pictures/team/{teamId}'
const TEAM = 'GET /api/v1/team/{teamId}'
const PLAYER = 'GET /rest-api/teams/player/{playerId}'

const put = (club: Club, as: string, jpeg = aJpeg()) =>
  call(PUT, {
    as: club.user(as),
    playerId: club.mia.playerId,
    query: { o: club.falcons.teamId },
    body: { jpeg: jpeg.toString('base64') },
  })
const say = (club: Club, as: string, to: PictureAudience) =>
  call(SAY, { as: club.user(as), playerId: club.mia.playerId, query: { o: club.falcons.teamId }, body: { to } })
/** Which of these users see Mia’s picture on her team's roster. */
async function seers(club: Club) {
  const found: string[] = []
  for (const name of ['admin', 'coach', 'parent', 'parent2', 'fan', 'leosDad']) {
    const { body } = await call(TEAM, { as: club.user(name), teamId: club.falcons.teamId })
    if (body.players.some(({ id, pictureUrl }) => id === club.mia.playerId && pictureUrl !== undefined))
      found.push(name)
  }
  return found
}

it('a player’s picture is shown to exactly the audience that the family has chosen, at once', async () => {
  const club = await aClub()
  await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('leosDad'), relation: 'own' })
  await put(club, 'parent')
  const seen: Record<string, string[]> = { 'nothing said': await seers(club) }
  for (const to of ['nobody', 'team', 'club'] as const) {
    expect((await say(club, 'parent', to)).body).toEqual({ to })
    seen[to] = await seers(club)
  }
  expect(seen).toEqual({
    'nothing said': ['admin', 'coach', 'parent', 'parent2'],
    nobody: ['parent', 'parent2'],
    team: ['admin', 'coach', 'parent', 'parent2', 'fan', 'leosDad'],
    club: ['admin', 'coach', 'parent', 'parent2', 'fan', 'leosDad'],
  })
})

it('pictures of one’s players include a followed player’s only if the family shows it to the team', async () => {
  const club = await aClub()
  await put(club, 'parent')
  const mine = async (as: string) =>
    (await call('GET /rest-api/pictures/mine', { as: club.user(as) })).body.players.map(({ id }) => id)
  const { playerId } = club.mia
  expect([await mine('parent'), await mine('fan'), await mine('coach')]).toEqual([[playerId], [], []])
  await say(club, 'parent', 'team')
  expect(await mine('fan')).toEqual([playerId])
  await write(stamp, ...families.limitRights({ playerId, userId: club.user('parent2') }, ['sees']))
  await say(club, 'parent', 'nobody')
  expect([await mine('parent'), await mine('parent2'), await mine('fan')]).toEqual([[playerId], [], []])
})

it('a picture for the whole club is shown without a team, one for the team only with it', async () => {
  const club = await aClub()
  await put(club, 'parent')
  const shown = async (query: { o?: string }) =>
    (await call(PLAYER, { as: club.user('admin'), playerId: club.mia.playerId, query })).body.pictureUrl !== undefined
  await say(club, 'parent', 'team')
  expect([await shown({ o: club.falcons.teamId }), await shown({})]).toEqual([true, false])
  await say(club, 'parent', 'club')
  expect(await shown({})).toBe(true)
})

it('only a guardian with access, or an adult player, can choose the audience', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  await update(stamp, players.change({ playerId }, { set: { bornOn: '2014-05-01' } }))
  await families.join(stamp, { playerId, userId: club.user('kid'), relation: 'own' })
  await write(stamp, playerAccounts.create({ userId: club.user('kid'), playerId }))
  await families.join(stamp, { playerId, userId: club.user('dad'), relation: 'own' })
  await write(stamp, ...families.limitRights({ playerId, userId: club.user('dad') }, ['sees']))
  for (const name of ['admin', 'coach', 'dad', 'fan'])
    expect([name, (await say(club, name, 'club')).refusal.code]).toEqual([name, 'not_allowed'])
  expect((await say(club, 'kid', 'club')).refusal.code).toBe('guardian_does')
  expect((await players.get({ playerId }, { consistent: true }))?.pictures).toBeUndefined()
  await say(club, 'parent', 'team')
  const read = async (as: string) => {
    const query = { o: club.falcons.teamId }
    return (await call(PLAYER, { as: club.user(as), playerId, query })).body.pictures
  }
  expect((await read('parent'))?.maySay).toBe(true)
  expect(await read('coach')).toEqual({ to: 'team', said: { name: '', at: expect.any(String) }, maySay: false })
  // Adults decide for themselves.
  await update(stamp, players.change({ playerId }, { set: { bornOn: '2004-05-01' } }))
  expect((await say(club, 'kid', 'nobody')).body).toEqual({ to: 'nobody' })
})

it('the club cannot add a picture against the family’s wish, and can remove an existing one', async () => {
  const club = await aClub()
  await put(club, 'coach')
  await say(club, 'parent', 'nobody')
  expect((await put(club, 'coach')).refusal.code).toBe('no_pictures_wanted')
  expect((await put(club, 'parent')).status).toBe(200)
  const remove = () =>
    call(REMOVE, { as: club.user('coach'), playerId: club.mia.playerId, query: { o: club.falcons.teamId } })
  expect((await remove()).body).toEqual({ pictureUrl: null })
  expect((await remove()).status).toBe(200)
  expect((await players.get(club.mia, { consistent: true }))?.picture).toBeUndefined()
})

it('a picture is stored without camera data, replaces the previous one, and must be a small JPEG', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  await put(club, 'parent', aJpeg({ before: [cameraData()] }))
  const first = (await players.get({ playerId }, { consistent: true }))?.picture ?? ''
  const { pictureUrl } = (await put(club, 'parent')).body
  const file = (await players.get({ playerId }, { consistent: true }))?.picture ?? ''
  expect(await files.get({ fileId: first }, { consistent: true })).toBeUndefined()
  expect(await files.get({ fileId: file }, { consistent: true })).toMatchObject({
    about: playerId,
    size: aJpeg().length,
    type: 'image/jpeg',
  })
  expect(pictureUrl).toMatch(new RegExp(`^/files/${file}\\?.*X-Amz-Expires=900`))
  for (const jpeg of [aJpeg({ width: 201 }), aJpeg({ height: 0 }), Buffer.from('<svg/>'), aJpeg().subarray(0, 90)])
    expect((await put(club, 'parent', jpeg)).refusal.code).toBe('not_a_picture')
  expect((await players.get({ playerId }, { consistent: true }))?.picture).toBe(file)
})

it('a picture moves along to another team; a coach cannot add one to a player of another team', async () => {
  const club = await aClub()
  await put(club, 'parent')
  await say(club, 'parent', 'team')
  await teamPlayers.add(stamp, club.mia.playerId, club.otters)
  const { body } = await call(TEAM, { as: club.user('admin'), teamId: club.otters.teamId })
  expect(body.players.filter(({ pictureUrl }) => pictureUrl !== undefined).map(({ firstName }) => firstName)).toEqual([
    'Mia',
  ])
  const other = await call(PUT, {
    as: club.user('coach'),
    playerId: club.sam.playerId,
    query: { o: club.falcons.teamId },
    body: { jpeg: aJpeg().toString('base64') },
  })
  expect(other.status).toBe(403)
})

it('of two concurrent uploads one is kept, and the other’s file is removed', async () => {
  const club = await aClub()
  const answers = await Promise.all([put(club, 'parent'), put(club, 'coach'), say(club, 'parent', 'team')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const player = await players.get(club.mia, { consistent: true })
  const row = await teamPlayers.get({ ...club.falcons, playerId: club.mia.playerId }, { consistent: true })
  expect([row?.picture, row?.pictures]).toEqual([player?.picture, 'team'])
  const shown = answers.slice(0, 2).map(({ body }) => ('pictureUrl' in body && body.pictureUrl) || '')
  const ids = shown.map((url) => url.slice('/files/'.length, url.indexOf('?')))
  const left = await files.getMany(
    ids.map((fileId) => ({ fileId })),
    { consistent: true },
  )
  expect(left.filter(Boolean).map((file) => file?.fileId)).toEqual([player?.picture])
})

it('a team’s picture is shown to its members, on the team and in the club’s list of teams', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  const up = (as: string) => call(PUT_TEAM, { as: club.user(as), teamId, body: { jpeg: aJpeg().toString('base64') } })
  expect((await up('parent')).status).toBe(403)
  expect((await up('admin')).body.pictureUrl).toMatch(/^\/files\//)
  const shown = async () => {
    const team = await call(TEAM, { as: club.user('parent'), teamId })
    const list = await call('GET /api/v1/orgOverview/{orgId}', { as: club.user('parent'), orgId: club.organizationId })
    return [team.body.pictureUrl !== undefined, list.body.teams.map(({ pictureUrl }) => pictureUrl !== undefined)]
  }
  expect(await shown()).toEqual([true, [true]])
  const { picture = '' } = await teams.read({ teamId })
  await call('DELETE /rest-api/pictures/team/{teamId}', { as: club.user('admin'), teamId })
  expect(await shown()).toEqual([false, [false]])
  expect(await files.get({ fileId: picture }, { consistent: true })).toBeUndefined()
})

it('a merge moves the picture, and its undo moves it back; the smaller audience of the two applies, also afterwards', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const twin = `${club.organizationId}.${newPart('p')}`
  await teamPlayers.addNew(stamp, [{ playerId: twin, firstName: 'Mia', lastName: 'Moreno' }], club.falcons)
  await families.join(stamp, { playerId: twin, userId: club.user('dad'), relation: 'own' })
  const ofTwin = { as: club.user('dad'), playerId: twin, query: {} }
  await call(PUT, { ...ofTwin, body: { jpeg: aJpeg().toString('base64') } })
  await call(SAY, { ...ofTwin, body: { to: 'team' } })
  await say(club, 'parent', 'club')
  const of = async (id: string) => {
    const player = await players.get({ playerId: id }, { consistent: true })
    const row = await teamPlayers.get({ ...club.falcons, playerId: id }, { consistent: true })
    const file = player?.picture && (await files.get({ fileId: player.picture }, { consistent: true }))
    return { said: [player?.pictures, row?.pictures], picture: player?.picture, same: row?.picture, file }
  }
  const { picture } = await of(twin)
  const merge = { as: club.user('admin'), orgId: club.organizationId }
  const mergeId = newPart('merge')
  await call('POST /rest-api/duplicates/{orgId}/merge', {
    ...merge,
    body: { mergeId, keepId: playerId, goneId: twin },
  })
  expect(await of(playerId)).toMatchObject({
    said: ['team', 'team'],
    picture,
    same: picture,
    file: { about: playerId },
  })
  await call('POST /rest-api/duplicates/{orgId}/undo', { ...merge, body: { mergeId } })
  expect(await of(playerId)).toEqual({ said: ['team', 'team'], picture: undefined, same: undefined, file: undefined })
  expect(await of(twin)).toMatchObject({ said: ['team', 'team'], picture, same: picture, file: { about: twin } })
})

it('the undo of a merge leaves the stricter audience, until a guardian of the player chooses again', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const twin = `${club.organizationId}.${newPart('p')}`
  await teamPlayers.addNew(stamp, [{ playerId: twin, firstName: 'Mia', lastName: 'Moreno' }], club.falcons)
  await families.join(stamp, { playerId: twin, userId: club.user('dad'), relation: 'own' })
  const choose = (as: string, id: string, to: PictureAudience, now: string) =>
    call(SAY, { as: club.user(as), playerId: id, query: {}, body: { to }, now })
  const chosen = async () => {
    const rows = await players.getMany([{ playerId }, { playerId: twin }], { consistent: true })
    return rows.map((row) => [row?.pictures, row?.picturesSaid?.userId.split('-')[0]])
  }
  const mergedAnd = async (since: (now: string) => Promise<unknown>) => {
    const merge = { as: club.user('admin'), orgId: club.organizationId }
    const mergeId = newPart('merge')
    const body = { mergeId, keepId: playerId, goneId: twin }
    expect((await call('POST /rest-api/duplicates/{orgId}/merge', { ...merge, body, now: at(1) })).status).toBe(200)
    await since(at(2))
    const undone = { ...merge, body: { mergeId }, now: at(3) }
    expect((await call('POST /rest-api/duplicates/{orgId}/undo', undone)).status).toBe(200)
    return chosen()
  }
  const at = (hour: number) => `2026-11-21T1${hour}:00:00.000Z`
  await choose('dad', twin, 'club', at(0))
  // The other player's father opens it to the club, and leaves the family again.
  await choose('parent', playerId, 'nobody', at(0))
  expect(await mergedAnd((now) => choose('dad', playerId, 'club', now))).toEqual([
    ['nobody', 'parent'],
    ['club', 'dad'],
  ])
  // The families see that nobody may, which none of them can choose again.
  expect(await mergedAnd(async () => {})).toEqual([
    ['nobody', 'parent'],
    ['nobody', undefined],
  ])
  await choose('dad', twin, 'team', at(4))
  expect(await chosen()).toEqual([
    ['nobody', 'parent'],
    ['team', 'dad'],
  ])
  // A guardian who stays has chosen again meanwhile.
  expect(await mergedAnd((now) => choose('parent', playerId, 'club', now))).toEqual([
    ['club', 'parent'],
    ['team', 'dad'],
  ])
})

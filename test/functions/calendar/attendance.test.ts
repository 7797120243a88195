import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { attendance } from '#functions/table/attendance.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { runMetered } from '#functions/table/meter.ts'
import { call } from '../call.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { mergeId, miaTwice, sendMerge } from '../teams/merging.ts'
import { aNewEvent, deliverEvent } from './planning.ts'

const MARK = 'PUT /rest-api/attendance/event/{eventId}'
const READ = 'GET /rest-api/attendance/event/{eventId}'
const SEASON = 'GET /rest-api/attendance/season/{orgUnitId}'
const OF_PLAYER = 'GET /rest-api/attendance/player/{playerId}'
type Presence = 'came' | 'late' | 'missed' | null
type Marks = { playerId: string; presence: Presence; over?: Presence[] }[]

const mark = (
  club: Club,
  marks: Marks,
  { as = 'coach', now = '2026-11-22T02:00:00Z', eventId = club.game.eventId } = {},
) => call(MARK, { as: club.user(as), eventId, body: { marks }, now })
const marked = async (club: Club, eventId = club.game.eventId) =>
  new Map(
    (await call(READ, { as: club.user('coach'), eventId })).body.marks.map(({ playerId, presence }) => [
      playerId,
      presence,
    ]),
  )
const year = { start: '2026-06-01T00:00:00Z', end: '2026-12-01T00:00:00Z' }

it('attendance marked before two players were merged counts for, and is edited as, the kept player', async () => {
  const { club, twin, mia } = await miaTwice()
  const { game, falcons, leo } = club
  const before = { [twin]: 'came', [leo.playerId]: 'late' } as const
  await write(stamp, attendance.create({ eventId: game.eventId, start: game.start, marks: before }))
  expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
  const leos = [leo.playerId, 'late']
  expect([...(await marked(club))]).toEqual([[mia, 'came'], leos])
  const as = club.user('admin')
  const season = (await call(SEASON, { as, orgUnitId: falcons.teamId, query: year })).body
  expect(season.players.find(({ id }) => id === mia)).toMatchObject({ came: 1, missed: 0 })
  expect((await call(OF_PLAYER, { as, playerId: mia, query: year })).body).toEqual({ came: 1, late: 0, missed: 0 })
  await mark(club, [{ playerId: mia, presence: 'missed' }])
  expect((await marked(club)).get(mia)).toBe('missed')
  await mark(club, [{ playerId: mia, presence: null }])
  expect([...(await marked(club))]).toEqual([leos])
})

describe('attendance at an event', () => {
  it('is marked by the coach per player, and can be removed', async () => {
    const club = await aClub()
    const { mia, leo, ada } = club
    await mark(club, [
      { playerId: mia.playerId, presence: 'came' },
      { playerId: leo.playerId, presence: 'late' },
    ])
    await mark(club, [
      { playerId: leo.playerId, presence: 'missed' },
      { playerId: ada.playerId, presence: 'came' },
    ])
    await mark(club, [{ playerId: ada.playerId, presence: null }])
    expect(await marked(club)).toEqual(
      new Map([
        [mia.playerId, 'came'],
        [leo.playerId, 'missed'],
      ]),
    )
  })

  it('keeps the marks of coaches who save concurrently', async () => {
    const club = await aClub()
    const { mia, leo, ada } = club
    const all = [mia, leo, ada].map(({ playerId }) => mark(club, [{ playerId, presence: 'came' }]))
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await marked(club)).size).toBe(3)
  })

  it('keeps another coach’s mark over a late mark that did not know of it, and reports that', async () => {
    const club = await aClub()
    const [mia, leo, ada] = [club.mia.playerId, club.leo.playerId, club.ada.playerId]
    await mark(club, [
      { playerId: mia, presence: 'late' },
      { playerId: leo, presence: 'came' },
      { playerId: ada, presence: 'came' },
    ])
    // Recorded before any of these; Leo's mark is the same, and Ada's was sent by this device itself.
    const late = await mark(club, [
      { playerId: mia, presence: 'missed', over: [null] },
      { playerId: leo, presence: 'came', over: [null] },
      { playerId: ada, presence: null, over: [null, 'came'] },
    ])
    expect([late.status, late.body.stood]).toEqual([200, [mia]])
    const stands = { [mia]: 'late', [leo]: 'came' }
    const told = Object.fromEntries(late.body.marks.map(({ playerId, presence }) => [playerId, presence]))
    expect([told, Object.fromEntries(await marked(club))]).toEqual([stands, stands])
    expect((await mark(club, [{ playerId: mia, presence: 'missed', over: ['late'] }])).body.stood).toEqual([])
    expect((await marked(club)).get(mia)).toBe('missed')
  })

  it('can be marked from the local day of the event on, but not for a cancelled event', async () => {
    const club = await aClub()
    const one: Marks = [{ playerId: club.mia.playerId, presence: 'came' }]
    // The game is on Saturday in Chicago, which begins at 06:00 UTC.
    expect((await mark(club, one, { now: '2026-11-21T05:59:59Z' })).refusal.code).toBe('event_not_begun')
    expect((await mark(club, one, { now: '2026-11-21T06:00:00Z' })).status).toBe(200)
    await call('POST /rest-api/calendar/event/{eventId}/cancel', {
      as: club.user('coach'),
      eventId: club.game.eventId,
      body: { cancelled: true, tell: false },
    })
    expect((await mark(club, one)).refusal.code).toBe('event_cancelled')
  })

  it('is rejected for players who are not invited, or of another club', async () => {
    const club = await aClub()
    const other = await aClub()
    expect((await mark(club, [{ playerId: club.sam.playerId, presence: 'came' }])).status).toBe(400)
    expect((await mark(club, [{ playerId: other.mia.playerId, presence: 'came' }])).status).toBe(404)
    expect(await attendance.get({ eventId: club.game.eventId }, { consistent: true })).toBeUndefined()
  })
})

describe('attendance over a season', () => {
  it('is counted per event and roster player, and a family sees only its own player', async () => {
    const club = await aClub()
    const { mia, leo } = club
    const eventId = (
      await call('POST /rest-api/calendar/events/{orgUnitId}', {
        as: club.user('coach'),
        orgUnitId: club.falcons.teamId,
        body: aNewEvent(club.falcons.teamId),
      })
    ).body.id
    await mark(club, [
      { playerId: mia.playerId, presence: 'came' },
      { playerId: leo.playerId, presence: 'missed' },
    ])
    await mark(club, [{ playerId: mia.playerId, presence: 'late' }], { eventId, now: '2026-11-25T02:00:00Z' })
    const season = (await call(SEASON, { as: club.user('coach'), orgUnitId: club.falcons.teamId, query: year })).body
    expect(season.events.map(({ came, late, missed }) => [came, late, missed])).toEqual([
      [1, 0, 1],
      [0, 1, 0],
    ])
    expect(season.players.map(({ firstName, came, late, missed }) => [firstName, came, late, missed])).toEqual([
      ['Ada', 0, 0, 0],
      ['Leo', 0, 0, 1],
      ['Mia', 1, 1, 0],
    ])
    const own = await call(OF_PLAYER, { as: club.user('parent'), playerId: mia.playerId, query: year })
    expect(own.body).toEqual({ came: 1, late: 1, missed: 0 })
    expect((await call(OF_PLAYER, { as: club.user('parent'), playerId: leo.playerId, query: year })).status).toBe(403)
  })

  it('excludes cancelled and deleted events until they are restored', async () => {
    const club = await aClub()
    const { mia, falcons, game } = club
    const { eventId } = game
    await mark(club, [{ playerId: mia.playerId, presence: 'missed' }])
    const as = club.user('coach')
    const counted = async () => {
      await deliverEvent(eventId)
      const season = (await call(SEASON, { as, orgUnitId: falcons.teamId, query: year })).body
      const own = (await call(OF_PLAYER, { as: club.user('parent'), playerId: mia.playerId, query: year })).body
      return [season.events.length, season.players.find(({ id }) => id === mia.playerId)?.missed, own.missed]
    }
    const cancel = (cancelled: boolean) =>
      call('POST /rest-api/calendar/event/{eventId}/cancel', { as, eventId, body: { cancelled, tell: false } })
    expect(await counted()).toEqual([1, 1, 1])
    await cancel(true)
    expect(await counted()).toEqual([0, 0, 0])
    await cancel(false)
    expect(await counted()).toEqual([1, 1, 1])
    await call('GET /api/v1/deleteEvent/{eventId}', { as, eventId, query: {} })
    expect(await counted()).toEqual([0, 0, 0])
    await call('POST /rest-api/calendar/event/{eventId}/restore', { as, eventId, query: {} })
    expect(await counted()).toEqual([1, 1, 1])
    // A permanently deleted event leaves its marks behind.
    await write(stamp, events.remove({ eventId }), invites.remove({ inviteId: inviteOf(eventId, mia.playerId) }))
    expect(await counted()).toEqual([0, 0, 0])
  })

  it('counts a marked event on the day to which it was moved, like the player’s own', async () => {
    const club = await aClub()
    const { mia, falcons, game } = club
    const { eventId } = game
    const as = club.user('coach')
    await mark(club, [{ playerId: mia.playerId, presence: 'came' }])
    const counted = async (query: typeof year) => {
      const season = (await call(SEASON, { as, orgUnitId: falcons.teamId, query })).body
      const own = (await call(OF_PLAYER, { as: club.user('parent'), playerId: mia.playerId, query })).body
      return [season.events.map(({ start }) => start), own.came]
    }
    const moveTo = async (start: string, end: string) => {
      await update(stamp, events.change({ eventId }, { set: { eventId, start, end } }))
      await deliverEvent(eventId)
    }
    await moveTo('2026-11-20T18:00:00Z', '2026-11-20T20:00:00Z')
    expect(await counted(year)).toEqual([['2026-11-20T18:00:00Z'], 1])
    await moveTo('2026-12-15T18:00:00Z', '2026-12-15T20:00:00Z')
    expect(await counted(year)).toEqual([[], 0])
    expect(await counted({ start: year.end, end: '2027-06-01T00:00:00Z' })).toEqual([['2026-12-15T18:00:00Z'], 1])
  })

  it('of a player covers all their teams, club events and former teams', async () => {
    const club = await aClub()
    const { mia, otters, organizationId } = club
    const admin = club.user('admin')
    const orgUnitId = organizationId
    const body = { ...aNewEvent(orgUnitId), start: '2026-11-20T18:00:00Z', end: '2026-11-20T20:00:00Z' }
    const { body: made } = await call('POST /rest-api/calendar/events/{orgUnitId}', { as: admin, orgUnitId, body })
    await mark(club, [{ playerId: mia.playerId, presence: 'came' }])
    await mark(club, [{ playerId: mia.playerId, presence: 'late' }], { as: 'admin', eventId: made.id })
    const now = [{ id: otters.teamId, name: 'Otters' }]
    await update(stamp, players.change({ playerId: mia.playerId }, { set: { teams: now } }))
    const own = await call(OF_PLAYER, { as: admin, playerId: mia.playerId, query: year })
    expect(own.body).toEqual({ came: 1, late: 1, missed: 0 })
  })

  it('of a player is limited to the coach’s own teams, unless the coach is family', async () => {
    const club = await aClub()
    const { mia, falcons, otters } = club
    const { playerId } = mia
    const as = club.user('coach')
    await teamPlayers.add(stamp, playerId, otters)
    const theirs = anEvent(otters)
    await createEvent(stamp, theirs, [mia])
    await mark(club, [{ playerId, presence: 'came' }])
    await mark(club, [{ playerId, presence: 'missed' }], { as: 'admin', eventId: theirs.eventId })
    const asked = { playerId, query: { ...year, o: falcons.teamId } }
    const told = async (name: string) => (await call(OF_PLAYER, { as: club.user(name), ...asked })).body
    const all = { came: 1, late: 0, missed: 1 }
    expect([await told('parent'), await told('admin')]).toEqual([all, all])
    expect(await told('coach')).toEqual({ came: 1, late: 0, missed: 0 })
    await families.join(stamp, { playerId, userId: as, relation: 'following' })
    expect(await told('coach')).toEqual({ came: 1, late: 0, missed: 0 })
    await write(stamp, ...families.leave({ playerId, userId: as, relation: 'following' }))
    await families.join(stamp, { playerId, userId: as, relation: 'own' })
    expect(await told('coach')).toEqual(all)
  })

  it('covers at most a year, and takes one round trip', async () => {
    const club = await aClub()
    const ask = (end: string) =>
      call(SEASON, { as: club.user('coach'), orgUnitId: club.falcons.teamId, query: { start: year.start, end } })
    expect((await ask('2027-06-01T00:00:00Z')).status).toBe(200)
    expect((await ask('2027-07-01T00:00:00Z')).status).toBe(400)
    expect((await ask('2026-05-01T00:00:00Z')).status).toBe(400)
    const { trips } = await runMetered(async (meter) => {
      const { readSeason } = await import('#functions/calendar/attendanceCalls.ts')
      const { start, end } = year
      await readSeason({ params: { orgUnitId: club.falcons.teamId }, query: { start, end } } as never)
      return meter
    })
    expect(trips).toBe(1)
  })
})

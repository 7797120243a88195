import { describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { families } from '#functions/table/players.ts'
import { update } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { inviteOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { aNewEvent } from './planning.ts'

const CREATE = 'POST /rest-api/calendar/events/{orgUnitId}'
const READ = 'GET /rest-api/calendar/event/{eventId}'
const LACKING = 'GET /api/v1/notInvitedPlayers/{eventId}'
const ADD = 'POST /event/addPlayerInvite'
const ADD_ALL = 'POST /event/addPlayerInviteForAllUninvitedPlayers'
const REMOVE = 'POST /orgUnit/removePlayerInvite/{inviteId}'
const CLONE = 'POST /api/v1/cloneEvent/{eventId}'
const TO_TEAMS = 'POST /apiV1/cloneEventToTeams/'
const TYPES = 'GET /rest-api/calendar/event-types/{orgId}'
const SAVE_TYPES = 'PUT /rest-api/calendar/event-types/{orgId}'
const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'

const create = async (club: Club, orgUnitId = club.falcons.teamId, changes = {}) =>
  (await call(CREATE, { as: club.user('admin'), orgUnitId, body: aNewEvent(orgUnitId, changes) })).body.id
const invited = async (club: Club, eventId: string) =>
  (await call(READ, { as: club.user('admin'), eventId })).body.playerInvites.map(({ player, status }) => [
    player.firstName,
    status.value,
  ])
const add = (club: Club, eventId: string, playerId: string, inviteStatus: 'Pending' | 'Accepted', as = 'coach') =>
  call(ADD, { as: club.user(as), query: { eventId, playerId, inviteStatus } })

describe('a player who was not invited', () => {
  it('is listed, and can be invited alone or with all others', async () => {
    const club = await aClub()
    const eventId = await create(club, club.falcons.teamId, { invite: 'nobody' })
    const lacking = async () =>
      (await call(LACKING, { as: club.user('coach'), eventId })).body.players.map(({ firstName }) => firstName)
    expect(await lacking()).toEqual(['Ada', 'Leo', 'Mia'])
    expect((await add(club, eventId, club.leo.playerId, 'Accepted')).body.invite.status.value).toBe('Accepted')
    expect(await lacking()).toEqual(['Ada', 'Mia'])
    const all = () => call(ADD_ALL, { as: club.user('coach'), query: { eventId, inviteStatus: 'Pending' } })
    expect((await all()).body.invited).toBe(2)
    expect((await all()).body.invited).toBe(0)
    expect(await invited(club, eventId)).toEqual([
      ['Ada', 'Pending'],
      ['Leo', 'Accepted'],
      ['Mia', 'Pending'],
    ])
  })

  it('keeps an existing answer when invited again', async () => {
    const club = await aClub()
    const eventId = await create(club)
    await add(club, eventId, club.mia.playerId, 'Accepted')
    expect((await invited(club, eventId))[2]).toEqual(['Mia', 'Pending'])
  })

  it('of another team can be invited by an administrator, but not by the coach, and never of another club', async () => {
    const club = await aClub()
    const other = await aClub()
    const eventId = await create(club)
    expect((await add(club, eventId, club.sam.playerId, 'Pending')).status).toBe(404)
    expect((await add(club, eventId, club.sam.playerId, 'Pending', 'admin')).status).toBe(200)
    expect((await add(club, eventId, other.mia.playerId, 'Pending', 'admin')).status).toBe(404)
    expect((await add(club, eventId, `${club.organizationId}.${newPart('p')}`, 'Pending', 'admin')).status).toBe(404)
  })

  it('of another team is asked by mail, but a player of the team is not', async () => {
    const club = await aClub()
    const eventId = await create(club, club.falcons.teamId, { invite: 'nobody' })
    await add(club, eventId, club.sam.playerId, 'Pending', 'admin')
    await add(club, eventId, club.leo.playerId, 'Pending', 'admin')
    const mailOf = async ({ playerId }: { playerId: string }) =>
      (await invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true }))?.mail
    expect([await mailOf(club.sam), await mailOf(club.leo)]).toEqual(['wanted', undefined])
  })
})

describe('an invite', () => {
  it('can be removed once', async () => {
    const club = await aClub()
    const remove = () => call(REMOVE, { as: club.user('coach'), inviteId: club.invite(club.mia), query: {} })
    expect((await remove()).body).toEqual({ success: true })
    expect((await remove()).status).toBe(404)
    expect(await invited(club, club.game.eventId)).toEqual([
      ['Ada', 'Pending'],
      ['Leo', 'Pending'],
    ])
  })
})

describe('a copy of an event', () => {
  it('has the same duration and invites the same players, without answers', async () => {
    const club = await aClub()
    await call(REMOVE, { as: club.user('coach'), inviteId: club.invite(club.ada), query: {} })
    const newEventId = `${club.falcons.teamId}.${newPart('e')}`
    const clone = () =>
      call(CLONE, {
        as: club.user('coach'),
        eventId: club.game.eventId,
        body: { newEventId, start: '2026-12-01T23:30:00Z' },
      })
    expect((await clone()).body).toEqual({ success: true, id: newEventId })
    expect((await clone()).status).toBe(200)
    const { event } = (await call(READ, { as: club.user('coach'), eventId: newEventId })).body
    expect([event.start, event.end, event.name]).toEqual(['2026-12-01T23:30:00Z', '2026-12-02T01:00:00Z', 'Practice'])
    expect(await invited(club, newEventId)).toEqual([
      ['Leo', 'Pending'],
      ['Mia', 'Pending'],
    ])
  })

  it('invites current team members and guests, but nobody who has left the team or the club', async () => {
    const club = await aClub()
    const { falcons, game, sam } = club
    const as = club.user('admin')
    const guest = { eventId: game.eventId, playerId: sam.playerId, inviteStatus: 'Pending' as const }
    expect((await call(ADD, { as, query: guest })).status).toBe(200)
    const leaves = { teamId: falcons.teamId, playerId: club.ada.playerId }
    expect((await call('POST /api/v1/removePlayer', { as, body: leaves })).status).toBe(200)
    const copy = async (eventId: string, start: string) => {
      const newEventId = `${falcons.teamId}.${newPart('e')}`
      expect((await call(CLONE, { as, eventId, body: { newEventId, start } })).status).toBe(200)
      return newEventId
    }
    const all = [
      ['Leo', 'Pending'],
      ['Mia', 'Pending'],
      ['Sam', 'Pending'],
    ]
    expect((await invited(club, game.eventId)).map(([name]) => name)).toContain('Ada')
    const { body } = await call('GET /api/v1/notInvitedPlayers/{eventId}', { as, eventId: game.eventId })
    // Ada, who has left the team, is a guest now, too.
    expect(body.guests.toSorted()).toEqual([club.ada.playerId, sam.playerId].toSorted())
    const next = await copy(game.eventId, '2026-12-01T23:30:00Z')
    expect(await invited(club, next)).toEqual(all)
    expect(await invited(club, await copy(next, '2026-12-08T23:30:00Z'))).toEqual(all)
  })

  it('cannot be made for another team', async () => {
    const club = await aClub()
    const newEventId = `${club.otters.teamId}.${newPart('e')}`
    const body = { newEventId, start: '2026-12-01T23:30:00Z' }
    expect((await call(CLONE, { as: club.user('coach'), eventId: club.game.eventId, body })).status).toBe(400)
  })

  it('to other teams invites their own rosters, once per team', async () => {
    const club = await aClub()
    const { eventId } = club.game
    const clone = (as: string, teamIds: string[]) => call(TO_TEAMS, { as: club.user(as), body: { eventId, teamIds } })
    expect((await clone('coach', [club.otters.teamId])).status).toBe(403)
    const { body } = await clone('admin', [club.otters.teamId, club.otters.teamId])
    expect((await clone('admin', [club.otters.teamId])).body).toEqual(body)
    const [made] = body.events
    expect(await invited(club, made!.id)).toEqual([['Sam', 'Pending']])
    const { event } = (await call(READ, { as: club.user('admin'), eventId: made!.id })).body
    expect(event.orgUnit).toMatchObject({ id: club.otters.teamId, name: 'Otters' })
    const elsewhere = await aClub()
    expect((await clone('admin', [elsewhere.falcons.teamId])).status).toBe(404)
  })

  it('to several teams is added where it is missing, even if another user has copied it to one of them', async () => {
    const club = await aClub()
    const { eventId } = club.game
    const clone = (as: string, teamIds: string[]) => call(TO_TEAMS, { as: club.user(as), body: { eventId, teamIds } })
    await clone('coach', [club.falcons.teamId])
    const { status, body } = await clone('admin', [club.falcons.teamId, club.otters.teamId])
    expect(status).toBe(200)
    expect(await invited(club, body.events[1]!.id)).toEqual([['Sam', 'Pending']])
  })

  it('sent again with another day after a lost response is rejected', async () => {
    const club = await aClub()
    const { eventId } = club.game
    const newEventId = `${club.falcons.teamId}.${newPart('e')}`
    const to = (start: string) => call(CLONE, { as: club.user('coach'), eventId, body: { newEventId, start } })
    expect((await to('2026-11-28T18:30:00Z')).status).toBe(200)
    expect((await to('2026-11-28T18:30:00Z')).status).toBe(200)
    expect((await to('2026-11-29T18:30:00Z')).refusal.code).toBe('saved_before')
    const { event } = (await call(READ, { as: club.user('admin'), eventId: newEventId })).body
    expect(event.start).toBe('2026-11-28T18:30:00Z')
  })

  it('is rejected for all teams if one of them is archived', async () => {
    const club = await aClub()
    const { otters, game, falcons } = club
    await update(stamp, teams.change(otters, { set: { archivedAt: stamp.at } }))
    const body = { eventId: game.eventId, teamIds: [otters.teamId, falcons.teamId] }
    expect((await call(TO_TEAMS, { as: club.user('admin'), body })).refusal.code).toBe('team_archived')
    const month = {
      as: club.user('admin'),
      orgUnitId: falcons.teamId,
      query: { start: '2026-11-01', end: '2026-12-01' },
    }
    expect((await call(MONTH, month)).body.events.map(({ id }) => id)).toEqual([game.eventId])
  })
})

it('copying an event again to a team that has deleted its copy restores it', async () => {
  const club = await aClub()
  const { eventId } = club.game
  const clone = () => call(TO_TEAMS, { as: club.user('admin'), body: { eventId, teamIds: [club.otters.teamId] } })
  const [made] = (await clone()).body.events
  await call('GET /api/v1/deleteEvent/{eventId}', { as: club.user('admin'), eventId: made!.id, query: {} })
  const [again] = (await clone()).body.events
  const { status, body } = await call(READ, { as: club.user('admin'), eventId: again!.id })
  expect([status, body.event?.name]).toEqual([200, 'Practice'])
  expect(await invited(club, again!.id)).toEqual([['Sam', 'Pending']])
})

describe('a club’s event types', () => {
  it('start with defaults, are saved by revision, and determine name and color of events', async () => {
    const club = await aClub()
    const read = async () => (await call(TYPES, { as: club.user('parent'), orgId: club.organizationId })).body
    expect((await read()).types.map(({ name }) => name)).toEqual(['Practice', 'Game', 'Tournament', 'Meeting', 'Other'])
    const save = (revision: number, name: string) =>
      call(SAVE_TYPES, {
        as: club.user('admin'),
        orgId: club.organizationId,
        body: { revision, types: [{ id: 'party', name, color: '#c92a2a' }] },
      })
    await save(0, 'Party')
    expect((await save(0, 'Feast')).status).toBe(412)
    expect(await read()).toEqual({
      types: [{ id: 'party', name: 'Party', color: '#c92a2a' }],
      revision: 1,
      timezone: 'America/Chicago',
    })
    expect((await save(1, 'Feast')).body.revision).toBe(2)
    const eventId = await create(club, club.falcons.teamId, { eventTypeId: 'party' })
    const { event } = (await call(READ, { as: club.user('admin'), eventId })).body
    expect(event.eventType).toEqual({ name: 'Feast', color: '#c92a2a' })
  })
})

describe('related events', () => {
  const names = async (club: Club, as: string, orgUnitId: string, related?: 'true') =>
    (
      await call(MONTH, {
        as: club.user(as),
        orgUnitId,
        query: { start: '2026-11-01', end: '2026-12-01', ...(related && { related }) },
      })
    ).body.events.map(({ name }) => name)

  it('of a team include those of its club, and of a club those of teams the reader may see', async () => {
    const club = await aClub()
    await create(club, club.organizationId, { name: 'Party' })
    await create(club, club.otters.teamId, { name: 'Scrimmage' })
    const { organizationId, falcons } = club
    expect(await names(club, 'coach', falcons.teamId)).toEqual(['Practice'])
    expect(await names(club, 'coach', falcons.teamId, 'true')).toEqual(['Practice', 'Party'])
    expect(await names(club, 'parent', organizationId)).toEqual(['Party'])
    for (const [as, wanted] of [
      ['admin', ['Party', 'Practice', 'Scrimmage']],
      ['coach', ['Party', 'Practice']],
      ['parent', ['Party', 'Practice']],
      ['fan', ['Party', 'Practice']],
    ] as const)
      expect((await names(club, as, organizationId, 'true')).toSorted()).toEqual(wanted)
  })

  it('include those of a player the reader follows later', async () => {
    const club = await aClub()
    await create(club, club.otters.teamId, { name: 'Scrimmage' })
    await families.join(stamp, { playerId: club.sam.playerId, userId: club.user('parent'), relation: 'following' })
    expect(await names(club, 'parent', club.organizationId, 'true')).toEqual(['Practice', 'Scrimmage'])
  })
})

import { describe, expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { runMetered } from '#functions/table/meter.ts'
import { inviteOf } from '#shared/ids.ts'
import { failingCall, interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart } from '../club.ts'
import { aNewEvent, deliverEvent, eventForm } from './planning.ts'

const CREATE = 'POST /rest-api/calendar/events/{orgUnitId}'
const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const READ = 'GET /rest-api/calendar/event/{eventId}'
const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const CANCEL = 'POST /rest-api/calendar/event/{eventId}/cancel'
const DELETE = 'GET /api/v1/deleteEvent/{eventId}'
const RESTORE = 'POST /rest-api/calendar/event/{eventId}/restore'
const DELETED = 'GET /rest-api/calendar/deleted/{orgUnitId}'
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const COMING = 'GET /api/v1/playerEvents'
const consistent = { consistent: true }

const create = (club: Club, changes = {}, orgUnitId = club.falcons.teamId, as = 'coach') =>
  call(CREATE, { as: club.user(as), orgUnitId, body: aNewEvent(orgUnitId, changes) })
const read = (club: Club, eventId: string, as = 'coach') => call(READ, { as: club.user(as), eventId })
const month = async (club: Club, as = 'coach') =>
  (
    await call(MONTH, {
      as: club.user(as),
      orgUnitId: club.falcons.teamId,
      query: { start: '2026-11-01', end: '2026-12-01' },
    })
  ).body.events.map(({ id }) => id)
const edit = (club: Club, eventId: string, revision: number, changes = {}, as = 'coach') =>
  call(EDIT, {
    as: club.user(as),
    eventId,
    body: { ...eventForm, revision, askAgain: false, tell: false, ...changes },
  })
const answer = (club: Club, eventId: string, status: 'Accepted' | 'Declined', as = 'parent') =>
  call(ANSWER, { as: club.user(as), inviteFile: inviteOf(eventId, club.mia.playerId), query: { status } })
const coming = async (club: Club) =>
  (
    await call(COMING, {
      as: club.user('parent'),
      query: { startUtc: '2026-11-21T06:00:00Z', endUtc: '2026-12-21T06:00:00Z' },
    })
  ).body.events.map(({ event, invite }) => [event.id, event.name, event.start, invite?.status.value])

// Shared, as refused requests do not change it.
let refusing: Promise<Club> | undefined

describe('a new event', () => {
  it('invites the whole team, and is listed for each family at once', async () => {
    const club = await aClub()
    const { status, body } = await create(club)
    expect([status, body.invited]).toEqual([200, 3])
    const { event, playerInvites, editing } = (await read(club, body.id)).body
    expect(event).toMatchObject({ name: 'Practice', eventType: { name: 'Practice', color: '#2b8a3e' }, field: '2' })
    expect(playerInvites.map(({ player, status: { value } }) => [player.firstName, value])).toEqual([
      ['Ada', 'Pending'],
      ['Leo', 'Pending'],
      ['Mia', 'Pending'],
    ])
    expect(editing).toEqual({ revision: 1, eventTypeId: 'practice', seriesId: null })
    expect(await coming(club)).toContainEqual([body.id, 'Practice', eventForm.start, 'Pending'])
  })

  it('sent twice is created once', async () => {
    const club = await aClub()
    const body = aNewEvent(club.falcons.teamId)
    const send = () => call(CREATE, { as: club.user('coach'), orgUnitId: club.falcons.teamId, body })
    await Promise.all([send(), send()])
    expect((await send()).status).toBe(200)
    expect((await month(club)).filter((id) => id === body.eventId)).toHaveLength(1)
    expect((await read(club, body.eventId)).body.playerInvites).toHaveLength(3)
  })

  it('sent again with other values is rejected, and the first values stay', async () => {
    const club = await aClub()
    const body = aNewEvent(club.falcons.teamId)
    const send = (changes: object = {}) =>
      call(CREATE, { as: club.user('coach'), orgUnitId: club.falcons.teamId, body: { ...body, ...changes } })
    expect((await send()).status).toBe(200)
    for (const changes of [{ end: '2026-11-25T02:00:00Z' }, { field: '' }, { invite: 'nobody' }, { mail: true }])
      expect((await send(changes)).refusal.code).toBe('saved_before')
    expect((await read(club, body.eventId)).body.event).toMatchObject({ end: eventForm.end, field: '2' })
    expect((await send()).status).toBe(200)
  })

  it('can invite nobody, and can belong to the club without a team', async () => {
    const club = await aClub()
    expect((await create(club, { invite: 'nobody' })).body.invited).toBe(0)
    const { body } = await create(club, {}, club.organizationId, 'admin')
    expect(body.invited).toBe(4)
    expect((await read(club, body.id, 'parent')).body.event.orgUnit).toMatchObject({
      id: club.organizationId,
      name: 'Springfield FC',
    })
  })

  it('with 25 players takes two round trips, and is created completely or not at all', async () => {
    const club = await aClub({ roster: Array.from({ length: 22 }, (_, i) => `Player${i}`) })
    const body = aNewEvent(club.falcons.teamId)
    const send = () => call(CREATE, { as: club.user('coach'), orgUnitId: club.falcons.teamId, body })
    await failingCall('TransactWriteCommand', async () => {
      if ((await send()).status !== 200) throw new Error('failed')
    }).catch(() => undefined)
    expect(await events.get(body, consistent)).toBeUndefined()
    expect(await invites.ofEvent(body)).toEqual([])
    const meter = await runMetered(async (running) => {
      const { createEventCall } = await import('#functions/calendar/createEventCall.ts')
      const params = { orgUnitId: club.falcons.teamId }
      await createEventCall({ params, body, stamp: { actor: 'coach', at: '2026-11-21T18:00:00Z' } } as never)
      return running
    })
    expect(meter.trips).toBe(2)
    expect(await invites.ofEvent(body)).toHaveLength(25)
  })

  it.each([
    ['an id of another team', (club: Club) => ({ eventId: `${club.otters.teamId}.${newPart('e')}` }), 400],
    ['an id of another club', () => ({ eventId: `${newPart('o')}.${newPart('e')}` }), 404],
    ['an end before the start', () => ({ end: '2026-11-24T23:00:00Z' }), 400],
    ['an end weeks after the start', () => ({ end: '2026-12-24T23:00:00Z' }), 400],
    ['an unknown time zone', () => ({ timezone: 'Mars/Olympus' }), 400],
    ['a blank name', () => ({ name: ' ' }), 400],
    ['a line break in the name', () => ({ name: 'a\nb' }), 400],
    ['a deadline after the start', () => ({ answerBy: '2026-11-25T00:00:00Z' }), 400],
    ['a script as the map link', () => ({ location: { ...place, mapUrl: 'javascript:alert(1)' } }), 400],
  ])('is rejected with %s', async (_what, changes, status) => {
    const club = await (refusing ??= aClub())
    expect((await create(club, changes(club))).status).toBe(status)
  })
})
const place = { name: 'Park', address: '', city: '', state: '', zip: '' }

describe('an edit of an event', () => {
  it('keeps answers, and is copied to every invite', async () => {
    const club = await aClub()
    const { id } = (await create(club)).body
    await answer(club, id, 'Accepted')
    const changed = await edit(club, id, 1, { name: 'Cup final', start: '2026-11-24T22:30:00Z', location: place })
    expect(changed.body).toEqual({ revision: 2 })
    await deliverEvent(id)
    expect(await coming(club)).toContainEqual([id, 'Cup final', '2026-11-24T22:30:00Z', 'Accepted'])
  })

  it('sent again after a lost response succeeds, but another edit of the same revision is rejected', async () => {
    const club = await aClub()
    const { id } = (await create(club)).body
    const first = () => edit(club, id, 1, { name: 'Cup final' })
    expect([(await first()).body, (await first()).body]).toEqual([{ revision: 2 }, { revision: 2 }])
    // The first edit stays, whatever differs the second time; for another user it is a conflict.
    for (const changes of [{ name: 'Another' }, { name: 'Cup final', askAgain: true }])
      expect((await edit(club, id, 1, changes)).refusal.code).toBe('saved_before')
    expect((await edit(club, id, 1, { name: 'Cup final' }, 'admin')).refusal.code).toBe('conflict')
    // Edited since: what the first edit wanted no longer holds.
    expect((await edit(club, id, 2, { name: 'Friendly' }, 'admin')).body).toEqual({ revision: 3 })
    expect((await first()).status).toBe(412)
    expect((await read(club, id)).body.event.name).toBe('Friendly')
  })

  it('by two coaches concurrently rejects one of them', async () => {
    const club = await aClub()
    const { id } = (await create(club)).body
    const [one, other] = await Promise.all([
      edit(club, id, 1, { name: 'One' }),
      edit(club, id, 1, { name: 'Other' }, 'admin'),
    ])
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 412]))
    const { event } = (await read(club, id)).body
    expect(event.name).toBe(one.status === 200 ? 'One' : 'Other')
  })

  it('keeps an event type the club has removed, unless another is chosen', async () => {
    const club = await aClub()
    const [practice, game] = [
      { id: 'practice', name: 'Practice', color: '#2b8a3e' },
      { id: 'game', name: 'Game', color: '#1864ab' },
    ]
    const types = (list: (typeof practice)[], revision: number) =>
      call('PUT /rest-api/calendar/event-types/{orgId}', {
        as: club.user('admin'),
        orgId: club.organizationId,
        body: { types: list, revision },
      })
    expect((await types([practice, game], 0)).status).toBe(200)
    const { id } = (await create(club, { eventTypeId: 'practice' })).body
    expect((await types([game], 1)).status).toBe(200)
    await edit(club, id, 1, { eventTypeId: 'practice', name: 'Morning' })
    expect((await read(club, id)).body.event).toMatchObject({ name: 'Morning', eventType: { name: 'Practice' } })
    await edit(club, id, 2, { eventTypeId: 'game' })
    expect((await read(club, id)).body.event.eventType).toEqual({ name: 'Game', color: '#1864ab' })
  })

  it('removes optional values that are left empty', async () => {
    const club = await aClub()
    const { id } = (await create(club, { location: place, answerBy: '2026-11-23T18:00:00Z' })).body
    await edit(club, id, 1)
    const { event } = (await read(club, id)).body
    expect([event.location, event.answerBy]).toEqual([null, undefined])
  })
})

describe('an event with a deadline', () => {
  it('rejects a family’s answer after it, but accepts the coach’s', async () => {
    const club = await aClub()
    const { id } = (await create(club, { answerBy: '2026-11-21T17:00:00Z' })).body
    const late = await answer(club, id, 'Accepted')
    expect([late.status, late.refusal.code]).toEqual([412, 'answer_late'])
    expect((await answer(club, id, 'Accepted', 'coach')).status).toBe(200)
  })
  it('accepts answers before it', async () => {
    const club = await aClub()
    const { id } = (await create(club, { answerBy: '2026-11-21T18:00:00Z' })).body
    expect((await answer(club, id, 'Declined')).status).toBe(200)
  })
})

describe('a cancelled event', () => {
  it('stays in the calendar, accepts no answers, and can be restored with its answers', async () => {
    const club = await aClub()
    const { id } = (await create(club)).body
    await answer(club, id, 'Accepted')
    const cancel = (cancelled: boolean) =>
      call(CANCEL, { as: club.user('coach'), eventId: id, body: { cancelled, tell: false } })
    await cancel(true)
    expect((await cancel(true)).status).toBe(200)
    await deliverEvent(id)
    expect((await read(club, id, 'parent')).body.event.cancelled).toBe(true)
    expect((await answer(club, id, 'Declined')).refusal.code).toBe('event_cancelled')
    await cancel(false)
    await deliverEvent(id)
    expect((await read(club, id)).body.event.cancelled).toBeUndefined()
    expect(await coming(club)).toContainEqual([id, 'Practice', eventForm.start, 'Accepted'])
  })
})

describe('a deleted event', () => {
  it('is hidden everywhere, and can be restored with its answers', async () => {
    const club = await aClub()
    const { id } = (await create(club)).body
    await answer(club, id, 'Accepted')
    const remove = () => call(DELETE, { as: club.user('coach'), eventId: id, query: {} })
    await remove()
    expect((await remove()).body).toEqual({ success: true })
    await deliverEvent(id)
    expect(await month(club)).not.toContain(id)
    expect((await coming(club)).map(([eventId]) => eventId)).not.toContain(id)
    expect((await read(club, id)).status).toBe(404)
    expect((await answer(club, id, 'Declined')).refusal.code).toBe('invite_removed')
    expect((await edit(club, id, 2)).refusal.code).toBe('event_deleted')
    const shelf = await call(DELETED, { as: club.user('coach'), orgUnitId: club.falcons.teamId })
    expect(shelf.body.events.map((event) => [event.id, event.deletedAt])).toEqual([[id, '2026-11-21T18:00:00.000Z']])

    await call(RESTORE, { as: club.user('coach'), eventId: id, query: {} })
    await deliverEvent(id)
    expect(await month(club)).toContain(id)
    expect(await coming(club)).toContainEqual([id, 'Practice', eventForm.start, 'Accepted'])
    expect(await events.get({ eventId: id }, consistent)).not.toHaveProperty('ttl')
    const empty = await call(DELETED, { as: club.user('coach'), orgUnitId: club.falcons.teamId })
    expect(empty.body.events).toEqual([])
  })

  it('expires with its invites after 30 days', async () => {
    const club = await aClub()
    await call(DELETE, { as: club.user('coach'), eventId: club.game.eventId, query: {} })
    await deliverEvent(club.game.eventId)
    const gone = Date.parse('2026-12-21T18:00:00Z') / 1000
    expect((await events.get(club.game, consistent))?.ttl).toBe(gone)
    expect((await invites.get({ inviteId: club.invite(club.leo) }, consistent))?.ttl).toBe(gone)
  })

  it('keeps an answer a parent gives while it is deleted and restored', async () => {
    const club = await aClub()
    const { id } = (await create(club)).body
    await call(DELETE, { as: club.user('coach'), eventId: id, query: {} })
    // Between reading and writing this very invite; invites are written in the order of their ids.
    const players = club.falconPlayers.map(({ playerId }) => playerId).toSorted()
    await interleave(
      'UpdateCommand',
      () => answer(club, id, 'Accepted').then(({ status }) => expect(status).toBe(200)),
      () => deliverEvent(id),
      players.indexOf(club.mia.playerId) + 1,
    )
    await call(RESTORE, { as: club.user('coach'), eventId: id, query: {} })
    await deliverEvent(id)
    expect(await coming(club)).toContainEqual([id, 'Practice', eventForm.start, 'Accepted'])
  })
})

import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { counts, feesDue } from '#functions/table/me.ts'
import { runMetered } from '#functions/table/meter.ts'
import { write } from '#functions/table/table.ts'
import { instantOf, startOfDay } from '#shared/rules/wallClock.ts'
import { call } from '../call.ts'
import { aClub, anEvent, stamp } from '../club.ts'
import { measureCost } from '../measureCost.ts'

const TODAY = 'GET /api/v1/today'
const startUtc = '2026-11-21T06:00:00Z'

describe('a parent’s Today', () => {
  it('shows the child’s event with its place, and counts unanswered invites', async () => {
    const club = await aClub()
    const { body } = await call(TODAY, { as: club.user('parent'), query: { startUtc } })
    expect(body).toEqual({
      todaysEvents: [
        {
          location: expect.objectContaining({ name: 'North Park', city: 'Springfield', global: false }),
          player: { id: club.mia.playerId, firstName: 'Mia', lastName: 'Moreno' },
          invite: expect.objectContaining({ id: club.invite(club.mia), status: { value: 'Pending' }, note: null }),
          event: expect.objectContaining({ name: 'Practice', orgUnit: expect.objectContaining({ name: 'Falcons' }) }),
        },
      ],
      tomorrowsEvents: [],
      unpaidFeeCount: 0,
      unpaidLateFeeCount: 0,
      unreadMessagesCount: 0,
      pendingPlayerInviteCount: 1,
    })
  })

  it('is the same with a hint of players; a hint of another player shows nothing', async () => {
    const club = await aClub()
    const plain = await call(TODAY, { as: club.user('parent'), query: { startUtc } })
    const hinted = await call(TODAY, { as: club.user('parent'), query: { startUtc, players: club.mia.playerId } })
    const prying = await call(TODAY, {
      as: club.user('nobody'),
      query: { startUtc, players: `${club.mia.playerId},${club.leo.playerId}` },
    })
    expect(hinted.body).toEqual(plain.body)
    expect(prying.body.todaysEvents).toEqual([])
    expect(prying.body.pendingPlayerInviteCount).toBe(0)
  })

  it('takes one round trip with a hint, regardless of past events', async () => {
    const club = await aClub()
    for (let week = 1; week <= 30; week++)
      await createEvent(
        stamp,
        anEvent(club.falcons, {
          start: Temporal.Instant.from(startUtc)
            .subtract({ hours: 168 * week })
            .toString(),
        }),
        [club.mia],
      )
    const cost = await runMetered(async () => 0).then(() =>
      measureCost(() => call(TODAY, { as: club.user('parent'), query: { startUtc, players: club.mia.playerId } })),
    )
    expect(cost).toMatchObject({ trips: 1, readUnits: 1.5 })
  })

  it('counts unread messages, and unpaid and late fees by the club’s current date', async () => {
    const club = await aClub()
    const { playerId } = club.mia
    const userId = club.user('parent')
    const dues = ['2026-11-20', '2026-11-21', '2026-12-01']
    await write(
      stamp,
      counts.create({ userId, unreadMessages: 5 }),
      feesDue.create({ userId, playerId, dues, timezone: 'America/Chicago' }),
    )
    const counted = async (now: string) => (await call(TODAY, { as: userId, query: { startUtc }, now })).body
    const today = await counted('2026-11-22T05:59:00Z')
    expect(today).toMatchObject({ unpaidFeeCount: 2, unpaidLateFeeCount: 1, unreadMessagesCount: 5 })
    expect(await counted('2026-11-22T06:01:00Z')).toMatchObject({ unpaidFeeCount: 1, unpaidLateFeeCount: 2 })
  })

  it('counts only invites that are unanswered and not over', async () => {
    const club = await aClub()
    const later = anEvent(club.falcons, { start: '2026-11-24T00:30:00Z', end: '2026-11-24T02:00:00Z' })
    const farAway = anEvent(club.falcons, { start: '2027-02-01T00:30:00Z', end: '2027-02-01T02:00:00Z' })
    await createEvent(stamp, later, [club.mia])
    await createEvent(stamp, farAway, [club.mia])
    const waiting = async (now: string) =>
      (await call(TODAY, { as: club.user('parent'), query: { startUtc }, now })).body.pendingPlayerInviteCount
    expect(await waiting('2026-11-21T18:00:00Z')).toBe(2)
    expect(await waiting('2026-11-22T01:00:00Z')).toBe(1)
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile: `${later.eventId}.${club.mia.playerId.split('.')[1]}.json`,
      query: { status: 'Declined' },
    })
    expect(await waiting('2026-11-22T01:00:00Z')).toBe(0)
  })
})

describe('tomorrow’s events', () => {
  it('are shown to families, coaches and followers, also around clock changes', async () => {
    for (const [day, next] of [
      ['2026-11-21', '2026-11-22'],
      ['2026-10-31', '2026-11-01'],
      ['2026-11-01', '2026-11-02'],
      ['2026-03-07', '2026-03-08'],
      ['2026-03-08', '2026-03-09'],
    ] as const) {
      const zone = 'America/Chicago'
      const at = (date: string, time: string) => ({
        start: instantOf(date, time, zone),
        end: instantOf(date, time, zone),
      })
      const club = await aClub({ event: { ...at(day, '23:59'), name: 'today' } })
      const later = Temporal.PlainDate.from(next).add({ days: 1 }).toString()
      for (const [date, time, name] of [
        [next, '00:00', 'first'],
        [next, '23:59', 'last'],
        [later, '00:00', 'the day after'],
      ] as const)
        await createEvent(stamp, anEvent(club.falcons, { ...at(date, time), name }), [club.mia])
      for (const as of ['parent', 'coach', 'fan']) {
        const query = { startUtc: startOfDay(day, zone) }
        const { body } = await call(TODAY, { as: club.user(as), query, now: startOfDay(day, zone) })
        expect([as, body.tomorrowsEvents.map(({ event }) => event.name)]).toEqual([as, ['first', 'last']])
        expect(body.todaysEvents.map(({ event }) => event.name)).toEqual(['today'])
      }
    }
  })
})

describe('other users’ Today', () => {
  it('shows a coach the team’s event without player and invite', async () => {
    const club = await aClub()
    const { body } = await call(TODAY, { as: club.user('coach'), query: { startUtc } })
    expect(body.todaysEvents).toMatchObject([{ player: null, invite: null, event: { id: club.game.eventId } }])
  })
  it('shows a follower the event without the family’s answer', async () => {
    const club = await aClub()
    await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: club.user('parent'),
      inviteFile: club.invite(club.mia),
      query: { status: 'Declined', note: 'at the doctor' },
    })
    const { body } = await call(TODAY, { as: club.user('fan'), query: { startUtc } })
    expect(body.todaysEvents).toMatchObject([{ player: { firstName: 'Mia' }, invite: null }])
    expect(JSON.stringify(body)).not.toContain('doctor')
  })
  it('shows nothing to users of another club or without a player', async () => {
    const club = await aClub()
    const other = await aClub()
    for (const as of [club.user('nobody'), other.user('admin')])
      expect((await call(TODAY, { as, query: { startUtc } })).body.todaysEvents).toEqual([])
    const { body } = await call(TODAY, { as: other.user('parent'), query: { startUtc } })
    expect(JSON.stringify(body)).not.toContain(club.organizationId)
  })
})

describe('today’s events', () => {
  const evenings = [
    ['America/Chicago', '2026-11-01'],
    ['America/Chicago', '2026-03-08'],
    ['America/Mexico_City', '2026-11-01'],
    ['America/Vancouver', '2026-03-08'],
    ['America/Vancouver', '2026-11-01'],
  ] as const
  it.each(evenings)('are those of the venue’s day, in %s on %s, when clocks change', async (timezone, day) => {
    const at = (time: string, date: string) => ({
      start: instantOf(date, time, timezone),
      end: instantOf(date, time, timezone),
      timezone,
    })
    const plus = (n: number) => Temporal.PlainDate.from(day).add({ days: n }).toString()
    const club = await aClub({ event: { ...at('23:59', plus(-1)), name: 'the night before' } })
    await createEvent(stamp, anEvent(club.falcons, { ...at('00:00', day), name: 'first' }), [club.mia])
    await createEvent(stamp, anEvent(club.falcons, { ...at('23:59', day), name: 'last' }), [club.mia])
    await createEvent(stamp, anEvent(club.falcons, { ...at('00:00', plus(1)), name: 'the next day' }), [club.mia])
    const names = async (zone: string) => {
      const { body } = await call(TODAY, {
        as: club.user('parent'),
        query: { startUtc: startOfDay(day, zone) },
        now: startOfDay(day, zone),
      })
      return body.todaysEvents.map(({ event }) => event.name)
    }
    expect(await names(timezone)).toEqual(['first', 'last'])
    expect(await names('Europe/Berlin')).toEqual(['first', 'last'])
  })
})

describe('an invalid request for Today', () => {
  it.each([
    ['no day', {}],
    ['a day that does not exist', { startUtc: '2026-02-30T00:00:00Z' }],
    ['too many decimals of a second', { startUtc: '2026-11-21T06:00:00.1234567890Z' }],
    ['a date outside the supported range', { startUtc: '9999-12-31T23:00:00Z' }],
    ['a local time', { startUtc: '2026-11-21T06:00:00' }],
    ['a name instead of a player id', { startUtc, players: 'mia' }],
    [
      'too many players',
      { startUtc, players: Array.from({ length: 21 }, () => `o00000000001.p00000000001`).join(',') },
    ],
  ])('is rejected with the faulty parameter: %s', async (_what, query) => {
    const club = await aClub()
    const { status, refusal } = await call(TODAY, { as: club.user('parent'), query: query as never })
    expect([status, refusal.code]).toEqual([400, 'bad_request'])
    expect(refusal.faults?.[0]?.at).toMatch(/startUtc|players/)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { meOf } from '#functions/table/me.ts'
import { update } from '#functions/table/table.ts'
import { addDays } from '#shared/rules/days.ts'
import { startOfDay } from '#shared/rules/wallClock.ts'
import { fullName } from '#shared/rules/names.ts'
import { accounts } from '#scripts/demo/accounts.ts'
import { type People, seed } from '#scripts/demo/seed.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'

const now = '2026-11-21T15:00:00Z'
const people = Object.fromEntries(Object.keys(accounts).map((name) => [name, `demo-${name}`])) as People
/** The tournament groups of teams that a demo user coaches, plays for or follows. */
const groups = 'AJ'
const todayOf = (who: keyof People, day = '2026-11-21') =>
  call('GET /api/v1/today', {
    as: people[who],
    query: { startUtc: startOfDay(day, 'America/Chicago') },
    now: startOfDay(day, 'America/Chicago'),
  })

describe('the demo', () => {
  beforeAll(() => seed({ now, people, groups }), 120_000)

  it('gives each account its players, clubs and teams', async () => {
    const access = async (who: keyof People) => (await meOf({ userId: people[who] })).access
    const parent = await access('parent')
    expect(parent.players.map(fullName).toSorted()).toEqual(['Leo Moreno', 'Mia Moreno', 'Noa Moreno'])
    expect(new Set(parent.players.flatMap(({ teams }) => teams.map(({ name }) => name))).size).toBe(2)
    expect(parent.following).toHaveLength(1)
    const { body } = await call('GET /api/v1/playersAndTeams', { as: people.admin })
    expect(new Set(body.organizations.map(({ teams }) => teams.length))).toEqual(new Set([12, 8]))
    expect((await access('coach')).organizations.flatMap(({ teams }) => teams.map(({ name }) => name))).toEqual([
      'U12 Falcons',
    ])
    expect((await access('fan')).players).toEqual([])
    expect((await access('fan')).following.length).toBeGreaterThan(1)
    expect((await access('parent2')).players.find(({ teams }) => teams.length === 2)?.firstName).toBe('Ada')
    expect(await access('nobody')).toMatchObject({ players: [], following: [], organizations: [] })
  })

  it('has events on Today for families and their coach, every day for eight weeks', async () => {
    const days = Array.from({ length: 56 }, (_, day) => todayOf('parent', addDays('2026-11-21', day)))
    for (const { body } of await Promise.all(days)) expect(body.todaysEvents.length).toBeGreaterThan(0)
    for (const who of ['coach', 'fan', 'parent2'] as const)
      expect((await todayOf(who)).body.todaysEvents.length).toBeGreaterThan(0)
  })

  it('can be seeded twice, keeping answers given since', async () => {
    const { body } = await todayOf('parent')
    const inviteId = body.todaysEvents[0]!.invite!.id
    await update(stamp, invites.change({ inviteId }, { set: { status: 'Declined', note: 'ill' } }))
    const before = await todayOf('parent')
    await seed({ now, people, groups })
    expect((await todayOf('parent')).body).toEqual(before.body)
    expect(await invites.get({ inviteId })).toMatchObject({ status: 'Declined', note: 'ill' })
  })

  it('asks families by mail only about the next event of each of their teams after today', async () => {
    const wanted = async (who: keyof People) => {
      const { body } = await call('GET /api/v1/playerEvents', {
        as: people[who],
        query: { startUtc: startOfDay('2026-11-21', 'America/Chicago') },
      })
      const rows = await Promise.all(
        body.events.map(({ invite }) => invites.get({ inviteId: invite?.id ?? '' }, { consistent: true })),
      )
      return rows
        .filter((row) => row?.mail === 'wanted')
        .map((row) => `${row?.firstName} ${row?.start}`)
        .toSorted((a, b) => a.localeCompare(b))
    }
    expect(await wanted('parent')).toEqual([
      'Leo 2026-11-22T16:00:00Z',
      'Mia 2026-11-23T23:30:00Z',
      'Noa 2026-11-23T23:30:00Z',
    ])
    expect(await wanted('parent2')).toEqual(['Ada 2026-11-23T23:30:00Z', 'Sam 2026-11-22T16:00:00Z'])
  })

  it('has twelve teams in mid-season, with players and past and upcoming events, within its licenses', async () => {
    const as = people.admin
    const { body: clubs } = await call('GET /api/v1/playersAndTeams', { as })
    const { id: orgId = '', teams = [] } = clubs.organizations.find(({ teams }) => teams.length === 12) ?? {}
    const { body: club } = await call('GET /api/v1/orgOverview/{orgId}', { as, orgId })
    expect(club.licenses).toEqual({ given: 14, used: 12, licensesRemaining: 2 })
    for (const { id: orgUnitId } of teams) {
      const span = { start: '2026-10-24', end: '2027-01-20' }
      const { body } = await call('GET /api/v1/teamEventsByMonth/{orgUnitId}', { as, orgUnitId, query: span })
      expect(body.events.filter(({ start }) => start < now).length).toBeGreaterThan(1)
      expect(body.events.filter(({ start }) => start > now).length).toBeGreaterThan(1)
      const season = { start: '2026-10-24T00:00:00Z', end: '2027-01-20T00:00:00Z' }
      const { body: was } = await call('GET /rest-api/attendance/season/{orgUnitId}', { as, orgUnitId, query: season })
      expect(was.players.length).toBeGreaterThan(5)
      expect(was.events.length).toBeGreaterThan(1)
    }
  })

  it('has a deleted event, and statistics of opened screens over some weeks', async () => {
    const [team] = (await meOf({ userId: people.coach })).access.organizations.flatMap(({ teams }) => teams)
    const of = { as: people.coach, orgUnitId: team?.id ?? '' }
    const { body } = await call('GET /rest-api/calendar/deleted/{orgUnitId}', { ...of, now })
    expect(body.events.map(({ name }) => name)).toEqual(['Friendly game at Lakeside'])
    const december = { start: '2026-12-01', end: '2026-12-02' }
    const { body: seen } = await call('GET /api/v1/teamEventsByMonth/{orgUnitId}', { ...of, query: december })
    expect(seen.events.map(({ name }) => name)).toEqual(['Practice'])
    const use = { as: people.staff, groups: ['ROLE_TRACK'], query: { show: 'month' as const }, now }
    const { body: used } = await call('GET /rest-api/report/use', use)
    // Other tests record screens on days of their own.
    expect(used.days.length).toBeGreaterThanOrEqual(21)
    expect(used.screens[0]?.screen).toBe('today')
  })

  it('has registered players with payments on the open registration, and free places', async () => {
    const { body: clubs } = await call('GET /api/v1/playersAndTeams', { as: people.admin })
    const orgUnitId = clubs.organizations.find(({ teams }) => teams.length === 12)?.id ?? ''
    const { body: list } = await call('GET /rest-api/registration/list/{orgUnitId}', {
      as: people.admin,
      orgUnitId,
      query: { isAllTeams: 'true', registrationStatus: 'OPEN' },
      now,
    })
    const { registrationId = '' } = list.registrations.find(({ registrationType }) => registrationType === 'TEAM') ?? {}
    const track = await call('GET /rest-api/registration/track/{registrationId}', {
      as: people.admin,
      registrationId,
      query: {},
      now,
    })
    const paid = track.body.entries.map(({ payment }) => payment?.paidInCents)
    expect(paid.filter((cents) => cents === 0)).toHaveLength(6)
    expect(paid.filter((cents) => cents === 24_000)).toHaveLength(2)
    for (const { payment, priceInCents } of track.body.entries)
      expect((payment?.paidInCents ?? 0) + (payment?.openInCents ?? 0)).toBe(priceInCents)
    const entry = await call('GET /rest-api/registration/track/{registrationId}/entry', {
      as: people.admin,
      registrationId,
      query: { playerId: track.body.entries[0]?.playerId ?? '' },
    })
    expect(entry.body.answers[0]).toMatchObject({ question: 'First name', answer: entry.body.firstName })
    const totals = await call('GET /rest-api/registration/track/{registrationId}/totals', {
      as: people.admin,
      registrationId,
    })
    expect(totals.body).toMatchObject({ registered: 8, options: [{ registered: 8, places: 18 }, { registered: 0 }] })
  })
})

import { describe, expect, it } from 'vitest'
import { handler as copy } from '#functions/copies/handler.ts'
import { handler as long } from '#functions/today/longHandler.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { longEvents } from '#functions/table/me.ts'
import { families } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { instantOf, startOfDay } from '#shared/rules/wallClock.ts'
import { archiveTeam, unarchiveTeam } from '../archiving.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { measureCost } from '../measureCost.ts'
import { deliverTo } from '../workers.ts'

const zone = 'America/Chicago'
const at = (day: string, time: string) => instantOf(day, time, zone)
const cup = { name: 'Cup', start: at('2026-11-20', '09:00'), end: at('2026-11-27', '16:00') }
const now = startOfDay('2026-11-19', zone)
const hearsInvite = (club: Club) =>
  deliverTo(long, { ...invites.key({ inviteId: club.invite(club.mia) }), kind: 'Invite', change: 'created' }, now)
const hearsFamily = (club: Club, userId: string, change: 'created' | 'removed') =>
  deliverTo(long, { ...families.key({ playerId: club.mia.playerId, userId }), kind: 'Family', change }, now)

const todayOf = async (club: Club, as: string, day: string) => {
  const query = { startUtc: startOfDay(day, zone), players: club.mia.playerId }
  const { body } = await call('GET /api/v1/today', { as: club.user(as), query, now: query.startUtc })
  return [body.todaysEvents, body.tomorrowsEvents].map((list) => list.map(({ event }) => event.name))
}
const aCup = async () => {
  const club = await aClub({ event: cup })
  await hearsInvite(club)
  return club
}

describe('an event of several days', () => {
  it('is on Today on each of its days, once, for families, followers and coaches, and not afterwards', async () => {
    const club = await aCup()
    for (const as of ['parent', 'fan', 'coach'])
      for (const [day, todays, tomorrows] of [
        ['2026-11-19', [], ['Cup']],
        ['2026-11-20', ['Cup'], []],
        ['2026-11-22', ['Cup'], []],
        ['2026-11-26', ['Cup'], []],
        ['2026-11-28', [], []],
      ] as const)
        expect([as, day, ...(await todayOf(club, as, day))]).toEqual([as, day, todays, tomorrows])
    expect(await todayOf(club, 'nobody', '2026-11-22')).toEqual([[], []])
  })

  it('is in the calendar of the month into which it lasts', async () => {
    const club = await aCup()
    for (const as of ['parent', 'fan']) {
      const query = { startUtc: '2026-11-24T00:00:00Z', endUtc: '2026-12-01T00:00:00Z' }
      const { body } = await call('GET /api/v1/playerEvents', { as: club.user(as), query })
      expect(body.events.map(({ event }) => event.name)).toEqual(['Cup'])
    }
  })

  it('stays in that month when it is over, and others that were over before it are not in it', async () => {
    const club = await aCup()
    const over = '2026-12-20T18:00:00Z'
    await update(
      stamp,
      longEvents.upsert({ userId: club.user('parent'), playerId: club.mia.playerId }, { set: { events: [] } }),
    )
    const query = { endUtc: '2026-12-15T00:00:00Z', players: club.mia.playerId }
    for (const as of ['parent', 'fan'])
      for (const [startUtc, names] of [
        ['2026-11-24T00:00:00Z', ['Cup']],
        ['2026-11-29T00:00:00Z', []],
      ] as const) {
        const asking = { as: club.user(as), query: { ...query, startUtc }, now: over }
        const { body } = await call('GET /api/v1/playerEvents', asking)
        expect([as, startUtc, body.events.map(({ event }) => event.name)]).toEqual([as, startUtc, names])
      }
  })

  it('is on Today in the morning after too if it takes a night', async () => {
    const club = await aClub({
      event: { name: 'Sleepover', start: at('2026-11-20', '18:00'), end: at('2026-11-21', '10:00') },
    })
    for (const as of ['parent', 'fan', 'coach']) {
      expect([as, ...(await todayOf(club, as, '2026-11-20'))]).toEqual([as, ['Sleepover'], []])
      expect([as, ...(await todayOf(club, as, '2026-11-21'))]).toEqual([as, ['Sleepover'], []])
      expect([as, ...(await todayOf(club, as, '2026-11-22'))]).toEqual([as, [], []])
    }
  })

  it('costs half a read unit more while it lasts, and nothing otherwise', async () => {
    const club = await aCup()
    const cost = async (day: string) => (await measureCost(() => todayOf(club, 'parent', day))).readUnits
    expect([await cost('2026-11-19'), await cost('2026-11-22'), await cost('2026-12-01')]).toEqual([1.5, 2, 1.5])
  })

  it('follows changes of the event and its deletion; a copy for another player is not shown', async () => {
    const club = await aCup()
    const { eventId } = club.game
    const followed = async (set: Partial<typeof club.game>) => {
      await update(stamp, events.change({ eventId }, { set }))
      await deliverTo(copy, { ...events.key({ eventId }), kind: 'Event', change: 'changed' })
    }
    await followed({ end: at('2026-11-21', '09:00') })
    expect(await todayOf(club, 'parent', '2026-11-22')).toEqual([[], []])
    await followed({ end: cup.end })
    expect((await invites.get({ inviteId: club.invite(club.leo) }, { consistent: true }))?.lasts).toBe('days')
    expect(await todayOf(club, 'parent', '2026-11-22')).toEqual([['Cup'], []])
    await followed({ deletedAt: stamp.at })
    expect(await todayOf(club, 'parent', '2026-11-22')).toEqual([[], []])
    const other = await aClub()
    const id = { userId: other.user('parent'), playerId: club.mia.playerId }
    const there = await longEvents.get({ userId: club.user('parent'), playerId: club.mia.playerId })
    await write(stamp, longEvents.create({ ...id, events: there?.events ?? [] }))
    await followed({ deletedAt: undefined })
    expect(await todayOf(other, 'parent', '2026-11-22')).toEqual([[], []])
  })

  it('is shown again when its team is restored, even after changes while it was archived', async () => {
    const club = await aCup()
    const turned = { team: club.falcons, events: [club.game] }
    await archiveTeam({ ...turned, at: '2026-11-21T12:00:00.000Z' })
    await hearsFamily(club, club.user('parent'), 'created')
    expect(await todayOf(club, 'parent', '2026-11-22')).toEqual([[], []])
    await unarchiveTeam({ ...turned, at: '2026-11-21T13:00:00.000Z' })
    expect(await todayOf(club, 'parent', '2026-11-22')).toEqual([['Cup'], []])
  })

  it('is shown to a new family member, and no longer to one who has left', async () => {
    const club = await aCup()
    const { playerId } = club.mia
    const userId = club.user('aunt')
    const kept = () => longEvents.get({ userId, playerId }, { consistent: true })
    await families.join(stamp, { playerId, userId, relation: 'following' })
    await hearsFamily(club, userId, 'created')
    expect((await kept())?.events).toEqual([expect.objectContaining({ start: cup.start, end: cup.end })])
    expect(await todayOf(club, 'aunt', '2026-11-22')).toEqual([['Cup'], []])
    await write(stamp, ...families.leave({ playerId, userId, relation: 'following' }))
    await hearsFamily(club, userId, 'removed')
    expect(await kept()).toBeUndefined()
  })
})

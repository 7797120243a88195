import { describe, expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { all, ANSWER, dates, days, edit, READ, weeklyRule, start } from './aSeries.ts'
import { deliverEvent } from './planning.ts'

describe('deleting dates of a series', () => {
  const DELETE = 'GET /api/v1/deleteEvent/{eventId}'
  const RESTORE = 'POST /rest-api/calendar/event/{eventId}/restore'
  const remove = (club: Club, eventId: string, scope: 'this' | 'following' | 'all', now?: string) =>
    call(DELETE, { as: club.user('coach'), eventId, query: { scope }, ...(now !== undefined && { now }) })
  const ruleOf = async (club: Club, eventId: string) =>
    (await call(READ, { as: club.user('coach'), eventId })).body.series?.rule

  it('removes one, the following or all future dates, and updates the rule', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[6]!.id, 'this')
    expect(await days(club)).toEqual(all.filter((day) => day !== '12-15'))
    await remove(club, before[4]!.id, 'following')
    expect(await days(club)).toEqual(['11-24', '11-26', '12-01', '12-03'])
    expect(await ruleOf(club, before[0]!.id)).toEqual({ ...weeklyRule, until: '2026-12-07' })
    await remove(club, before[2]!.id, 'all', '2026-11-25T12:00:00Z')
    expect(await days(club)).toEqual(['11-24'])
  })

  it('can be undone together, with answers and rule, except dates deleted individually', async () => {
    const club = await aClub()
    await start(club, { until: undefined, count: 8 }, { invite: 'everybody' })
    const before = await dates(club)
    const inviteFile = inviteOf(before[5]!.id, club.mia.playerId)
    await call(ANSWER, { as: club.user('parent'), inviteFile, query: { status: 'Accepted' } })
    await remove(club, before[6]!.id, 'this', '2026-11-20T12:00:00Z')
    await remove(club, before[4]!.id, 'following', '2026-11-20T12:01:00Z')
    await call(RESTORE, { as: club.user('coach'), eventId: before[4]!.id, query: { together: 'true' } })
    expect(await days(club)).toEqual(all.filter((day) => day !== '12-15'))
    expect(await ruleOf(club, before[0]!.id)).toMatchObject({ count: 8 })
    await deliverEvent(before[5]!.id)
    expect(await invites.get({ inviteId: inviteFile }, { consistent: true })).toMatchObject({ status: 'Accepted' })
  })

  it('is undone by a rule that includes them again, except dates deleted individually', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[6]!.id, 'this')
    await call(RESTORE, { as: club.user('coach'), eventId: before[6]!.id, query: {} })
    await remove(club, before[5]!.id, 'this', '2026-11-20T12:00:00Z')
    await remove(club, before[4]!.id, 'following', '2026-11-20T12:01:00Z')
    await edit(club, before[0]!.id, { name: 'Early', scope: 'all' })
    expect(await days(club)).toEqual(['11-24', '11-26', '12-01', '12-03'])
    await edit(club, before[0]!.id, { scope: 'all', repeat: weeklyRule })
    expect(await days(club)).toEqual(all.filter((day) => day !== '12-10'))
    expect((await dates(club))[4]!.id).toBe(before[4]!.id)
  })

  it('individually is not undone by a rule, also more than thirty days later', async () => {
    const club = await aClub()
    await start(club)
    const eventId = (await dates(club))[6]!.id
    await remove(club, eventId, 'this', '2026-11-01T12:00:00.000Z')
    const now = '2026-12-05T12:00:00.000Z'
    const { ttl = 0 } = (await events.get({ eventId }, { consistent: true }))!
    if (ttl * 1000 < Date.parse(now)) await write(stamp, events.remove({ eventId }))
    const [first] = await dates(club)
    await edit(club, first!.id, { scope: 'all', repeat: { ...weeklyRule, until: '2026-12-22' }, now })
    expect((await days(club)).slice(-3)).toEqual(['12-10', '12-17', '12-22'])
  })

  it('several times can be undone in either order, and the rule covers what is left', async () => {
    for (const order of [
      [4, 2],
      [2, 4],
    ] as const) {
      const club = await aClub()
      await start(club)
      const before = await dates(club)
      const restore = (place: number) =>
        call(RESTORE, { as: club.user('coach'), eventId: before[place]!.id, query: { together: 'true' } })
      await remove(club, before[4]!.id, 'following', '2026-11-20T12:00:00Z')
      await remove(club, before[2]!.id, 'following', '2026-11-20T12:01:00Z')
      expect(await days(club)).toEqual(['11-24', '11-26'])
      await restore(order[0])
      const half = order[0] === 4 ? ['12-08', '12-10', '12-15', '12-17'] : ['12-01', '12-03']
      expect(await days(club)).toEqual(['11-24', '11-26', ...half])
      expect(await ruleOf(club, before[0]!.id)).toEqual({
        ...weeklyRule,
        until: order[0] === 4 ? '2026-11-30' : '2026-12-07',
      })
      await restore(order[1])
      expect(await days(club)).toEqual(all)
      expect(await ruleOf(club, before[0]!.id)).toEqual(weeklyRule)
    }
  })

  it('keeps earlier deletions separate, which are restored separately', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[5]!.id, 'this', '2026-11-10T12:00:00Z')
    await remove(club, before[5]!.id, 'following', '2026-11-20T12:00:00Z')
    expect(await days(club)).toEqual(all.slice(0, 5))
    await remove(club, before[5]!.id, 'all', '2026-11-20T12:02:00Z')
    expect(await days(club)).toEqual([])
    const { body } = await call('GET /rest-api/calendar/deleted/{orgUnitId}', {
      as: club.user('coach'),
      orgUnitId: club.falcons.teamId,
    })
    const since = Object.groupBy(body.events, ({ deletedAt }) => deletedAt)
    expect(Object.entries(since).map(([at, list]) => [at.slice(11, 16), list?.length])).toEqual([
      ['12:02', 6],
      ['12:00', 2],
    ])
    await call(RESTORE, { as: club.user('coach'), eventId: before[5]!.id, query: { together: 'true' } })
    await call(RESTORE, { as: club.user('coach'), eventId: before[7]!.id, query: { together: 'true' } })
    expect(await days(club)).toEqual(all)
    expect(await ruleOf(club, before[0]!.id)).toEqual(weeklyRule)
  })

  it('and restoring one alone allows editing it with the following, which stay deleted', async () => {
    const club = await aClub()
    await start(club)
    const before = await dates(club)
    await remove(club, before[4]!.id, 'following', '2026-11-20T12:00:00Z')
    await call(RESTORE, { as: club.user('coach'), eventId: before[6]!.id, query: {} })
    expect((await edit(club, before[6]!.id, { name: 'Late', scope: 'following' })).status).toBe(200)
    expect((await dates(club)).map(({ day, name }) => `${day.slice(5)} ${name}`)).toEqual([
      ...['11-24', '11-26', '12-01', '12-03'].map((day) => `${day} Practice`),
      '12-15 Late',
    ])
    await edit(club, before[0]!.id, { name: 'Early', scope: 'all' })
    await call(RESTORE, { as: club.user('coach'), eventId: before[4]!.id, query: { together: 'true' } })
    expect(await days(club)).toEqual(all)
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { invites } from '#functions/table/invites.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { players } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { paramNames } from '#shared/api/params.ts'
import { tokenAreaOf } from '#shared/api/tokens.ts'
import { tokenAreas } from '#shared/rules/tokens.ts'
import { exampleParams, prepare } from '../exampleRequest.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { sample } from '../sampling.ts'
import { aToken } from './exampleRequests.ts'
import { byToken, requestTo } from './requestByToken.ts'

const open = routes.flatMap(({ area, key, route }) => {
  const needs = tokenAreaOf(area, key, route)
  return needs ? [{ key, needs, route }] : []
})
describe('access tokens', () => {
  /** A club, and another one with the same administrator. */
  let club: Club
  let elsewhere: Club
  let whole: string
  beforeAll(async () => {
    ;[club, elsewhere] = [await aClub(), await aClub()]
    const as = club.user('admin')
    const { flags = [] } =
      (await organizationAdministrators.get({ userId: as, organizationId: club.organizationId })) ?? {}
    const named = { userId: as, firstName: 'Ana', lastName: 'Okafor' }
    const health = { medical: 'Carries an inhaler' }
    await write(stamp, ...organizationAdministrators.appoint(elsewhere.organization, { ...named, flags }))
    await update(stamp, playerDetails.upsert({ playerId: club.mia.playerId }, { set: health }))
    const answer = { status: 'Declined' as const, note: 'Has a fever' }
    await update(stamp, invites.change({ inviteId: club.invite(club.mia) }, { set: answer }))
    await update(stamp, players.change(club.mia, { set: { contacts: ['Gran Moreno'] } }))
    whole = await aToken(club, as)
  })
  // These tests exceed the club's limit per minute.
  beforeEach(async () => {
    const day = '2026-11-21T18:00'
    const id = { day, who: `by-club-${club.organizationId}`, what: 'burst' as const }
    await update(stamp, budgetsUsed.upsert(id, { set: { day, used: 0 } }))
  })
  const ids = { lacking: 'L'.repeat(20), one: 'O'.repeat(20), stranger: 'S'.repeat(20) }

  it('reach only reads in all token areas, and nothing of sessions, users, staff, chat and payments', () => {
    expect(new Set(open.map(({ needs }) => needs))).toEqual(new Set(tokenAreas))
    expect(open.filter(({ key }) => !key.startsWith('GET '))).toEqual([])
    const never =
      /session|users|privacy|staff|report\/|chat|push|payment-accounts|\/pay\/|cards|mail|support|toggle|deleteEvent|purchase/
    expect(open.filter(({ key }) => never.test(key)).map(({ key }) => key)).toEqual([])
  })

  it.each(open)(
    'reach $key with its area, in the token function’s role, without health data, notes and contacts',
    async ({ key, needs }) => {
      const as = club.user('admin')
      await prepare(key, as, club)
      const token = await aToken(club, as, { areas: [needs], id: ids.one })
      const { path, ...more } = await requestTo(key, club)
      const { status, text } = await byToken(path, { token, ...more })
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
      expect(text).not.toMatch(/inhaler|fever|Gran Moreno/)
      // Without the area, with any other method, or for another club: nothing.
      const others = tokenAreas.filter((area) => area !== needs)
      const lacking = await byToken(path, {
        token: await aToken(club, as, { areas: others, id: ids.lacking }),
        ...more,
      })
      expect([lacking.status, lacking.answer['code']]).toEqual([403, 'not_allowed'])
      const place = open.findIndex((each) => each.key === key)
      for (const method of sample(['POST', 'PUT', 'PATCH', 'DELETE'], place, 1))
        expect((await byToken(path, { token: whole, method, ...more })).status).toBe(403)
      const stranger = await aToken(club, club.user('nobody'), { id: ids.stranger })
      expect((await byToken(path, { token: stranger, ...more })).status).toBe(403)
    },
  )

  it.each(open)('do not reach another club by $key, even if the owner administers it', async ({ key }) => {
    await prepare(key, club.user('admin'), elsewhere)
    for (const name of paramNames(key)) {
      const { path, ...more } = await requestTo(key, club, { [name]: exampleParams(elsewhere)[name] ?? '' })
      expect([403, 404]).toContain((await byToken(path, { token: whole, ...more })).status)
    }
    const all = await requestTo(key, elsewhere)
    expect([403, 404]).toContain((await byToken(all.path, { ...all, token: whole })).status)
    const own = await requestTo(key, club)
    for (const [name, value] of Object.entries(own.query)) {
      const id = value.replace(/^o\w{11}/, elsewhere.organizationId)
      if (id === value) continue
      const { status } = await byToken(own.path, { ...own, token: whole, query: { ...own.query, [name]: id } })
      expect([400, 403, 404]).toContain(status)
    }
  })

  it.each([
    ['/rest-api/users/profile', 404],
    ['/api/v1/today', 404],
    ['/rest-api/chat/conversations', 404],
    ['/rest-api/staff/erasures', 404],
    ['/rest-api/developers/tokens', 403],
    ['/rest-api/no-such-thing', 404],
    ['', 404],
    ['/', 404],
  ])('do not reach %s', async (path, expected) => {
    expect((await byToken(path, { token: whole, query: { startUtc: '2026-11-21T06:00:00Z' } })).status).toBe(expected)
  })

  it.each([
    'GET /rest-api/teams/player/{playerId}/standing',
    'GET /rest-api/agreements/standing/{orgUnitId}',
    'GET /rest-api/agreements/standing/{orgUnitId}/csv',
  ] as const)('do not reach fees or signatures: %s', async (key) => {
    const { path, ...more } = await requestTo(key, club)
    expect((await byToken(path, { token: whole, ...more })).status).toBe(403)
  })
})

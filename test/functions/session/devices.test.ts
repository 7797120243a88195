import { GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, describe, expect, it } from 'vitest'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { meOf } from '#functions/table/me.ts'
import { endedSessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { budgets } from '#shared/rules/budgets.ts'
import { browserIn, systemIn } from '#shared/rules/devices.ts'
import { call, send, userPool } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { byToken } from '../developers/requestByToken.ts'

const LIST = 'GET /rest-api/session/sessions'
const END = 'POST /rest-api/session/sessions/end'
const CONTINUE = 'POST /rest-api/session/continue'
const START = 'GET /rest-api/users/token'
const noon = '2026-11-21T18:00:00Z'
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

describe('a user’s devices', () => {
  const start = (as: string, session: string, now: string, agent = phone) =>
    send(START, { as, session, now, headers: { 'user-agent': agent, 'x-forwarded-for': '203.0.113.7, 10.0.0.1' } })

  it('are listed with browser, system and address; one can be signed out at once', async () => {
    const as = `pat-${crypto.randomUUID()}`
    await start(as, 'phone', '2026-11-20T18:00:00Z')
    await start(as, 'laptop', noon, 'curl/8')
    const list = async (session = 'laptop') => (await call(LIST, { as, session, now: noon })).body.devices
    expect(await list()).toEqual([
      {
        id: 'laptop',
        browser: '',
        system: '',
        from: '203.0.113.7',
        signedInAt: '2026-11-20T18:00:00.000Z',
        seenAt: '2026-11-21T18:00:00.000Z',
        current: true,
      },
      {
        id: 'phone',
        browser: 'Chrome',
        system: 'Android',
        from: '203.0.113.7',
        signedInAt: '2026-11-19T18:00:00.000Z',
        seenAt: '2026-11-20T18:00:00.000Z',
        current: false,
      },
    ])
    const other = `sam-${crypto.randomUUID()}`
    expect((await call(END, { as: other, body: { id: 'phone' } })).status).toBe(404)
    expect((await call(END, { as, session: 'laptop', body: { id: 'phone' } })).status).toBe(200)
    expect((await call(LIST, { as, session: 'phone' })).status).toBe(401)
    expect((await list()).map(({ id }) => id)).toEqual(['laptop'])
    expect((await call(END, { as, session: 'laptop', body: { id: 'phone' } })).status).toBe(404)
  })

  it('are not listed after signing out on them, even once the record of the ended session has expired', async () => {
    const as = `pat-${crypto.randomUUID()}`
    await start(as, 'phone', '2026-11-20T18:00:00Z')
    await start(as, 'laptop', noon)
    const signedIn = '2026-11-19T18:00:00Z'
    for (const status of [200, 401])
      expect((await send('POST /rest-api/session/end', { as, session: 'phone', signedIn })).status).toBe(status)
    const id = { userId: as, sessionId: 'phone' }
    expect((await endedSessions.get(id, { consistent: true }))?.ends).toBe('2026-12-19T19:00:00Z')
    // As it expires after that.
    await write(stamp, endedSessions.remove(id))
    const { devices } = (await call(LIST, { as, session: 'laptop', now: noon })).body
    expect(devices.map((device) => device.id)).toEqual(['laptop'])
    // A session that was never recorded is signed out all the same.
    expect((await send('POST /rest-api/session/end', { as, session: 'tablet', signedIn })).status).toBe(200)
    expect((await call(LIST, { as, session: 'tablet' })).status).toBe(401)
  })

  it('lose the access tokens created on them when signed out; other devices’ tokens stay', async () => {
    const club = await aClub()
    const as = club.user('coach')
    await start(as, 'phone', '2026-11-20T18:00:00Z')
    await start(as, 'laptop', noon)
    const make = async (session: string, tokenId: string) => {
      const body = { tokenId, name: 'Display', areas: ['rosters' as const], days: 90 as const }
      const { body: made } = await call('POST /rest-api/developers/tokens/{orgId}', {
        as,
        session,
        orgId: club.organizationId,
        body,
      })
      return made.token
    }
    const [phones, laptops] = [await make('phone', 'P'.repeat(20)), await make('laptop', 'L'.repeat(20))]
    const asked = async (token: string) => (await byToken(`/api/v1/team/${club.falcons.teamId}`, { token })).status
    expect([await asked(phones), await asked(laptops)]).toEqual([200, 200])
    expect((await call(END, { as, session: 'laptop', body: { id: 'phone' } })).status).toBe(200)
    expect([await asked(phones), await asked(laptops)]).toEqual([401, 200])
  })

  it('continue after the password is entered again: the old session ends, its access tokens stay valid', async () => {
    const club = await aClub()
    const as = club.user('coach')
    const goOn = (session: string, before: string) =>
      send(CONTINUE, { as, session, body: { session: before }, headers: { 'user-agent': phone } })
    for (const [session, agent] of [
      ['phone', phone],
      ['laptop', 'curl/8'],
    ] as const)
      await start(as, session, '2026-11-20T18:00:00Z', agent)
    const make = async (session: string, tokenId: string) => {
      const body = { tokenId, name: 'Display', areas: ['rosters' as const], days: 90 as const }
      const key = 'POST /rest-api/developers/tokens/{orgId}'
      return (await call(key, { as, session, orgId: club.organizationId, body })).body.token
    }
    const [phones, laptops] = [await make('phone', 'P'.repeat(20)), await make('laptop', 'L'.repeat(20))]
    const works = async (token: string) => (await byToken(`/api/v1/team/${club.falcons.teamId}`, { token })).status
    for (const sent of ['phone', 'phone']) expect((await goOn('phone-2', sent)).status).toBe(200)
    expect((await call(LIST, { as, session: 'phone' })).status).toBe(401)
    const listed = (await call(LIST, { as, session: 'laptop' })).body.devices
    expect(listed.map(({ id, system, signedInAt }) => [id, system, signedInAt])).toEqual([
      ['phone-2', 'Android', '2026-11-21T17:59:55.000Z'],
      ['laptop', '', '2026-11-19T18:00:00.000Z'],
    ])
    expect([await works(phones), await works(laptops)]).toEqual([200, 200])
    expect((await call(END, { as, session: 'laptop', body: { id: 'phone-2' } })).status).toBe(200)
    expect([await works(phones), await works(laptops)]).toEqual([401, 200])
    // Neither another user's session nor the current one can be ended this way.
    const other = club.user('parent')
    expect((await call(CONTINUE, { as: other, session: 'theirs', body: { session: 'laptop' } })).status).toBe(200)
    expect((await call(LIST, { as, session: 'laptop' })).status).toBe(200)
    expect((await goOn('laptop', 'laptop')).status).toBe(400)
  })

  it('continue a hundred times a day at most, since each leaves a row that every request reads', async () => {
    const as = `pat-${crypto.randomUUID()}`
    const goOn = (body: { session: string }) => call(CONTINUE, { as, session: 'phone', body })
    expect((await goOn({ session: 'one' })).status).toBe(200)
    const day = noon.slice(0, 10)
    const used = { day, used: budgets.session.person }
    await update(stamp, budgetsUsed.upsert({ day, who: `by-${as}`, what: 'session' }, { set: used }))
    expect((await goOn({ session: 'another' })).refusal.code).toBe('out_of_budget')
    expect((await meOf({ userId: as })).session.ended).toEqual(['one'])
  })

  it('are forgotten on signing out everywhere, except those signed in later', async () => {
    const as = `pat-${crypto.randomUUID()}`
    await start(as, 'phone', noon)
    await call('POST /rest-api/session/end-all', { as, session: 'phone', now: noon })
    const later = { as, session: 'new', signedIn: '2026-11-21T19:00:00Z', now: '2026-11-21T19:10:00Z' }
    await call(START, later)
    expect((await call(LIST, later)).body.devices.map(({ id }) => id)).toEqual(['new'])
  })

  it('are named by common browser and system names', () => {
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
    const edge =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0'
    const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0'
    expect([iphone, edge, firefox, ''].map((agent) => [browserIn(agent), systemIn(agent)])).toEqual([
      ['Safari', 'iPhone'],
      ['Edge', 'Windows'],
      ['Firefox', 'Mac'],
      ['', ''],
    ])
  })
})

describe('staff', () => {
  afterEach(() => {
    delete process.env['STAFF_SECOND_FACTOR']
    delete process.env['PASSKEY_CLIENT']
  })
  it('have no staff rights where a second factor is required, unless their session began with one', async () => {
    process.env['STAFF_SECOND_FACTOR'] = 'required'
    const staff = { as: `stella-${crypto.randomUUID()}`, groups: ['ROLE_ADMIN'], session: 'desk' }
    // Signed in at six, checked by the hour.
    const before = { ...staff, signedIn: '2026-11-21T06:00:00Z' }
    const look = async (who: typeof before & { client?: string }, now: string) =>
      (await call('POST /rest-api/staff/users/search', { ...who, now, body: {} })).refusal.code
    const has = async (who: typeof before, now: string, ...list: string[]) => {
      userPool.on(GetUserCommand).resolves({ Username: staff.as, UserAttributes: [], UserMFASettingList: list })
      expect((await call(START, { ...who, now })).status).toBe(200)
    }
    await has(before, '2026-11-21T07:00:00Z')
    expect(await look(before, '2026-11-21T07:00:00Z')).toBe('second_factor_needed')
    // Whoever hijacked that session could have set it up.
    await has(before, '2026-11-21T08:00:00Z', 'SOFTWARE_TOKEN_MFA')
    expect(await look(before, '2026-11-21T08:00:00Z')).toBe('second_factor_needed')
    const after = { ...staff, signedIn: '2026-11-21T08:00:01Z' }
    expect(await look(after, '2026-11-21T08:10:00Z')).toBeUndefined()
    // Signing in with a passkey involves no code, whatever the user pool's setting.
    process.env['PASSKEY_CLIENT'] = 'passkeys'
    expect(await look({ ...after, client: 'passkeys' }, '2026-11-21T08:10:00Z')).toBe('second_factor_needed')
    expect(await look({ ...after, client: 'web' }, '2026-11-21T08:10:00Z')).toBeUndefined()
    // Seen again, it counts as the same factor.
    await has(after, '2026-11-21T09:00:00Z', 'SOFTWARE_TOKEN_MFA')
    expect(await look(after, '2026-11-21T09:00:00Z')).toBeUndefined()
    await has(after, '2026-11-21T10:00:00Z', 'SMS_MFA')
    expect(await look(after, '2026-11-21T10:00:00Z')).toBe('second_factor_needed')
    await has(after, '2026-11-21T11:00:00Z', 'SOFTWARE_TOKEN_MFA')
    expect(await look(after, '2026-11-21T11:00:00Z')).toBe('second_factor_needed')
    // Users who are not staff learn nothing about it.
    const nobody = { ...staff, as: `nora-${crypto.randomUUID()}`, groups: [] }
    expect((await call('POST /rest-api/staff/users/search', { ...nobody, body: {} })).refusal.code).toBe('not_allowed')
    expect((await call('GET /rest-api/users/profile', nobody)).status).toBe(200)
  })
})

describe('an API restricted to the distribution', () => {
  afterEach(() => {
    delete process.env['ORIGIN_SECRET']
  })
  it('rejects requests without the distribution’s secret with 403', async () => {
    const secret = (says: string, before = '') => (process.env['ORIGIN_SECRET'] = JSON.stringify({ says, before }))
    secret('what-the-distribution-says')
    const through = (told?: string) =>
      send('GET /rest-api/healthcheck', { as: undefined, ...(told && { headers: { 'x-touchline-origin': told } }) })
    expect((await through('what-the-distribution-says')).status).toBe(200)
    for (const told of [undefined, '', 'what-the-distribution-sayz', 'what', 'é'.repeat(26)])
      expect((await through(told)).status).toBe(403)
    // During a rotation both secrets are valid, afterwards only the new one.
    secret('another', 'what-the-distribution-says')
    for (const told of ['another', 'what-the-distribution-says']) expect((await through(told)).status).toBe(200)
    secret('another')
    expect((await through('what-the-distribution-says')).status).toBe(403)
    expect((await through('another')).status).toBe(200)
  })
})

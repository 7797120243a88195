import { createSign, generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { isOpen } from '#shared/permissions.ts'
import { sample } from '../functions/sampling.ts'
import { claimsOf, config, get, setClock, startUtc, tokensOf } from './people.ts'

/** What the gateway and the distribution do before any of our code runs, tested over HTTP on every route. */

const example: Record<string, string> = {
  teamId: 'o00000000000.t00000000000',
  eventId: 'o00000000000.t00000000000.e00000000000',
  inviteFile: 'o00000000000.t00000000000.e00000000000.p00000000000.json',
}
const addressOf = (key: string) =>
  (key.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => example[name] ?? 'x')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** Returns a token that is valid in everything but its signature. */
function forged(claims: object): string {
  const head = `${part({ alg: 'RS256', kid: 'forged' })}.${part(claims)}`
  return `${head}.${createSign('RSA-SHA256').update(head).sign(privateKey, 'base64url')}`
}

afterEach(async () => void (await setClock()))

describe('every route that is not open', () => {
  const closed = routes.filter(({ route }) => !isOpen(route.can)).map(({ key }) => key)
  let place = 0
  /**
   * All routes share one authorizer, and the test without a token covers each of them. For every other invalid token each call
   * takes the next part of the routes, so that each route is tested with some of them.
   */
  const others = () => sample(closed, place++, Math.ceil(closed.length / 8))
  /** Requests the routes, 20 at a time, and returns those whose status does not satisfy `is`. */
  async function otherwise(
    token: string | undefined,
    is: (status: number) => boolean,
    { of = others(), method }: { of?: string[]; method?: string } = {},
  ) {
    const wrong: string[] = []
    for (let i = 0; i < of.length; i += 20)
      await Promise.all(
        of.slice(i, i + 20).map(async (key) => {
          const asked = { method: method ?? key.split(' ')[0], ...(token !== undefined && { token }) }
          const { status } = await get(addressOf(key), asked)
          if (!is(status)) wrong.push(`${key}: ${status}`)
        }),
      )
    return wrong
  }
  const refused = (status: number) => status === 401

  it.each([undefined, '', 'x', 'a.b.c', `${part({ alg: 'none' })}.${part({ sub: 'u' })}.`])(
    'rejects a request with no token or a malformed one with 401: %j',
    async (token) => {
      expect(closed.length).toBeGreaterThan(100)
      expect(await otherwise(token, refused, token === undefined ? { of: closed } : {})).toEqual([])
    },
  )
  it('rejects a token with a foreign signature, of another pool or with altered claims', async () => {
    const { access } = await tokensOf('parent')
    const right = claimsOf(access)
    expect(await otherwise(forged(right), refused)).toEqual([])
    const other = forged({ ...right, iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_other' })
    expect(await otherwise(other, refused)).toEqual([])
    const [head, , signature] = access.split('.')
    const altered = `${head}.${part({ ...right, sub: 'someone-else' })}.${signature}`
    expect(await otherwise(altered, refused)).toEqual([])
  })
  it('rejects an ID token, which the gateway lets through (every-route.test.ts covers all routes)', async () => {
    const { id: token } = await tokensOf('parent')
    for (const path of ['/rest-api/users/profile', '/api/v1/playersAndTeams', `/api/v1/today?startUtc=${startUtc()}`])
      expect([path, (await get(path, { token })).status]).toEqual([path, 401])
  })
  it('rejects an expired token', async () => {
    const { access } = await tokensOf('parent')
    expect((await get('/rest-api/users/profile', { token: access })).status).toBe(200)
    await setClock(new Date((claimsOf(access).exp + 1) * 1000).toISOString())
    expect(await otherwise(access, refused)).toEqual([])
  })
  it('does not exist under another method', async () => {
    const { access } = await tokensOf('parent')
    const missing = (status: number) => [403, 404, 405].includes(status)
    expect(await otherwise(access, missing, { method: 'PATCH' })).toEqual([])
  })
})

describe('distribution', () => {
  it('serves the page at every screen’s address, and passes on the API’s 404', async () => {
    for (const path of [
      '/',
      '/today',
      '/o00000000000/o00000000000.t00000000000/teams',
      '/login?redirectUri=%2Ftoday',
    ]) {
      const { status, text } = await get(path)
      expect([status, text.startsWith('<!doctype html>')]).toEqual([200, true])
    }
    const missing = await get('/api/v1/nothing', { as: 'parent' })
    expect([missing.status, missing.body]).toEqual([404, { message: 'Not Found' }])
    expect((await get('/assets/nothing.js')).status).toBeGreaterThanOrEqual(403)
  })
  it('sends security headers', async () => {
    const { headers } = await get('/today')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })
  it('serves the public configuration with exactly these keys', async () => {
    expect(Object.keys(await config()).toSorted()).toEqual([
      'cardFrame',
      'passkeys',
      'region',
      'supportEmail',
      'userPoolClientId',
      'userPoolEndpoint',
      'userPoolId',
    ])
  })
})

describe('staff', () => {
  it('are recognized by their user pool group', async () => {
    expect((await get('/rest-api/users/profile', { as: 'staff' })).body).toMatchObject({
      roles: ['ROLE_ADMIN'],
      username: 'staff@demo.touchline.test',
    })
    expect((await get('/rest-api/users/profile', { as: 'parent' })).body).toMatchObject({
      roles: [],
      avatarUrl: null,
      fullName: 'Paula Moreno',
    })
  })
})

describe('faults behind the gateway', () => {
  it('never lose an acknowledged answer when one call in ten fails, in four ways', async () => {
    const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
    const entries = (body?.todaysEvents ?? []) as { invite: { id: string } }[]
    const id = entries[0]?.invite.id ?? ''
    const control = (method: string, sent?: object) =>
      get('/_local/control/faults', { method, ...(sent && { body: JSON.stringify(sent) }) })
    await control('PUT', { seed: 1, throttle: 0.025, conflict: 0.025, reset: 0.025, lostReply: 0.025 })
    let acknowledged = 'Pending'
    for (let i = 0; i < (process.env['RUNS'] ? 100 : 12); i++) {
      const status = i % 2 === 0 ? 'Accepted' : 'Declined'
      const answered = await get(`/user/updateInviteStatus/${id}.json?status=${status}&note=${i}`, { as: 'parent' })
      expect([200, 503]).toContain(answered.status)
      if (answered.status === 200) acknowledged = `${status} ${i}`
      const seen = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
      if (seen.status !== 200 || answered.status !== 200) continue
      const mine = (
        (seen.body?.todaysEvents ?? []) as { invite: { id: string; status: { value: string }; note: string } }[]
      ).find(({ invite }) => invite.id === id)
      expect(`${mine?.invite.status.value} ${mine?.invite.note}`).toBe(acknowledged)
    }
    const counts = (await control('GET')).body as Record<string, number>
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0)
    await control('DELETE')
    await get(`/user/updateInviteStatus/${id}.json?status=Pending`, { as: 'parent' })
  })
})

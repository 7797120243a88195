import { createSign, generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { isOpen } from '#shared/permissions.ts'
import { some } from '../functions/some.ts'
import { claimsOf, config, get, setClock, startUtc, tokensOf } from './people.ts'

/** What the gateway and the one origin do before any code of ours runs: asked of every route over HTTP. */

const example: Record<string, string> = {
  teamId: 'o00000000000.t00000000000',
  eventId: 'o00000000000.t00000000000.e00000000000',
  inviteFile: 'o00000000000.t00000000000.e00000000000.p00000000000.json',
}
const addressOf = (key: string) =>
  (key.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => example[name] ?? 'x')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** A token that is right in everything but who signed it. */
function forged(claims: object): string {
  const head = `${part({ alg: 'RS256', kid: 'forged' })}.${part(claims)}`
  return `${head}.${createSign('RSA-SHA256').update(head).sign(privateKey, 'base64url')}`
}

afterEach(async () => void (await setClock()))

describe('every route that is not open', () => {
  const closed = routes.filter(({ route }) => !isOpen(route.can)).map(({ key }) => key)
  let place = 0
  /**
   * One authorizer is before all of them, which the one without a token shows of each: of whatever else is no right token each other
   * asking takes other routes, so that each route meets some of it.
   */
  const others = () => some(closed, place++, Math.ceil(closed.length / 8))
  /** The routes that answer another way than expected, with what they answered; 20 are asked at a time. */
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
    'is closed without a token, and to tokens that are none: %j',
    async (token) => {
      expect(closed.length).toBeGreaterThan(100)
      expect(await otherwise(token, refused, token === undefined ? { of: closed } : {})).toEqual([])
    },
  )
  it('is closed to a token that someone else signed, of another pool or another client', async () => {
    const { access } = await tokensOf('parent')
    const right = claimsOf(access)
    expect(await otherwise(forged(right), refused)).toEqual([])
    const other = forged({ ...right, iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_other' })
    expect(await otherwise(other, refused)).toEqual([])
    const [head, , signature] = access.split('.')
    const altered = `${head}.${part({ ...right, sub: 'someone-else' })}.${signature}`
    expect(await otherwise(altered, refused)).toEqual([])
  })
  it('is closed to an id token, which the gateway lets pass; of every route that is test/functions/every-route.test.ts', async () => {
    const { id: token } = await tokensOf('parent')
    for (const path of ['/rest-api/users/profile', '/api/v1/playersAndTeams', `/api/v1/today?startUtc=${startUtc()}`])
      expect([path, (await get(path, { token })).status]).toEqual([path, 401])
  })
  it('is closed when the token has expired', async () => {
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

describe('the one origin', () => {
  it('gives every screen’s address the page, and leaves what the API does not find to the API', async () => {
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
  it('sends the headers that keep a page from being abused', async () => {
    const { headers } = await get('/today')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })
  it('tells the page where to sign in, where a card is typed and who helps, and nothing more', async () => {
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

describe('the product’s own people', () => {
  it('are known by their groups', async () => {
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
  it('lose no answer that was acknowledged: one call in ten fails, in four ways', async () => {
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

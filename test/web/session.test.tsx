// apart: the sign-in library keeps its configuration for the life of the process
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheKey } from '#web/api.ts'
import { readPersisted, persistCache } from '#web/cache.tsx'
import { writeItem, names, storedTokens } from '#web/session/stored.ts'
import { notifySessionChange } from '#web/session/tokens.ts'
import { todayInput } from '#web/events/todayInput.ts'
import { address, standInServer } from './fakeServer.tsx'
import { organizationId, playersAndTeams, profile, teamId, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
beforeEach(() =>
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': playersAndTeams(),
  }),
)
const at = (path: string) => waitFor(() => expect(address()).toBe(path), { timeout: 30_000 })
const kept = `${names.personal}user-1`

describe('a visitor without a session', () => {
  let signedIn: Record<string, string>
  beforeEach(() => {
    signedIn = { ...localStorage }
    localStorage.clear()
  })
  test.each([
    ['/players', '/login?redirectUri=%2Fplayers'],
    [
      `/${organizationId}/${teamId}/calendar?month=2026-11`,
      `/login?redirectUri=%2F${organizationId}%2F${teamId}%2Fcalendar%3Fmonth%3D2026-11`,
    ],
  ])('is sent from %s to sign in, with the way back', async (path, login) => {
    open(path)
    await at(login)
  })
  test('is redirected back once signed in', async () => {
    open('/login?redirectUri=%2Fplayers')
    await screen.findByText('Signing in is not possible right now', {}, { timeout: 30_000 })
    Object.assign(localStorage, signedIn)
    act(notifySessionChange)
    await at('/players')
    await screen.findByRole('heading', { level: 1, name: 'Players' })
  })
  test('sees a message when signing in is currently not possible', async () => {
    open('/login')
    await screen.findByText('Signing in is not possible right now', {}, { timeout: 30_000 })
    expect(screen.getByRole('button', { name: 'Try again' })).not.toBeNull()
  })
  test.each(['/nowhere', '/forbidden'])('sees %s without the navigation', async (path) => {
    open(path)
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(address()).toBe(path)
  })
})

describe('a user who is already signed in', () => {
  test.each([
    ['/login', '/today'],
    ['/login?redirectUri=%2Fplayers', '/players'],
    ['/login?redirectUri=https%3A%2F%2Felsewhere.test%2F', '/today'],
    ['/login?redirectUri=%2F%2Felsewhere.test', '/today'],
    ['/login?redirectUri=%2F%5Celsewhere.test', '/today'],
    ['/login?redirectUri=javascript%3Aalert(1)', '/today'],
  ])('is redirected from %s to %s', async (from, to) => {
    open(from)
    await at(to)
  })
})

describe('signing out', () => {
  test('in another tab is noticed here', async () => {
    open('/players')
    await screen.findByRole('heading', { level: 1, name: 'Players' })
    const token = Object.keys(localStorage).find((name) => name.endsWith('accessToken')) ?? ''
    localStorage.removeItem(token)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: token })))
    await at('/login?redirectUri=%2Fplayers')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('clears the device even when the user pool is unreachable', async () => {
    writeItem(kept, '[["key",{"secret":true}]]')
    writeItem(names.players, '["o1.p1"]')
    open('/logout?redirectUri=%2Fplayers')
    await at('/login?redirectUri=%2Fplayers')
    expect(Object.keys(localStorage)).toEqual([names.config])
  })

  test('ends the session at the user pool and the API, and does not affect a user who signs in meanwhile', async () => {
    const client = 'CognitoIdentityServiceProvider.client'
    localStorage.setItem(names.config, JSON.stringify({ userPoolClientId: 'client', userPoolEndpoint: '/pool/' }))
    localStorage.setItem(`${client}.user-1.refreshToken`, 'refresh-1')
    const held = Promise.withResolvers<void>()
    const token = storedTokens('client')?.accessToken
    const revoked: unknown[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, { method, headers, body, keepalive } = {}) => {
      revoked.push([to, method, headers, body, keepalive])
      await held.promise
      return Response.json({})
    })
    open('/logout')
    await waitFor(() => expect(revoked).toHaveLength(2))
    expect(revoked).toEqual([
      [
        '/pool/',
        'POST',
        expect.objectContaining({ 'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken' }),
        JSON.stringify({ ClientId: 'client', Token: 'refresh-1' }),
        true,
      ],
      ['/rest-api/session/end', 'POST', { authorization: `Bearer ${token}` }, undefined, true],
    ])
    expect(Object.keys(localStorage)).toEqual([names.config])
    localStorage.setItem(`${client}.LastAuthUser`, 'user-2')
    localStorage.setItem(`${client}.user-2.refreshToken`, 'refresh-2')
    vi.mocked(fetch).mockRestore()
    held.resolve()
    await at('/login')
    expect(localStorage.getItem(`${client}.user-2.refreshToken`)).toBe('refresh-2')
  })

  test('does not redirect to another origin', async () => {
    open('/logout?redirectUri=https%3A%2F%2Felsewhere.test')
    await at('/login?redirectUri=%2Ftoday')
  })
})

describe('the data kept on the device', () => {
  // The mock server's day.
  const now = new Date('2026-11-21T12:00:00-06:00')
  const key = cacheKey('GET /api/v1/today', todayInput(now))
  const entries = () => new Map<string, { data: unknown }>([[key, { data: today() }]])

  test('shows Today from the last known state before the network responds', async () => {
    const selector = cacheKey('GET /api/v1/playersAndTeams', {})
    persistCache('user-1', entries().set(selector, { data: playersAndTeams() }), now)
    server.answers({ 'GET /api/v1/today': () => new Promise(() => undefined) })
    open('/today')
    expect(await screen.findByText(/all caught up/)).toBeVisible()
  })
  /** For busy machines. */
  const patient = { timeout: 10_000 }
  test('is written when the page is hidden or unloaded', async () => {
    open('/today')
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    await waitFor(() => expect(server.asked('GET /api/v1/today')).not.toHaveLength(0))
    await waitFor(() => {
      window.dispatchEvent(new Event('pagehide'))
      expect([...readPersisted('user-1', now).keys()]).toHaveLength(3)
    }, patient)
  })
  test('is valid for its day only', () => {
    // Noon to noon, because days with a change of clocks have 23 or 25 hours.
    const [today, tomorrow] = [new Date(2026, 10, 21, 12), new Date(2026, 10, 22, 12)]
    const asked = cacheKey('GET /api/v1/today', todayInput(today))
    persistCache('user-1', new Map([[asked, { data: {} }]]), today)
    expect([...readPersisted('user-1', today).keys()]).toEqual([asked])
    expect([...readPersisted('user-1', tomorrow).keys()]).toEqual([])
  })
  test('belongs to one user, and is not written after they sign out', () => {
    persistCache('user-2', entries(), now)
    expect(readPersisted('user-2', now).size).toBe(0)
    localStorage.clear()
    persistCache('user-1', entries(), now)
    expect(localStorage).toHaveLength(0)
  })
  test('is not written while staff act on behalf of a user', () => {
    document.cookie = '__Host-touchline-in-place=user-2.1; Path=/; Secure'
    try {
      persistCache('user-2', entries(), now)
      expect(Object.keys(localStorage).filter((name) => name.includes('user-2'))).toEqual([])
    } finally {
      document.cookie = '__Host-touchline-in-place=; max-age=0; path=/; secure'
    }
    persistCache('user-1', entries(), now)
    expect(readPersisted('user-1', now).size).toBe(1)
  })
  test.each(['', '{', 'null', '7', '[[]]', '[null]'])('is ignored when it is %j', (text) => {
    writeItem(kept, text)
    expect(readPersisted('user-1', now).size).toBe(0)
  })
})

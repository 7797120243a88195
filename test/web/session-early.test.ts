import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEarly } from '#web/early/start.ts'
import { names } from '#web/session/stored.ts'
import { rememberPlayers } from '#web/today/todayInput.ts'

const files = ['/assets/Today.js', '/assets/Today.css']
// Late in the evening in Chicago, where it is tomorrow by the clock of Greenwich.
const now = new Date('2026-11-22T04:00:00Z')
const fetched = vi.fn(async () => Response.json({}))

function signedIn(left: number) {
  const exp = now.getTime() / 1000 + left
  localStorage.setItem(names.config, JSON.stringify({ userPoolClientId: 'client' }))
  localStorage.setItem('CognitoIdentityServiceProvider.client.LastAuthUser', 'ann')
  localStorage.setItem(
    'CognitoIdentityServiceProvider.client.ann.accessToken',
    `e30.${btoa(JSON.stringify({ sub: 'user-1', exp }))}.x`,
  )
  localStorage.setItem('CognitoIdentityServiceProvider.client.ann.refreshToken', 'refresh')
}
const comingSoon = () =>
  [...document.head.querySelectorAll('link')].map((link) => `${link.rel} ${new URL(link.href).pathname}`)

beforeEach(() => {
  process.env['TZ'] = 'America/Chicago'
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockClear()
  localStorage.clear()
  document.head.replaceChildren()
  delete document.documentElement.dataset['signedOut']
  delete window.touchlineEarly
  history.replaceState(null, '', '/')
})

describe('in the head of the page', () => {
  test.each(['/', '/today', '/dashboard'])('%s: Today and its files are on the way', (path) => {
    history.replaceState(null, '', path)
    signedIn(3600)
    rememberPlayers(['o1.p1', 'o1.p2'])
    startEarly(files, now)
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/api/v1/today?startUtc=2026-11-21T06%3A00%3A00.000Z&players=o1.p1%2Co1.p2',
      expect.objectContaining({ headers: { authorization: expect.stringMatching(/^Bearer e30\./) } }),
    )
    expect(comingSoon()).toEqual(['modulepreload /assets/Today.js', 'preload /assets/Today.css'])
    expect(window.touchlineEarly?.startUtc).toBe('2026-11-21T06:00:00.000Z')
  })
  test('another screen: nothing is asked', () => {
    history.replaceState(null, '', '/players')
    signedIn(3600)
    startEarly(files, now)
    expect([fetched.mock.calls, comingSoon()]).toEqual([[], []])
  })
  test('a token in its last minute: it is renewed first', () => {
    signedIn(59)
    startEarly(files, now)
    expect(fetched).not.toHaveBeenCalled()
    expect(comingSoon()).toEqual([
      'modulepreload /assets/Today.js',
      'preload /assets/Today.css',
      'preload /config.json',
    ])
    expect(document.documentElement.dataset['signedOut']).toBeUndefined()
  })
  test('nobody signed in: only where to sign in', () => {
    startEarly(files, now)
    expect(comingSoon()).toEqual(['preload /config.json'])
    expect(document.documentElement.dataset['signedOut']).toBe('')
  })
  test('no storage at all: as nobody', () => {
    vi.stubGlobal('localStorage', undefined)
    startEarly(files, now)
    expect(document.documentElement.dataset['signedOut']).toBe('')
  })
})

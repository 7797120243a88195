// apart: the user pool's settings are cached for the life of the page
import { HttpResponse, http } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeItem, names } from '#web/session/stored.ts'
import { accessToken, clearPersonalData, onSessionChange, signedInUser, validToken } from '#web/session/tokens.ts'

const client = 'client'
const pool = 'http://localhost:3000/_local/cognito/'
const user = `CognitoIdentityServiceProvider.${client}`
const seconds = () => Math.floor(Date.now() / 1000)
const token = (claims: object) => `e30.${btoa(JSON.stringify({ sub: 'user-1', iat: seconds(), ...claims }))}.x`

/** Stores what the sign-in library stores; `left` is how many seconds the access token is still valid. */
function signedIn({
  left,
  drift = 0,
  refresh = 'refresh-1',
  sub = 'user-1',
}: {
  left: number
  sub?: string
  drift?: number
  refresh?: string | null
}) {
  localStorage.setItem(names.config, JSON.stringify({ userPoolClientId: client }))
  localStorage.setItem(`${user}.LastAuthUser`, 'ann@touchline.test')
  const mine = `${user}.ann@touchline.test`
  localStorage.setItem(`${mine}.accessToken`, token({ sub, exp: seconds() + left }))
  localStorage.setItem(`${mine}.idToken`, token({ sub, exp: seconds() + left }))
  localStorage.setItem(`${mine}.clockDrift`, String(drift))
  if (refresh) localStorage.setItem(`${mine}.refreshToken`, refresh)
}

const server = setupServer()
let renewals = 0
function poolAnswers(answer: () => Response | Promise<Response>) {
  server.use(
    http.get('*/config.json', () =>
      HttpResponse.json({
        region: 'us-east-1',
        userPoolId: 'us-east-1_pool',
        userPoolClientId: client,
        userPoolEndpoint: pool,
      }),
    ),
    http.post('*/_local/cognito/', ({ request }) => {
      expect(request.headers.get('x-amz-target')).toContain('GetTokensFromRefreshToken')
      renewals += 1
      return answer()
    }),
  )
}
const fresh = () =>
  HttpResponse.json({
    AuthenticationResult: {
      AccessToken: token({ exp: seconds() + 3600, fresh: 1 }),
      IdToken: token({ exp: seconds() + 3600 }),
    },
  })
const refused = (__type = 'NotAuthorizedException') => HttpResponse.json({ __type }, { status: 400 })

beforeAll(() => server.listen())
beforeEach(() => {
  renewals = 0
})
afterEach(() => {
  server.resetHandlers()
  localStorage.clear()
})
afterAll(() => server.close())

describe('the stored token', () => {
  test('is used without renewal while it is valid for more than a minute', async () => {
    signedIn({ left: 90 })
    expect(validToken()).toBe(await accessToken())
    expect(renewals).toBe(0)
  })
  test('is not used in its last minute', () => {
    signedIn({ left: 59 })
    expect(validToken()).toBeUndefined()
    expect(signedInUser()).toBe('user-1')
  })
  test.each([
    ['slow', 10 * 60_000, 5 * 60, undefined],
    ['fast', -10 * 60_000, -5 * 60, 'user-1'],
  ])('is judged by the corrected time on a device whose clock is %s', (_, drift, left, expected) => {
    signedIn({ left, drift })
    expect(validToken() && signedInUser()).toBe(expected)
  })
  test.each(['', 'no token', 'e30.e30.x', 'e30.%%%.x', `e30.${btoa('{"sub":7,"exp":"soon"}')}.x`])(
    '%j is treated as no session',
    (text) => {
      signedIn({ left: 90 })
      localStorage.setItem(`${user}.ann@touchline.test.accessToken`, text)
      expect([validToken(), signedInUser()]).toEqual([undefined, undefined])
    },
  )
  test('of another stage is treated as no session', () => {
    signedIn({ left: 90 })
    localStorage.setItem(names.config, JSON.stringify({ userPoolClientId: 'other' }))
    expect(signedInUser()).toBeUndefined()
  })
  test('that expired without a refresh token is treated as no session', () => {
    signedIn({ left: -1, refresh: null })
    expect(signedInUser()).toBeUndefined()
  })
})

describe('renewing', () => {
  test('happens once for concurrent callers', async () => {
    poolAnswers(fresh)
    signedIn({ left: 30 })
    const tokens = await Promise.all([accessToken(), accessToken(), accessToken()])
    expect(new Set(tokens).size).toBe(1)
    expect(validToken()).toBe(tokens[0])
    expect(renewals).toBe(1)
  })
  test.each(['NotAuthorizedException', 'ResourceNotFoundException'])(
    'ends the session when it is refused: %s',
    async (why) => {
      poolAnswers(() => refused(why))
      signedIn({ left: -10 })
      expect(await accessToken()).toBeUndefined()
      await vi.waitFor(() => expect(signedInUser()).toBeUndefined())
    },
  )
  test('keeps the session when offline, and works when back online', async () => {
    poolAnswers(() => HttpResponse.error())
    signedIn({ left: -10 })
    await expect(accessToken()).rejects.toThrow()
    expect(signedInUser()).toBe('user-1')
    server.resetHandlers()
    poolAnswers(fresh)
    expect(await accessToken()).toBe(validToken())
  })
  test('stores the clock drift of the device and the rotated refresh token', async () => {
    const iat = seconds() + 600
    poolAnswers(() =>
      HttpResponse.json({
        AuthenticationResult: { AccessToken: token({ iat, exp: iat + 3600 }), RefreshToken: 'refresh-2' },
      }),
    )
    signedIn({ left: -10 })
    await accessToken()
    expect(Number(localStorage.getItem(`${user}.ann@touchline.test.clockDrift`)) / 1000).toBeCloseTo(600, -1)
    expect(localStorage.getItem(`${user}.ann@touchline.test.refreshToken`)).toBe('refresh-2')
  })
  test('uses the token of another tab that renewed meanwhile, and ends no session', async () => {
    const mine = `${user}.ann@touchline.test`
    const given = token({ exp: seconds() + 3600, tab: 2 })
    poolAnswers(() => {
      localStorage.setItem(`${mine}.accessToken`, given)
      localStorage.setItem(`${mine}.refreshToken`, 'refresh-of-the-other-tab')
      return HttpResponse.json({ __type: 'RefreshTokenReuseException' }, { status: 400 })
    })
    signedIn({ left: -10 })
    expect(await accessToken()).toBe(given)
    expect(signedInUser()).toBe('user-1')
    expect(localStorage.getItem(`${mine}.refreshToken`)).toBe('refresh-of-the-other-tab')
  })
  test('waits for another tab that is renewing, and sends no request', async () => {
    let tail = Promise.resolve<unknown>(undefined)
    const request = (_: string, work: () => Promise<unknown>) => (tail = tail.then(work))
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    try {
      poolAnswers(fresh)
      signedIn({ left: -10 })
      const given = token({ exp: seconds() + 3600, tab: 2 })
      // The other tab holds the lock and receives a token while it does.
      void request('', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        localStorage.setItem(`${user}.ann@touchline.test.accessToken`, given)
      })
      expect(await accessToken()).toBe(given)
      expect(renewals).toBe(0)
    } finally {
      Reflect.deleteProperty(navigator, 'locks')
    }
  })
  test('times out, so that this tab and others can retry', async () => {
    const given = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(given.signal)
    poolAnswers(() => new Promise<Response>(() => {}))
    signedIn({ left: -10 })
    const waiting = accessToken()
    await vi.waitFor(() => expect(renewals).toBe(1))
    given.abort()
    await expect(waiting).rejects.toThrow()
    expect(timeout).toHaveBeenCalledWith(25_000)
    timeout.mockRestore()
    server.resetHandlers()
    poolAnswers(fresh)
    expect(await accessToken()).toBe(validToken())
  })
  test('keeps the session on a temporary error', async () => {
    poolAnswers(() => HttpResponse.json({ __type: 'TooManyRequestsException' }, { status: 400 }))
    signedIn({ left: -10 })
    await expect(accessToken()).rejects.toThrow('TooManyRequestsException')
    expect(signedInUser()).toBe('user-1')
  })

  describe.each([
    ['renewed', fresh],
    ['refused', () => refused()],
  ])('whose response is late (%s)', (_what, answer) => {
    /** Starts a renewal; `arrives` lets the response through. */
    async function onItsWay() {
      const held = Promise.withResolvers<void>()
      poolAnswers(async () => {
        await held.promise
        return answer()
      })
      signedIn({ left: -10 })
      const coming = accessToken()
      await vi.waitFor(() => expect(renewals).toBe(1))
      return () => {
        held.resolve()
        return coming
      }
    }
    test('does not undo a sign-out', async () => {
      const arrives = await onItsWay()
      clearPersonalData()
      expect(await arrives()).toBeUndefined()
      expect(signedInUser()).toBeUndefined()
      expect(Object.keys(localStorage)).toEqual([names.config])
    })
    test('does not change the session of another user who has signed in meanwhile', async () => {
      const arrives = await onItsWay()
      clearPersonalData()
      signedIn({ left: 90, refresh: 'refresh-of-another', sub: 'user-2' })
      const before = { ...localStorage }
      expect(await arrives()).toBeUndefined()
      expect({ ...localStorage }).toEqual(before)
    })
  })

  test('is not attempted without a session', async () => {
    expect(await accessToken()).toBeUndefined()
  })
})

describe('signing out', () => {
  test('deletes everything of the user, and nothing else', () => {
    signedIn({ left: 90 })
    writeItem(`${names.personal}user-1`, '[]')
    writeItem(names.players, '["o1.p1"]')
    writeItem('somebody else’s', 'stays')
    clearPersonalData()
    expect(Object.keys(localStorage).toSorted()).toEqual(['somebody else’s', names.config])
  })

  test.each([
    ['a token is deleted', `${user}.ann@touchline.test.accessToken`, 1],
    ['all storage is cleared', null, 1],
    ['an unrelated key changes', 'somebody else’s', 0],
  ])('is noticed in other tabs, or not, when %s', (_, key, times) => {
    const changed = vi.fn()
    const stop = onSessionChange(changed)
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(changed).toHaveBeenCalledTimes(times)
    stop()
    window.dispatchEvent(new StorageEvent('storage', { key }))
    expect(changed).toHaveBeenCalledTimes(times)
  })
})

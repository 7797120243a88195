import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { renew } from '#web/session/pool.ts'
import { revoke } from '#web/session/revoke.ts'
import { computeSessionEnd } from '#web/session/expiry.ts'
import { address, advanceTime, clockFrom, endingAt, NoResponse, standInServer } from './fakeServer.tsx'
import { profile, today } from './people.ts'
import { open } from './shell-open.tsx'

vi.mock('#web/session/pool.ts', () => ({ renew: vi.fn() }))
vi.mock('#web/session/revoke.ts', () => ({ revoke: vi.fn() }))

const server = standInServer()
const noon = Date.parse('2026-11-21T18:00:00Z')
const minute = 60_000
const hour = 60 * minute
const EXPIRATION = 'GET /rest-api/users/expiration-token'
const TOKEN = 'GET /rest-api/users/token'

/** Stores an access token that ends at `auth`; the server says that the session ends at `refresh`. */
function session({ auth, refresh, drift = 0 }: { auth: number; refresh: number; drift?: number }) {
  const user = 'CognitoIdentityServiceProvider.client'
  const token = `e30.${btoa(JSON.stringify({ sub: 'user-1', exp: auth / 1000 }))}.signature`
  localStorage.setItem(`${user}.user-1.accessToken`, token)
  localStorage.setItem(`${user}.user-1.refreshToken`, 'refresh')
  localStorage.setItem(`${user}.user-1.clockDrift`, String(drift))
  server.answers({ [EXPIRATION]: endingAt(auth, refresh) })
  return token
}
/** A renewal that succeeds: stores a token valid for an hour, as the sign-in library does. */
const renews = (refresh: number) => async () => session({ auth: Date.now() + hour, refresh })
const dialog = () => screen.queryByRole('dialog', { name: 'Still there?' })
const at = (path: string) => waitFor(() => expect(address()).toBe(path), { timeout: 10_000 })
const toLogin = '/login?redirectUri=%2Ftoday'

async function openToday() {
  const opened = open('/today')
  await screen.findByText(/all caught up/)
  await advanceTime(1000)
  return opened
}

beforeEach(() => {
  clockFrom(noon)
  vi.mocked(renew).mockReset().mockRejectedValue(new Error('NetworkError'))
  vi.mocked(revoke).mockReset().mockResolvedValue(undefined)
  session({ auth: noon + hour, refresh: noon + 30 * 24 * hour })
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    [TOKEN]: { userId: 'user-1', valid: true },
  })
})

describe('the end of a session', () => {
  test.each([
    ['is not due yet', 61, 61, undefined],
    ['is not due while the refresh token is valid', 10, 61, undefined],
    ['is not due while the access token is valid', 61, -100, undefined],
    ['is that of the access token if it expires first', 10, 60, 10],
    ['is that of the refresh token if it expires first, as there is no renewal after it', 60, 10, 10],
    ['is that of the access token if the refresh token has expired', 60, -100, 60],
    ['is that of the refresh token if the access token has expired', -100, 60, 60],
    ['is reached when both have expired', -1, -100, -1],
    ['is reached at the last instant', 0, 0, 0],
  ])('%s', (_what, auth, refresh, expected) => {
    const end = computeSessionEnd({ auth: noon + auth * 1000, refresh: noon + refresh * 1000 }, noon)
    expect(end && (end - noon) / 1000).toBe(expected)
  })
})

describe('session checks', () => {
  test('begin after the first screen; the session is checked once, its end requested once per token', async () => {
    const reading = Promise.withResolvers<void>()
    server.answers({
      'GET /api/v1/today': async () => {
        await reading.promise
        return today()
      },
    })
    open('/today')
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    await advanceTime(2000)
    expect([server.asked(TOKEN), server.asked(EXPIRATION)]).toEqual([[], []])
    reading.resolve()
    await waitFor(() => expect(server.asked(EXPIRATION)).toHaveLength(1))
    await advanceTime(10 * minute)
    expect([server.asked(TOKEN), server.asked(EXPIRATION)].map(({ length }) => length)).toEqual([1, 1])
    vi.mocked(renew).mockImplementation(renews(noon + 30 * 24 * hour))
    await advanceTime(51 * minute)
    expect(renew).toHaveBeenCalledOnce()
    expect([server.asked(TOKEN), server.asked(EXPIRATION)].map(({ length }) => length)).toEqual([1, 2])
    expect(dialog()).toBeNull()
  })

  test('request the end again after a minute when that failed', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    server.answers({
      [EXPIRATION]: () => {
        throw new NoResponse()
      },
    })
    await openToday()
    await advanceTime(50_000)
    expect(server.asked(EXPIRATION)).toHaveLength(1)
    await advanceTime(20_000)
    expect(server.asked(EXPIRATION)).toHaveLength(2)
    expect(screen.queryByRole('alert', { name: /./ })).toBeNull()
    expect(warned).toHaveBeenCalledWith('The session could not be checked: no answer')
    warned.mockRestore()
  })

  const refused = (code: ProblemCode) => () => {
    throw new Problem(code)
  }
  test.each([
    ['401', TOKEN, refused('not_signed_in'), ['Unauthorized access']],
    ['403', TOKEN, refused('not_allowed'), []],
    ['403', EXPIRATION, refused('not_allowed'), []],
  ])('that answer %s lead to sign-in, and back here', async (_status, key, answer, told) => {
    server.answers({ [key]: answer })
    open('/today')
    await at(toLogin)
    expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(told)
    expect(localStorage.getItem('CognitoIdentityServiceProvider.client.user-1.accessToken')).toBeNull()
  })
  test.each([
    ['503', refused('busy'), '503'],
    ['500', refused('internal'), '500'],
    [
      'no response',
      () => {
        throw new NoResponse()
      },
      'no answer',
    ],
  ])('that get %s are only logged', async (_status, answer, noted) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    server.answers({ [TOKEN]: answer })
    await openToday()
    await advanceTime(minute)
    expect(address()).toBe('/today')
    expect(warned.mock.calls).toEqual([[`The session could not be checked: ${noted}`]])
    expect(screen.queryByText(/went wrong|busy|No connection/)).toBeNull()
    warned.mockRestore()
  })
})

describe('the countdown', () => {
  test.each([0, 1900, 4300])('begins at most five seconds into the last minute: %i ms on', async (phase) => {
    const end = noon + 2 * minute + phase
    session({ auth: end, refresh: end })
    await openToday()
    await advanceTime(end - minute - 500 - Date.now())
    expect(dialog()).toBeNull()
    await advanceTime(5500)
    // The chunk loads in real time, which on a busy machine is longer than the mocked time.
    await vi.dynamicImportSettled()
    await waitFor(() => expect(dialog()).not.toBeNull())
  })
})

describe('the dialog in the last minute', () => {
  /** Opens the dialog half a minute before both tokens expire. */
  async function asking({ canStay = true } = {}) {
    session({ auth: noon + 2 * minute, refresh: canStay ? noon + 2 * minute : noon - minute })
    const opened = await openToday()
    const [button] = screen.getAllByRole('button')
    button?.focus()
    await advanceTime(90_000)
    await waitFor(() => expect(dialog()).not.toBeNull())
    return { ...opened, opener: button }
  }

  test('shows each second, and announces only some to screen readers', async () => {
    session({ auth: noon + 2 * minute, refresh: noon + 2 * minute })
    await openToday()
    await advanceTime(58_000)
    expect(dialog()).toBeNull()
    await advanceTime(6000)
    await waitFor(() => expect(dialog()).not.toBeNull())
    const left = () => Number(/\d+/.exec(screen.getByRole('timer').textContent ?? '')?.[0])
    const first = left()
    expect(first).toBeLessThanOrEqual(60)
    await advanceTime(3000)
    expect(left()).toBe(first - 3)
    expect(document.title).toBe(`(${first - 3}) Still there?`)
    const heard = new Set<string | undefined>()
    while (left() > 1) {
      heard.add(dialog()?.querySelector('[role=status]')?.textContent ?? undefined)
      // Half seconds, because on a busy machine the clock also advances between two steps and would skip the last second.
      await advanceTime(500)
    }
    expect([...heard]).toEqual(['', 'You will be signed out in 30 seconds.', 'You will be signed out in 10 seconds.'])
    expect(screen.getByRole('timer').textContent).toBe('You will be signed out in 1 second.')
  })

  test('signs out at the end, and leads back here after signing in', async () => {
    await asking()
    await advanceTime(31_000)
    await at(toLogin)
    expect(dialog()).toBeNull()
    expect(screen.getByText('Your session has expired').closest('[role=alert]')).not.toBeNull()
    expect(revoke).toHaveBeenCalledExactlyOnceWith('refresh', expect.any(String))
    expect(document.title).not.toMatch(/Still there/)
  })

  test.each(['press', 'Escape'])(
    'renews the token on “I’m still here” (%s), and restores title and focus',
    async (how) => {
      const { user, opener } = await asking()
      vi.mocked(renew).mockImplementation(renews(noon + 2 * minute))
      expect(document.activeElement).toBe(screen.getByRole('button', { name: "I'm still here" }))
      if (how === 'press') await user.keyboard('{Enter}')
      else act(() => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })))
      await waitFor(() => expect(dialog()).toBeNull())
      expect(renew).toHaveBeenCalledOnce()
      expect(document.title).toBe('Today · Touchline')
      expect(document.activeElement).toBe(opener)
      await waitFor(() => expect(server.asked(EXPIRATION)).toHaveLength(2))
      await advanceTime(10 * minute)
      expect([address(), dialog()]).toEqual(['/today', null])
    },
  )

  test('sends the user to sign in on “I’m still here” when the session has ended', async () => {
    const { user } = await asking()
    vi.mocked(renew).mockResolvedValue(undefined)
    await user.click(screen.getByRole('button', { name: "I'm still here" }))
    await at(toLogin)
  })

  test('reports a failed renewal when offline, goes on counting and can be retried', async () => {
    const { user } = await asking()
    await user.click(screen.getByRole('button', { name: "I'm still here" }))
    await screen.findByText('No connection. Try again while there is time.')
    const before = screen.getByRole('timer').textContent
    await advanceTime(2000)
    expect(screen.getByRole('timer').textContent).not.toBe(before)
    vi.mocked(renew).mockImplementation(renews(noon + 2 * minute))
    await user.click(screen.getByRole('button', { name: "I'm still here" }))
    await waitFor(() => expect(dialog()).toBeNull())
  })

  test('says when the session cannot be extended; Escape does not close it', async () => {
    await asking({ canStay: false })
    expect(screen.getByText(/This session cannot be extended\. After/)).not.toBeNull()
    act(() => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })))
    await advanceTime(1000)
    expect(renew).not.toHaveBeenCalled()
    expect(dialog()).not.toBeNull()
  })

  test('closes when another tab has renewed the session', async () => {
    await asking()
    await renews(noon + 2 * minute)()
    const key = 'CognitoIdentityServiceProvider.client.user-1.accessToken'
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    await waitFor(() => expect(dialog()).toBeNull())
    expect(renew).not.toHaveBeenCalled()
  })

  test('does not close when a screen refreshes itself', async () => {
    session({ auth: noon + 2 * minute, refresh: noon + 2 * minute })
    await openToday()
    await advanceTime(65_000)
    await waitFor(() => expect(dialog()).not.toBeNull())
    const before = server.asked('GET /api/v1/today').length
    await advanceTime(40_000)
    expect(server.asked('GET /api/v1/today').length).toBeGreaterThan(before)
    expect(renew).not.toHaveBeenCalled()
    expect(dialog()).not.toBeNull()
  })

  test('signs out as soon as the user pool refuses a renewal, also on an idle screen', async () => {
    server.answers({ 'GET /api/v1/playerEvents': { events: [] } })
    open('/calendar')
    await screen.findByText('Nothing planned in November 2026')
    await advanceTime(1000)
    vi.mocked(renew).mockImplementation(async () => {
      for (const name of Object.keys(localStorage)) if (/Token|clockDrift/.test(name)) localStorage.removeItem(name)
      return undefined
    })
    await advanceTime(61 * minute)
    await at('/login?redirectUri=%2Fcalendar')
    expect(screen.getAllByText('Your session has expired').length).toBeGreaterThan(0)
    expect(Object.keys(localStorage).filter((name) => /user-1|players/.test(name))).toEqual([])
  })

  test('opens at the right time on a device whose clock is wrong', async () => {
    const slow = 10 * minute
    session({ auth: noon + slow + 2 * minute, refresh: noon + slow + 2 * minute, drift: slow })
    await openToday()
    await advanceTime(50_000)
    expect(dialog()).toBeNull()
    await advanceTime(15_000)
    await waitFor(() => expect(dialog()).not.toBeNull())
  })
})

test.each(['visibilitychange', 'focus'])('a laptop that slept past the end signs out at once: %s', async (event) => {
  session({ auth: noon + hour, refresh: noon + 10 * minute })
  await openToday()
  // The session's end has been loaded by now.
  await advanceTime(1000)
  vi.setSystemTime(noon + 3 * hour)
  act(
    () =>
      void (event === 'focus' ? window : document).dispatchEvent(Object.assign(new Event(event), { valueOf: () => 0 })),
  )
  await at(toLogin)
  expect(screen.queryByText('Your session has expired')).not.toBeNull()
  expect(renew).not.toHaveBeenCalled()
})

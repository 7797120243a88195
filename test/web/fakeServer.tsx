import { act, cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { problems, withSentence } from '#shared/sentences.ts'
import type { AnswerOf, Key } from '#web/api.ts'
import { startTexts } from '#web/i18n.ts'
import { names } from '#web/session/stored.ts'
import { dismissSnackbars, Snackbars } from '#web/kit/Snackbar.tsx'
import { today } from './people.ts'

export type FakeRequest = { params: Record<string, string>; query: Record<string, string>; body: unknown }
/**
 * Answers by route key: a value, or a function of the request. Throw a `Problem` to refuse, `new NoAnswer()` to fail the
 * connection.
 */
export type FakeAnswers = { [K in Key]?: AnswerOf<K> | ((request: FakeRequest) => AnswerOf<K> | Promise<AnswerOf<K>>) }
export class NoResponse extends Error {}

/** Background reads that every screen makes. They are answered by default, so that tests need not name them. */
const defaultAnswers: FakeAnswers = {
  'GET /api/v1/playersAndTeams': { players: [], following: [], organizations: [] },
  'GET /rest-api/chat/unread-count': { unreadCount: 0 },
  'GET /api/v1/today': today(),
  'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': {
    licensesRemaining: { licensesRemaining: 0 },
    subscriptionId: null,
    plan: null,
    nowInCents: null,
    monthlyInCents: null,
    trialEnd: null,
    canBuy: false,
  },
  'GET /rest-api/pictures/mine': { players: [] },
  'GET /rest-api/teams/week': { events: [], more: 0, birthdays: [], teams: 0 },
  'GET /rest-api/today/my-requests': { requests: [] },
  'GET /rest-api/session/sessions': { devices: [] },
  'GET /rest-api/users/token': { userId: 'user-1', valid: true },
  'GET /rest-api/users/expiration-token': () => endingAt(Date.now() + 30 * 86_400_000, Date.now() + 30 * 86_400_000),
}
/** Returns the expiration token of a session whose tokens end at these instants, in milliseconds. */
export const endingAt = (authTokenExpiration: number, refreshTokenExpiration: number) => ({
  data: btoa(JSON.stringify({ authTokenExpiration, refreshTokenExpiration })),
})

/**
 * Starts a mock server that answers by the contract; call it at the top of a test file. `answers` adds or replaces answers;
 * `calls` holds the requests in order. A route without an answer fails the request.
 */
export function standInServer() {
  const server = setupServer(http.all('*', ({ request }) => Promise.race([answer(request), lastResponse.promise])))
  const lastResponse = Promise.withResolvers<Response>()
  const calls: (FakeRequest & { key: string })[] = []
  let answering: FakeAnswers = {}

  async function answer(request: Request) {
    const url = new URL(request.url)
    for (const [key, answer] of Object.entries({ ...defaultAnswers, ...answering })) {
      const params = request.method === key.split(' ')[0] ? paramsOf(key, url.pathname) : undefined
      if (!params) continue
      const fakeRequest = {
        params,
        query: Object.fromEntries(url.searchParams),
        body: await request.json().catch(() => null),
      }
      if (key in answering) calls.push({ key, ...fakeRequest })
      try {
        return HttpResponse.json((typeof answer === 'function' ? await answer(fakeRequest) : answer) as object)
      } catch (error) {
        if (!(error instanceof Problem)) return HttpResponse.error()
        const [status, message] = problems[error.code]
        const faults = error.faults?.map(withSentence)
        return HttpResponse.json({ code: error.code, message, ...(faults && { faults }) }, { status })
      }
    }
    return HttpResponse.json(
      { code: 'not_found', message: `Nothing answers ${request.method} ${url.pathname}` },
      { status: 404 },
    )
  }

  beforeAll(async () => {
    server.listen()
    await startTexts(['en-US'])
  })
  beforeEach(() => {
    calls.length = 0
    answering = {}
    // Noon of the day of the events in `people.ts`, so that none of them is over. Only Date is mocked; timers are real.
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: new Date('2026-11-21T12:00:00-06:00') })
    signIn()
  })
  afterEach(() => {
    // The page is unmounted before the server and storage that it uses are reset.
    cleanup()
    localStorage.clear()
    dismissSnackbars()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    setTimeZone('America/Chicago')
  })
  afterAll(async () => {
    // Pending requests are ended while the document exists, because SWR reads the document after each request.
    lastResponse.resolve(HttpResponse.error())
    await new Promise((resolve) => setTimeout(resolve, 20))
    server.close()
  })
  return {
    calls,
    /** Returns the requests to a route, in order. */
    asked: (key: Key) => calls.filter((call) => call.key === key),
    answers: (moreAnswers: FakeAnswers) => {
      answering = { ...answering, ...moreAnswers }
    },
  }
}

function paramsOf(key: string, path: string): Record<string, string> | undefined {
  const pattern = (key.split(' ')[1] ?? '').replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(path)
  return match ? { ...match.groups } : undefined
}

/** Stores a valid access token where the web client looks for it. */
export function signIn(): void {
  const now = Math.floor(Date.now() / 1000)
  // The password was entered just now.
  const claims = { sub: 'user-1', exp: now + 10 * 365 * 86_400, auth_time: now }
  const user = 'CognitoIdentityServiceProvider.client'
  localStorage.setItem(names.config, JSON.stringify({ userPoolClientId: 'client' }))
  localStorage.setItem(`${user}.LastAuthUser`, 'user-1')
  localStorage.setItem(`${user}.user-1.accessToken`, `e30.${btoa(JSON.stringify(claims))}.signature`)
}

/**
 * Sets the device's clock. It advances with real time in small steps, because each user-event action ends with a zero-delay
 * timer that is due at the next step.
 */
export const clockFrom = (now: number | Date): void => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2, now })
}
/** Advances the mocked clock and timers by this many milliseconds. */
export const advanceTime = (time: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(time))
export const signInAt = (instant: string): void => {
  clockFrom(new Date(instant))
  signIn()
}
/**
 * Simulates the user returning to the tab. SWR passes the event to setTimeout as a delay, and Node warns unless that is a
 * number.
 */
export const returnToTab = (): void => {
  document.dispatchEvent(Object.assign(new Event('visibilitychange'), { valueOf: () => 0 }))
}
/** Sets the time zone of the device. */
export const setTimeZone = (zone: string): void => {
  process.env['TZ'] = zone
}
setTimeZone('America/Chicago')

/** Mocks `matchMedia` and the viewport of a phone or a laptop. */
export function stubWidth(width: 'phone' | 'laptop'): void {
  // Reduced motion, so that no test waits for animations.
  const matches = (query: string) =>
    query.includes('reduced-motion') || query.includes('max-width') === (width === 'phone')
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { media: query, matches: matches(query), onchange: null }),
  )
}

/** Renders a screen at an address with an empty cache; returns the user-event instance and the render result. */
export function showScreen(
  screen: ReactElement,
  { path = '/', at = path, width = 'laptop' }: { path?: string; at?: string; width?: 'phone' | 'laptop' } = {},
) {
  stubWidth(width)
  const rendered = render(
    <SWRConfig
      // The mocked clock does not advance between steps, and an interval of 0 would wait for its next millisecond.
      value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0, focusThrottleInterval: -1 }}
    >
      <MemoryRouter initialEntries={[at]}>
        <Address />
        <Routes>
          <Route path={path} element={screen} />
        </Routes>
      </MemoryRouter>
      <Snackbars closeLabel="Close" />
    </SWRConfig>,
  )
  return { ...rendered, user: userEvent.setup() }
}

/** Renders the router's current location, for `address()`. */
const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-address={pathname + search} hidden />
}
export const address = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-address]')?.dataset['address']

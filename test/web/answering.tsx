import { act, cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw/http'
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

export type Asked = { params: Record<string, string>; query: Record<string, string>; body: unknown }
/** By route key: what is answered, or who answers. Throw a `Problem` to refuse, `new NoAnswer()` to break the line. */
export type Answering = { [K in Key]?: AnswerOf<K> | ((asked: Asked) => AnswerOf<K> | Promise<AnswerOf<K>>) }
export class NoAnswer extends Error {}

/** What a screen asks beside what it is about; answered quietly unless a test does, so that nothing seems to fail. */
const beside: Answering = {
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
/** The expiration token of a session whose tokens end at these instants, in milliseconds. */
export const endingAt = (authTokenExpiration: number, refreshTokenExpiration: number) => ({
  data: btoa(JSON.stringify({ authTokenExpiration, refreshTokenExpiration })),
})

/**
 * A server that answers by the contract, for the tests of one file: call it at the top. `answers` adds to what it answers
 * or replaces it; `calls` holds what it was asked in the order of asking. A route without an answer fails the request.
 */
export function standInServer() {
  const server = setupServer(http.all('*', ({ request }) => Promise.race([answer(request), ended.promise])))
  const ended = Promise.withResolvers<Response>()
  const calls: (Asked & { key: string })[] = []
  let answering: Answering = {}

  async function answer(request: Request) {
    const url = new URL(request.url)
    for (const [key, given] of Object.entries({ ...beside, ...answering })) {
      const params = request.method === key.split(' ')[0] ? paramsOf(key, url.pathname) : undefined
      if (!params) continue
      const asked = {
        params,
        query: Object.fromEntries(url.searchParams),
        body: await request.json().catch(() => null),
      }
      if (key in answering) calls.push({ key, ...asked })
      try {
        return HttpResponse.json((typeof given === 'function' ? await given(asked) : given) as object)
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
    // Noon of the day of the events in `people.ts`, so that none of them is over; only the date, timers are real.
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: new Date('2026-11-21T12:00:00-06:00') })
    signIn()
  })
  afterEach(() => {
    // What is shown goes before what it stands on.
    cleanup()
    localStorage.clear()
    dismissSnackbars()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    readerIn('America/Chicago')
  })
  afterAll(async () => {
    // Whoever still waits hears the end of it while there is a page: SWR looks at the document after each request.
    ended.resolve(HttpResponse.error())
    await new Promise((resolve) => setTimeout(resolve, 20))
    server.close()
  })
  return {
    calls,
    /** What a route was asked, in the order of asking. */
    asked: (key: Key) => calls.filter((call) => call.key === key),
    answers: (more: Answering) => {
      answering = { ...answering, ...more }
    },
  }
}

function paramsOf(key: string, path: string): Record<string, string> | undefined {
  const pattern = (key.split(' ')[1] ?? '').replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(path)
  return match ? { ...match.groups } : undefined
}

/** Puts a token that holds where the product looks for it. */
export function signIn(): void {
  const now = Math.floor(Date.now() / 1000)
  // The password was typed a moment ago.
  const claims = { sub: 'user-1', exp: now + 10 * 365 * 86_400, auth_time: now }
  const user = 'CognitoIdentityServiceProvider.client'
  localStorage.setItem(names.config, JSON.stringify({ userPoolClientId: 'client' }))
  localStorage.setItem(`${user}.LastAuthUser`, 'user-1')
  localStorage.setItem(`${user}.user-1.accessToken`, `e30.${btoa(JSON.stringify(claims))}.signature`)
}

/**
 * Sets the clock of the reader's device. It goes on from there with ours, in small steps: each thing that somebody does ends with
 * a timer of no time, which is due with the next step.
 */
export const clockFrom = (now: number | Date): void => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2, now })
}
/** Time goes by at once, on a device whose clock was set. */
export const pass = (time: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(time))
export const itIs = (instant: string): void => {
  clockFrom(new Date(instant))
  signIn()
}
/** The reader comes back to the page. SWR hands the event to setTimeout as a delay, of which Node warns unless it is a number. */
export const lookAgain = (): void => {
  document.dispatchEvent(Object.assign(new Event('visibilitychange'), { valueOf: () => 0 }))
}
/** The zone that the reader's device is set to. */
export const readerIn = (zone: string): void => {
  process.env['TZ'] = zone
}
readerIn('America/Chicago')

/** A laptop or a phone, as far as the product asks. */
export function stubWidth(width: 'phone' | 'laptop'): void {
  // Nobody waits for what only moves.
  const matches = (query: string) =>
    query.includes('reduced-motion') || query.includes('max-width') === (width === 'phone')
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { media: query, matches: matches(query), onchange: null }),
  )
}

/** Shows a screen at an address, with nothing remembered from before; gives the person who uses it. */
export function show(
  screen: ReactElement,
  { path = '/', at = path, width = 'laptop' }: { path?: string; at?: string; width?: 'phone' | 'laptop' } = {},
) {
  stubWidth(width)
  const shown = render(
    <SWRConfig
      // The clock of a test stands still between its steps, and zero waits for the next millisecond of it.
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
  return { ...shown, user: userEvent.setup() }
}

/** Where the router is, readable by a test as `address()`. */
const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-address={pathname + search} hidden />
}
export const address = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-address]')?.dataset['address']

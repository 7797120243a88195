import type * as ReactDom from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Early } from '#web/early/earlyResponse.ts'
import { standInServer } from './fakeServer.tsx'
import { playerId, playersAndTeams, profile, today } from './people.ts'

vi.mock('react-dom/client', async (original) => {
  const real = await original<typeof ReactDom>()
  return { ...real, createRoot: vi.fn(real.createRoot) }
})

const server = standInServer()
/** The page as delivered, before any app module has loaded. */
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { media: query, matches: false }))
  document.body.innerHTML = '<div id="root">an outline</div>'
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': playersAndTeams(),
  })
})
afterEach(() => {
  for (const { value } of vi.mocked(createRoot).mock.results) value.unmount()
  vi.mocked(createRoot).mockClear()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
  delete window.touchlineEarly
})
const root = () => document.getElementById('root')

/** An early request for fees that is answered once `settled` is; the screen's own requests are never answered. */
const feesRequest = (settled: Promise<void>): Early => ({
  read: '/rest-api/fee/my-fees?',
  sentAt: performance.now(),
  response: new Promise(() => undefined),
  ownerId: 'user-1',
  swrKey: ['GET /rest-api/fee/my-fees', {}],
  settled,
})

test('no route is rendered before the initial data has loaded', async () => {
  history.replaceState(null, '', '/today')
  const [{ screenChunks }, { startTexts }] = await Promise.all([import('#web/chunks.ts'), import('#web/i18n.ts')])
  const held = Promise.withResolvers<void>()
  const real = screenChunks.today.prefetch
  const asked = vi.spyOn(screenChunks.today, 'prefetch').mockImplementation(async () => {
    await held.promise
    return real()
  })
  const started = import('#web/main.tsx')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 30_000)
  // The translations, the other thing that is awaited, were requested first.
  await startTexts()
  expect(createRoot).not.toHaveBeenCalled()
  expect([root()?.textContent, server.calls]).toEqual(['an outline', []])
  held.resolve()
  await started
  await vi.waitFor(() => expect(root()?.querySelector('h1')?.textContent).toBe('Today'), 10_000)
})

test('a screen’s snapshot stays until its data is there, and the first render shows the data', async () => {
  history.replaceState(null, '', '/payments')
  const place = root() as HTMLElement
  // jsdom does not reflect the property as the attribute.
  place.inert = true
  place.setAttribute('inert', '')
  place.innerHTML = '<h1>as it was left</h1>'
  const held = Promise.withResolvers<void>()
  const fees = feesRequest(held.promise)
  window.touchlineEarly = [fees]
  const { screenChunks } = await import('#web/chunks.ts')
  await screenChunks.myPayments.prefetch()
  const started = import('#web/main.tsx')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([place.textContent, vi.mocked(createRoot).mock.calls]).toEqual(['as it was left', []])
  fees.answer = { fees: [] }
  held.resolve()
  await started
  await vi.waitFor(() => expect(place.querySelector('main')?.textContent).toContain('Nothing to pay'), 10_000)
  expect(place.hasAttribute('inert')).toBe(false)
})

test('the frame requests what is pending only after the page’s early requests have been answered', async () => {
  history.replaceState(null, '', '/players')
  const player = { id: playerId('a'), name: 'Mia', orgUnits: [] }
  server.answers({ 'GET /api/v1/playersAndTeams': { ...playersAndTeams(), players: [player] } })
  const held = Promise.withResolvers<void>()
  window.touchlineEarly = [feesRequest(held.promise)]
  await import('#web/main.tsx')
  const todayReads = () => server.calls.filter(({ key }) => key === 'GET /api/v1/today').length
  await vi.waitFor(() => expect(root()?.querySelector('h1')?.textContent).toBe('Players'), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(todayReads()).toBe(0)
  held.resolve()
  await vi.waitFor(() => expect(todayReads()).toBe(1), 5000)
})

test('data of a user that staff acted on behalf of is deleted after the browser was closed', async () => {
  localStorage.setItem('touchline.of.user-2', 'theirs')
  history.replaceState(null, '', '/today')
  await import('#web/main.tsx')
  await vi.waitFor(() => expect(root()?.querySelector('h1')?.textContent).toBe('Today'), 10_000)
  expect(localStorage.getItem('touchline.of.user-2')).toBeNull()
})

test('a visitor without a session is sent to sign in', async () => {
  localStorage.clear()
  history.replaceState(null, '', '/players')
  await import('#web/main.tsx')
  await vi.waitFor(() => expect(location.pathname + location.search).toBe('/login?redirectUri=%2Fplayers'), 10_000)
})

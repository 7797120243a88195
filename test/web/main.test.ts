import type * as ReactDom from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Early } from '#web/early/earlyResponse.ts'
import { standInServer } from './answering.tsx'
import { playersAndTeams, profile, today } from './people.ts'

vi.mock('react-dom/client', async (original) => {
  const real = await original<typeof ReactDom>()
  return { ...real, createRoot: vi.fn(real.createRoot) }
})

const server = standInServer()
/** The page as it comes, at an address; nothing of the app is loaded yet. */
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

test('no route is drawn until what the page begins with is there', async () => {
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
  // The texts, which are the other thing it begins with, were begun before these.
  await startTexts()
  expect(createRoot).not.toHaveBeenCalled()
  expect([root()?.textContent, server.calls]).toEqual(['an outline', []])
  held.resolve()
  await started
  await vi.waitFor(() => expect(root()?.querySelector('h1')?.textContent).toBe('Today'), 10_000)
})

test('a picture of a screen stays until what the screen shows is there, and the first drawing has it', async () => {
  history.replaceState(null, '', '/payments')
  const place = root() as HTMLElement
  // Which jsdom does not know for the same.
  place.inert = true
  place.setAttribute('inert', '')
  place.innerHTML = '<h1>as it was left</h1>'
  const held = Promise.withResolvers<void>()
  const fees: Early = {
    read: '/rest-api/fee/my-fees?',
    begun: performance.now(),
    // What the screen asks by itself is never answered.
    response: new Promise(() => undefined),
    of: 'user-1',
    asked: ['GET /rest-api/fee/my-fees', {}],
    known: held.promise,
  }
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

test('what was kept of one in whose place somebody acted until the browser was closed is gone', async () => {
  localStorage.setItem('touchline.of.user-2', 'theirs')
  history.replaceState(null, '', '/today')
  await import('#web/main.tsx')
  await vi.waitFor(() => expect(root()?.querySelector('h1')?.textContent).toBe('Today'), 10_000)
  expect(localStorage.getItem('touchline.of.user-2')).toBeNull()
})

test('who is nobody goes to sign in', async () => {
  localStorage.clear()
  history.replaceState(null, '', '/players')
  await import('#web/main.tsx')
  await vi.waitFor(() => expect(location.pathname + location.search).toBe('/login?redirectUri=%2Fplayers'), 10_000)
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepPicture } from '#web/early/picture.ts'
import { startEarly } from '#web/early/start.ts'
import { names } from '#web/session/stored.ts'
import { rememberPlayers } from '#web/events/todayInput.ts'

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
    startEarly(files, undefined, now)
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
    startEarly(files, undefined, now)
    expect([fetched.mock.calls, comingSoon()]).toEqual([[], []])
  })
  test('a token in its last minute: it is renewed first', () => {
    signedIn(59)
    startEarly(files, undefined, now)
    expect(fetched).not.toHaveBeenCalled()
    expect(comingSoon()).toEqual([
      'modulepreload /assets/Today.js',
      'preload /assets/Today.css',
      'preload /config.json',
    ])
    expect(document.documentElement.dataset['signedOut']).toBeUndefined()
  })
  test('nobody signed in: only where to sign in', () => {
    startEarly(files, undefined, now)
    expect(comingSoon()).toEqual(['preload /config.json'])
    expect(document.documentElement.dataset['signedOut']).toBe('')
  })
  test('no storage at all: as nobody', () => {
    vi.stubGlobal('localStorage', undefined)
    startEarly(files, undefined, now)
    expect(document.documentElement.dataset['signedOut']).toBe('')
  })
})

describe('the app', () => {
  const app = '/assets/index-1.js'
  const begun = () => document.head.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src')
  /** The rest of the page comes; what watches it is told in a turn of its own. */
  async function bodyComes() {
    document.body.innerHTML = '<div id="root"><i></i></div><noscript></noscript>'
    await new Promise((resolve) => setTimeout(resolve))
  }
  afterEach(() => document.body.replaceChildren())
  /** Somebody signed in opens Today, of which the device keeps a picture; the page itself has not come yet. */
  function atTodayAsLastSeen() {
    history.replaceState(null, '', '/today')
    signedIn(3600)
    document.head.innerHTML = `<script type="module" src="${app}"></script>`
    document.body.innerHTML = '<div id="root"><article>Training</article></div><noscript></noscript>'
    keepPicture('user-1', 'data', now)
    document.head.replaceChildren()
    document.body.replaceChildren()
  }

  test('begins as soon as there is a place for it', async () => {
    startEarly(files, app, now)
    expect(begun()).toBeUndefined()
    await bodyComes()
    expect(begun()).toBe(app)
  })
  test('begins after the picture of Today has been painted', async () => {
    atTodayAsLastSeen()
    const painted: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => painted.push(work))
    startEarly(files, app, now)
    await bodyComes()
    expect(document.getElementById('root')?.textContent).toBe('Training')
    expect(begun()).toBeUndefined()
    for (const work of painted) work()
    await vi.waitFor(() => expect(begun()).toBe(app))
  })
  test('begins in a tab that is not painted, too', async () => {
    atTodayAsLastSeen()
    vi.stubGlobal('requestAnimationFrame', () => 0)
    startEarly(files, app, now)
    await bodyComes()
    await vi.waitFor(() => expect(begun()).toBe(app))
  })
})

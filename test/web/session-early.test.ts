import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { createPlan } from '#web/early/plan.ts'
import { keepSnapshot } from '#web/early/keepSnapshot.ts'
import { startEarly } from '#web/early/start.ts'
import { screenAt } from '#web/paths.ts'
import { screenList } from '#web/screens.ts'
import { names } from '#web/session/stored.ts'
import { rememberPlayers } from '#web/events/todayInput.ts'

const filesOf = (file: string) => (file === 'today/TodayScreen' ? ['Today.js', 'Today.css'] : [])
const plan = createPlan(filesOf)
// Late evening in Chicago, which is the next day in UTC.
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

describe('the script in the page’s head', () => {
  test.each(['/', '/today', '/dashboard'])('requests Today and its files at %s', (path) => {
    history.replaceState(null, '', path)
    signedIn(3600)
    rememberPlayers(['o1.p1', 'o1.p2'])
    startEarly(plan, [], now)
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/api/v1/today?startUtc=2026-11-21T06%3A00%3A00.000Z&players=o1.p1%2Co1.p2',
      expect.objectContaining({ headers: { authorization: expect.stringMatching(/^Bearer e30\./) } }),
    )
    expect(comingSoon()).toEqual(['modulepreload /assets/Today.js', 'preload /assets/Today.css'])
    expect(window.touchlineEarly).toMatchObject([{ read: '/api/v1/today?startUtc=2026-11-21T06%3A00%3A00.000Z' }])
  })
  const [orgId, teamId] = ['o0000000000a', 'o0000000000a.t0000000000a']
  const playerId = `${orgId}.p0000000000a`
  const rights = '/api/v1/playersAndTeams'
  const asked = () => fetched.mock.calls.map(([address]: unknown[]) => address)
  test.each<[address: string, ...asked: string[]]>([
    [`/${orgId}/${teamId}/teams`, `/api/v1/team/${teamId}`],
    [`/${orgId}/teams`, `/api/v1/orgOverview/${orgId}`],
    [
      `/${orgId}/${teamId}/calendar?month=2026-12`,
      `/api/v1/teamEventsByMonth/${teamId}?start=2026-12-01&end=2027-01-01`,
    ],
    [
      `/${orgId}/calendar?month=2026-12`,
      `/api/v1/teamEventsByMonth/${orgId}?start=2026-12-01&end=2027-01-01&related=true`,
    ],
    [
      '/calendar?month=2026-11',
      '/api/v1/playerEvents?startUtc=2026-10-31T10%3A00%3A00Z&endUtc=2026-12-01T12%3A00%3A00Z',
    ],
    ['/chat', '/rest-api/chat/conversations'],
    [`/dashboard/player/${playerId}?o=${teamId}`, `/rest-api/teams/player/${playerId}?o=${teamId}`],
    [
      `/register/${orgId}.r1/org-unit/${teamId}`,
      `/rest-api/register/${orgId}.r1/open?orgUnitId=${teamId}`,
      `/rest-api/register/${orgId}.r1/first-step?orgUnitId=${teamId}`,
      `/rest-api/register/${orgId}.r1/my-players`,
    ],
    [
      `/academy/storage/${orgId}/${teamId}/organization`,
      `/rest-api/academy/storage/organization/${orgId}?teamId=${teamId}`,
      `/rest-api/academy/org-admin/level/organization/${orgId}`,
      `/rest-api/academy/storage/tag?organizationId=${orgId}`,
    ],
    // The club's id is the beginning of the event's id.
    [
      `/calendar/event/${teamId}.e0000000000a/edit`,
      `/rest-api/calendar/event/${teamId}.e0000000000a`,
      `/rest-api/calendar/event-types/${orgId}`,
      `/rest-api/organization/venues/${teamId}`,
    ],
    [`/${orgId}/team-registration/${orgId}.r1`, `/rest-api/registration/step-details/${orgId}.r1`],
    [`/venues/${orgId}?o=${teamId}`, `/rest-api/organization/venues/${teamId}`],
    // The read of another page of the settings.
    [`/settings/${orgId}/settings`, `/rest-api/organization/details/${orgId}`],
    [
      `/settings/${orgId}/administrators`,
      `/rest-api/organization/details/${orgId}`,
      `/rest-api/organization/administrators/${orgId}`,
    ],
    [
      `/settings/${teamId}/settings`,
      `/rest-api/organization/details/${orgId}`,
      `/rest-api/organization/administrators/${teamId}`,
    ],
  ])('requests the first reads and the rights at %s', (address, ...reads) => {
    history.replaceState(null, '', address)
    signedIn(3600)
    startEarly(plan, [], now)
    expect(asked()).toEqual([...reads, rights])
  })
  test.each([
    '/players',
    `/${orgId}/billing`,
    `/agreements/${orgId}`,
    // No club: its id is left out of the address.
    '/subscriptions/licenses',
  ])('requests only the rights at %s', (address) => {
    history.replaceState(null, '', address)
    signedIn(3600)
    startEarly(plan, [], now)
    expect(asked()).toEqual([rights])
  })
  test.each(['/login', '/answer', '/nowhere/at/all', '/not-an-id/calendar', `/${orgId}/%E0%A4%A/calendar`])(
    'requests nothing at %s',
    (address) => {
      history.replaceState(null, '', address)
      signedIn(3600)
      startEarly(plan, [], now)
      expect(asked()).toEqual([])
    },
  )
  test('requests nothing on a public screen without a session', () => {
    history.replaceState(null, '', `/register/${orgId}.r1`)
    startEarly(plan, [], now)
    expect(asked()).toEqual([])
  })
  test('requests nothing with a token in its last minute, which is renewed first', () => {
    signedIn(59)
    startEarly(plan, [], now)
    expect(fetched).not.toHaveBeenCalled()
    expect(comingSoon()).toEqual([
      'modulepreload /assets/Today.js',
      'preload /assets/Today.css',
      'preload /config.json',
    ])
    expect(document.documentElement.dataset['signedOut']).toBeUndefined()
  })
  test('without a session loads only the configuration for signing in', () => {
    startEarly(plan, [], now)
    expect(comingSoon()).toEqual(['preload /config.json'])
    expect(document.documentElement.dataset['signedOut']).toBe('')
  })
  test('treats missing storage as no session', () => {
    vi.stubGlobal('localStorage', undefined)
    startEarly(plan, [], now)
    expect(document.documentElement.dataset['signedOut']).toBe('')
  })
})

describe('starting the app', () => {
  const app = '/assets/index-1.js'
  const begun = () => document.head.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src')
  /** Adds the rest of the page; its mutation observer runs in a turn of its own. */
  async function bodyComes() {
    document.body.innerHTML = '<div id="root"><i></i></div><noscript></noscript>'
    await new Promise((resolve) => setTimeout(resolve))
  }
  afterEach(() => document.body.replaceChildren())
  /** A signed-in user opens Today, of which the device has a snapshot; the page's body has not arrived yet. */
  function atTodayAsLastSeen() {
    history.replaceState(null, '', '/today')
    document.documentElement.dataset['drawn'] = '/today'
    signedIn(3600)
    document.head.innerHTML = `<script type="module" src="${app}"></script>`
    document.body.innerHTML = '<div id="root"><article>Training</article></div><noscript></noscript>'
    keepSnapshot('user-1', 'data', now)
    document.head.replaceChildren()
    document.body.replaceChildren()
  }

  test('begins as soon as its root element exists', async () => {
    startEarly(plan, [app, '/assets/shell-1.js'], now)
    expect(begun()).toBeUndefined()
    await bodyComes()
    expect(begun()).toBe(app)
  })
  test.each([
    ['preloaded from the network', null, [app, '/assets/shell-1.js']],
    ['left to the service worker, which has them compiled', {}, []],
  ])('loads its scripts: %s', async (_, controller, expected) => {
    vi.stubGlobal('navigator', { serviceWorker: { controller } })
    startEarly(plan, [app, '/assets/shell-1.js'], now)
    expect(comingSoon()).toEqual([...expected.map((address) => `modulepreload ${address}`), 'preload /config.json'])
    // The observer stops with the body.
    await bodyComes()
  })
  test('begins after the snapshot of Today has been painted', async () => {
    atTodayAsLastSeen()
    const painted: (() => void)[] = []
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => painted.push(work))
    startEarly(plan, [app, '/assets/shell-1.js'], now)
    await bodyComes()
    expect(document.getElementById('root')?.textContent).toBe('Training')
    expect(begun()).toBeUndefined()
    for (const work of painted) work()
    await vi.waitFor(() => expect(begun()).toBe(app))
  })
  test.each([
    ['en-US', 'Touchline could not be loaded.Load again'],
    ['es-MX', 'No se pudo cargar Touchline.Volver a cargar'],
  ])('replaces the snapshot with an error message when it fails to load (%s)', async (language, said) => {
    atTodayAsLastSeen()
    vi.stubGlobal('navigator', { languages: ['fr', language, 'en'] })
    startEarly(plan, [app, '/assets/shell-1.js'], now)
    await bodyComes()
    const root = document.getElementById('root')
    expect([root?.textContent, root?.inert]).toEqual(['Training', true])
    await vi.waitFor(() => expect(begun()).toBe(app))
    document.head.querySelector('script')?.dispatchEvent(new Event('error'))
    expect([root?.querySelector('main')?.textContent, root?.inert]).toEqual([said, false])
    // The page's own bar stays above; reloading is a link to the same address.
    expect(root?.firstElementChild?.tagName).toBe('I')
    expect(root?.querySelector('a')?.href).toBe(location.href)
    expect(document.adoptedStyleSheets).toEqual([])
  })
  test('shows an error message when it fails to load without a snapshot', async () => {
    startEarly(plan, [app, '/assets/shell-1.js'], now)
    await bodyComes()
    document.head.querySelector('script')?.dispatchEvent(new Event('error'))
    expect(document.querySelector('#root [role="alert"]')?.textContent).toBe('Touchline could not be loaded.')
  })
  test('begins in a background tab as well', async () => {
    atTodayAsLastSeen()
    vi.stubGlobal('requestAnimationFrame', () => 0)
    startEarly(plan, [app, '/assets/shell-1.js'], now)
    await bodyComes()
    await vi.waitFor(() => expect(begun()).toBe(app))
  })
})

describe('the plan', () => {
  const example: Record<string, string> = {
    orgId: 'o0000000000a',
    id: 'o0000000000a',
    teamId: 'o0000000000a.t0000000000a',
    playerId: 'o0000000000a.p0000000000a',
    agreementId: 'o0000000000a.w0000000000a',
    invitationId: 'o0000000000a.i0000000000a',
    storageItemId: 'o0000000000a.s0000000000a',
  }
  const valueOf = (name: string) => example[name] ?? `any-${name}`
  const filled = (path: string, take: (segment: string) => boolean) =>
    path
      .split('/')
      .filter((segment) => !segment.endsWith('?') || take(segment))
      .map((segment) => (segment.startsWith(':') ? valueOf(segment.replace(/^:|\?$/g, '')) : segment))
      .join('/') || '/'
  const addresses = screenList
    .filter(({ frame, path }) => frame !== 'bare' && path !== '*')
    .flatMap(({ path }) => [filled(path, () => true), filled(path, () => false)])
  test.each([...new Set(addresses)])('finds the screen that the router shows at %s', (address) => {
    const { record, params } = screenAt(address)
    const found = plan.screens.find(([at]) => new RegExp(at).test(address))
    const groups = new RegExp(found?.[0] ?? '$^').exec(address)?.groups ?? {}
    expect({ ...groups }).toEqual({ ...params })
    const shown = record.redirect ? screenAt(record.redirect).record : record
    expect(found?.[2]?.[0]).toBe(shown.first?.route.replace('GET ', '') ?? '/api/v1/playersAndTeams')
  })
  test('requests only routes that log and spend nothing', () => {
    const asked = new Set<string>(
      screenList.flatMap(({ first, beside = [] }) => [...(first ? [first] : []), ...beside].map(({ route }) => route)),
    )
    const found = routes.filter(({ key }) => asked.has(key))
    expect(found.length).toBe(asked.size)
    const costly = found.filter(({ route: { logged, spends } }) => logged !== undefined || spends !== undefined)
    expect(costly.map(({ key }) => key)).toEqual([])
  })
})

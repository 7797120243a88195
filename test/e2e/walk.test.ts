import { matchRoutes } from 'react-router-dom'
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { newPart } from '#web/api/newPart.ts'
import { screens } from '#web/screens.ts'
import { isSampledThisTurn, sample } from '../functions/sampling.ts'
import { accessibilityViolations, views } from './accessibility.ts'
import { emptyStates } from './emptyStates.ts'
import { listenToData, untranslatedTexts } from './untranslated.ts'
import { narrowViewport, unreachableElements, zoomed } from './reachability.ts'
import { allowConsoleErrors, deviceWith, newPage } from './pages.ts'
import { claimsOf, get, origin, startUtc, teamOf, tokensOf } from './people.ts'
import { password, signUpUser } from './users.ts'
import { states, violationsWhile } from './states.ts'
import { openPath, setView, trackRequests, type View, waitForLoad } from './walking.ts'

/**
 * Follows links from an account's first screens to every screen. On each there is no accessibility violation, nothing too wide,
 * no English in Spanish, no browser error, no link to a forbidden screen, and no empty state where the demo can have data.
 * Screens also pass axe while their requests are pending, when these fail, and for an account without data.
 */
// Invalid links from elsewhere, and what other tests on this cloud have deleted.
allowConsoleErrors(/status of 404/)
// Requests that this test makes fail.
allowConsoleErrors(/status of 500/)
// A busy machine needs long for all screens.
vi.setConfig({ testTimeout: 300_000 })

type Who = AccountName | { email: string } | undefined
type ScreenName = keyof typeof screens
const routes = Object.entries(screens).map(([id, { path }]) => ({ id, path }))
const screenAt = (path: string): ScreenName | undefined =>
  matchRoutes(routes, path.split('?')[0] ?? '')?.at(-1)?.route.id as ScreenName | undefined

const placeOf = (screen: ScreenName): number => routes.findIndex(({ id }) => id === screen)

/** Screens that only redirect or show nothing by themselves, and those that end a session. */
const notWalked = Object.entries(screens)
  .filter(([name, record]) => 'redirect' in record || ['logout', 'forbidden', 'notFound'].includes(name))
  .map(([name]) => name)

const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === location.origin && !link.target && !link.download)
      .map((link) => link.pathname + link.search),
  )

type Named = { id: string }
async function aRegistration(): Promise<string> {
  const { body } = await get('/api/v1/playersAndTeams', { as: 'admin' })
  for (const { id } of (body?.['organizations'] ?? []) as Named[]) {
    const query = 'registrationStatus=OPEN&isAllTeams=true'
    const list = await get(`/rest-api/registration/list/${id}?${query}`, { as: 'admin' })
    const [open] = (list.body?.['registrations'] ?? []) as { registrationId: string }[]
    if (open) return open.registrationId
  }
  throw new Error('No registration is open.')
}
async function aPlayer(): Promise<{ playerId: string; teamId: string }> {
  const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
  const [entry] = (body?.['todaysEvents'] ?? []) as { player: Named; event: Named }[]
  return { playerId: entry?.player.id ?? '', teamId: entry?.event.id.split('.').slice(0, 2).join('.') ?? '' }
}
async function anEvent(): Promise<string> {
  const { body } = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
  const [entry] = (body?.['todaysEvents'] ?? []) as { event: Named }[]
  return entry?.event.id ?? ''
}
/** Creates an empty club. Returns its id and the address of its founder. */
async function emptyClub(): Promise<{ email: string; orgId: string }> {
  const { email, token } = await signUpUser()
  const orgId = newPart('o')
  const body = JSON.stringify({ orgId, orgName: 'Riverside', sport: 'Soccer', priceId: 'price_annual' })
  const headers = { 'content-type': 'application/json' }
  const path = '/rest-api/payments/create/org/subscription'
  const { status, text } = await get(path, { token, method: 'POST', headers, body })
  expect({ status, text }).toMatchObject({ status: 200 })
  return { email, orgId }
}
const profileOf = async (name: AccountName) => `/user/edit/${String(claimsOf((await tokensOf(name)).access)['sub'])}`

/** Returns what is wrong with the screen as it is. */
const findingsOn = async (page: Page): Promise<string[]> => [
  ...(await accessibilityViolations(page)),
  ...(await untranslatedTexts(page)).map((text) => `says in English: ${text}`),
  ...(await unreachableElements(page)),
]

/** In the short run the first account that comes to a screen checks it; the others only follow its links, each once. */
const looked = new Set<ScreenName>()
const followedBy = new Map<Who, Set<ScreenName>>()
const isLong = Boolean(process.env['RUNS'])

const [onPhone, onLaptop] = views
/** What fits the narrowest phone fits larger ones too: those, and a laptop at 200% zoom, are for the long run. */
const walkedViews = [
  ['narrow phone', 'light', narrowViewport],
  onLaptop,
  ...(isLong ? [onPhone, ['doubled laptop', 'dark', zoomed] as const] : []),
] as const

/** Screens already checked with pending and failed requests. */
const restated = new Set<ScreenName>()
async function lookAgain(page: Page, places: Map<ScreenName, string>): Promise<string[]> {
  const found: string[] = []
  const stood = { waits: 0, failed: 0 }
  const left = [...places].filter(([screen]) => !restated.has(screen))
  for (const [screen, path] of sample(left, 0, 1)) {
    restated.add(screen)
    for (const state of states) {
      const looked = await violationsWhile(state, page, path)
      found.push(...looked.violations.map((finding) => `${screen} (${path}) ${state}: ${finding}`))
      if (looked.isReached) stood[state] += 1
    }
  }
  // Some screens read nothing, but not all of them.
  if (isLong && left.length > 0 && Math.min(stood.waits, stood.failed) === 0)
    found.push('nothing was seen to wait, or to fail')
  return found
}

/**
 * Opens each screen in the view that the previous one ended in, and then checks it in the other views. In the short run the
 * view depends on the turn: each view has one of three turns, and the third turn checks none.
 */
async function walk(
  page: Page,
  begin: string[],
  { who, follows, followed, looks }: { who: Who; follows: boolean; followed: Set<ScreenName>; looks: boolean },
): Promise<{ seen: Map<ScreenName, string>; found: string[] }> {
  const seen = new Map<ScreenName, string>()
  const found: string[] = []
  const next = [...begin]
  let order = [...walkedViews]
  for (let path = next.shift(); path !== undefined; path = next.shift()) {
    const screen = screenAt(path)
    if (!screen || seen.has(screen) || notWalked.includes(screen)) continue
    seen.set(screen, path)
    if (followed.has(screen) && looked.has(screen) && !looks) continue
    if (follows) followed.add(screen)
    await openPath(page, path).catch((error: Error) => found.push(`${screen}: ${path} ${error.message}`))
    const at = new URL(page.url()).pathname
    const isRefused = (await page.getByRole('heading', { name: 'Sin permiso', exact: true }).count()) > 0
    if (at === '/forbidden' || isRefused) found.push(`${screen}: ${path} leads to Forbidden`)
    if (looked.has(screen) && !looks) {
      if (follows) next.push(...(await linksOn(page)))
      continue
    }
    const before = found.length
    const inTurn = order.filter((view) => isSampledThisTurn(placeOf(screen) + walkedViews.indexOf(view), 3))
    if (inTurn.length === 0 && follows) next.push(...(await linksOn(page)))
    for (const [device, colorScheme, viewport] of inTurn) {
      await setView(page, { colorScheme, viewport })
      const findings = await findingsOn(page)
      if (typeof who !== 'object' && who !== 'nobody')
        findings.push(...(await emptyStates(page, `${who ?? 'stranger'} at ${screen}`)))
      found.push(...findings.map((finding) => `${screen} (${at}) on a ${device}: ${finding}`))
      if (follows) next.push(...(await linksOn(page)))
    }
    // A screen with findings is checked again, so that a retry finds them as well.
    if (found.length === before) looked.add(screen)
    order = order.toReversed()
  }
  return { seen, found }
}

const ofFamilies = [
  '/today',
  '/players',
  '/calendar',
  '/payments?myPlayers=true',
  '/email',
  '/academy',
  '/organizations',
  '/notices',
  '/my-data',
  '/connect',
]

const [[, colorScheme, viewport]] = walkedViews
const first: View = { colorScheme, viewport }

describe('every screen on a narrow phone and a dark laptop', () => {
  // Zoomed pages are drawn at a device scale factor of 2.
  const look = { ...first, locale: 'es-MX', ...(isLong && { deviceScaleFactor: 2 }) }
  const walked = new Set<ScreenName>()
  /** Opens a new device of the account, with an empty cache. */
  async function deviceOf(who: Who): Promise<Page> {
    const page = await (typeof who === 'string' ? deviceWith(who, look) : newPage(look))
    trackRequests(page)
    if (typeof who !== 'object') return page
    await page.goto(`${origin}/login`)
    await page.locator('input[type="email"]').fill(who.email)
    await page.locator('input[type="password"]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/today/)
    return page
  }
  async function walkAs(
    who: Who,
    begin: string[],
    { follows = true, looks = isLong, again = isLong } = {},
  ): Promise<void> {
    const page = await deviceOf(who)
    listenToData(page)
    await page.goto(origin + (begin[0] ?? '/'))
    await waitForLoad(page)
    const followed = followedBy.get(who) ?? new Set()
    followedBy.set(who, followed)
    const { seen, found } = await walk(page, begin, { who, follows, followed, looks })
    for (const screen of seen.keys()) walked.add(screen)
    if (again) found.push(...(await lookAgain(await deviceOf(who), seen)))
    expect(found).toEqual([])
  }

  it('passes for a family', async () => {
    const registrationId = await aRegistration()
    const register = `/register/${registrationId}`
    const { playerId, teamId } = await aPlayer()
    const asked = [`/player/${playerId}`, `/org-unit/${teamId}`, `/org-unit/${teamId}/player/${playerId}`]
    const begin = [...ofFamilies, await profileOf('parent'), register, ...asked.map((rest) => register + rest)]
    await walkAs('parent', begin, { again: true })
  })
  it('passes for a coach', async () => {
    const { orgId, teamId } = await teamOf('coach')
    const calendar = `/${orgId}/${teamId}/calendar`
    const planning = ['/attendance', '/deleted', '/import', '/new'].map((rest) => calendar + rest)
    const begin = ['/today', `/${orgId}/${teamId}/teams`, calendar, ...planning, `/team/edit/${teamId}`]
    await walkAs('coach', begin, { again: true })
  })
  it('passes for an administrator', async () => {
    const { orgId, teamId } = await teamOf('admin')
    // On phones a menu leads to these.
    const library = ['/academy/storage/organization', '/recordings', `/academy/assignment/${orgId}/organization`]
    const players = ['addPlayers', 'inviteFamilies', 'exportPlayers', 'duplicates'].map((page) => `/o/${orgId}/${page}`)
    const ofClub = [
      `/agreements/${orgId}`,
      `/venues/${orgId}`,
      `/${orgId}/teams/paymentprocessors`,
      `/${orgId}/billing`,
    ]
    const others = [`/email-event/${await anEvent()}`, ...library, ...players, ...ofClub]
    await walkAs('admin', ['/today', `/${orgId}/teams`, `/${orgId}/${teamId}/teams`, ...others])
  })
  it('passes for an administrator: settings and billing', async () => {
    const { orgId } = await teamOf('admin')
    const settings = ['settings', 'administrators', 'registration', 'billing'].map(
      (page) => `/settings/${orgId}/${page}`,
    )
    const subscription = ['licenses', 'select', 'checkout'].map((page) => `/${orgId}/subscriptions/${page}`)
    const ofClub = [`/${orgId}/first-steps`, `/${orgId}/teams/subscriptions`, `/${orgId}/calendar/types`]
    const rest = [`/${orgId}/developers`, `/links/${orgId}`, `/audit/${orgId}`]
    await walkAs('admin', [...settings, ...subscription, ...ofClub, ...rest], { again: true })
  })
  it('passes for staff', () => walkAs('staff', ['/admin', '/admin/support', '/user/index', '/healthreview']))
  it('passes for a visitor who is not signed in', () =>
    walkAs(undefined, [
      '/login',
      '/healthcheck',
      '/subscriptions/signup',
      '/answer',
      '/invitation',
      '/pay/unknown',
      '/erasure/unknown',
      '/unsubscribe',
    ]))
  it('passes for links to things that do not exist', async () => {
    const { orgId } = await teamOf('coach')
    const begin = [`/join/${orgId}.i00000000000`, '/email/unknown', `/academy/task/form/${orgId}.s00000000000`]
    await walkAs('coach', begin, { follows: false })
  })
  it('passes for an account without data', () =>
    walkAs('nobody', sample(ofFamilies, 0, 2), { follows: isLong, looks: true, again: false }))
  it.runIf(isLong)('passes for an administrator of an empty club', async () => {
    const { orgId, ...founder } = await emptyClub()
    const ofClub = ['teams', 'calendar', 'billing', 'first-steps'].map((rest) => `/${orgId}/${rest}`)
    const rest = [`/settings/${orgId}/settings`, `/links/${orgId}`, `/audit/${orgId}`, `/venues/${orgId}`]
    await walkAs(founder, [...ofClub, ...rest], { again: false })
  })
  it('is covered by these tests', () => {
    const missing = Object.keys(screens).filter((name) => !walked.has(name as ScreenName))
    expect(missing.toSorted()).toEqual(notWalked.toSorted())
  })
})

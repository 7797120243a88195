import { matchRoutes } from 'react-router-dom'
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import type { AccountName } from '#scripts/demo/accounts.ts'
import { screens } from '#web/screens.ts'
import { barriersOn, views } from './barriers.ts'
import { nothingOn } from './empty.ts'
import { englishOn, listenToData } from './english.ts'
import { narrow, outOfReachOn, zoomed } from './narrow.ts'
import { deviceWith, mayComplain, newPage } from './pages.ts'
import { claimsOf, get, origin, startUtc, teamOf, tokensOf } from './people.ts'
import { arrived, countRequests, goTo, seenAs, type View } from './walking.ts'

/**
 * Every screen that a link leads to, followed from where an account begins: on each no barrier, nothing too wide, no word of
 * English in Spanish, no complaint of the browser, no link to where one may not go, and not nothing where the demo can have something.
 */
// Links from elsewhere that are none, and what other journeys of this cloud have taken away.
mayComplain(/status of 404/)
// As many screens as there are take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

type ScreenName = keyof typeof screens
const routes = Object.entries(screens).map(([id, { path }]) => ({ id, path }))
const screenAt = (path: string): ScreenName | undefined =>
  matchRoutes(routes, path.split('?')[0] ?? '')?.at(-1)?.route.id as ScreenName | undefined

/** Those that show nothing by themselves, and those that end a session. */
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
  throw new Error('Nothing is open to register for.')
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
const profileOf = async (name: AccountName) => `/user/edit/${String(claimsOf((await tokensOf(name)).access)['sub'])}`

/** What is wrong with the screen as it stands. */
const findingsOn = async (page: Page): Promise<string[]> => [
  ...(await barriersOn(page)),
  ...(await englishOn(page)).map((text) => `says in English: ${text}`),
  ...(await outOfReachOn(page)),
]

/** In the short run the first account that comes to a screen looks at it, and the others follow its links alone, each once. */
const looked = new Set<ScreenName>()
const followedBy = new Map<AccountName | undefined, Set<ScreenName>>()
const isLong = Boolean(process.env['RUNS'])

const [onPhone, onLaptop] = views
/** What fits the narrowest phone fits others too: those, and a laptop whose reader has doubled everything, are for the long run. */
const walkedViews = [
  ['narrow phone', 'light', narrow],
  onLaptop,
  ...(isLong ? [onPhone, ['doubled laptop', 'dark', zoomed] as const] : []),
] as const

/** Each screen as it opens in the view that the one before stood in at last, and in the other as it stands there. */
async function walk(
  page: Page,
  begin: string[],
  { who, follows, followed }: { who: AccountName | undefined; follows: boolean; followed: Set<ScreenName> },
): Promise<{ seen: ScreenName[]; found: string[] }> {
  const seen = new Set<ScreenName>()
  const found: string[] = []
  const next = [...begin]
  let order = [...walkedViews]
  for (let path = next.shift(); path !== undefined; path = next.shift()) {
    const screen = screenAt(path)
    if (!screen || seen.has(screen) || notWalked.includes(screen)) continue
    seen.add(screen)
    if (followed.has(screen) && looked.has(screen) && !isLong) continue
    if (follows) followed.add(screen)
    await goTo(page, path).catch((error: Error) => found.push(`${screen}: ${path} ${error.message}`))
    const at = new URL(page.url()).pathname
    const isRefused = (await page.getByRole('heading', { name: 'Sin permiso', exact: true }).count()) > 0
    if (at === '/forbidden' || isRefused) found.push(`${screen}: ${path} leads to Forbidden`)
    if (looked.has(screen) && !isLong) {
      if (follows) next.push(...(await linksOn(page)))
      continue
    }
    const before = found.length
    for (const [device, colorScheme, viewport] of order) {
      await seenAs(page, { colorScheme, viewport })
      const findings = [...(await findingsOn(page)), ...(await nothingOn(page, `${who ?? 'stranger'} at ${screen}`))]
      found.push(...findings.map((finding) => `${screen} (${at}) on a ${device}: ${finding}`))
      if (follows) next.push(...(await linksOn(page)))
    }
    // What is wrong is found at a second try as well.
    if (found.length === before) looked.add(screen)
    order = order.toReversed()
  }
  return { seen: [...seen], found }
}

const [[, colorScheme, viewport]] = walkedViews
const first: View = { colorScheme, viewport }

describe('on a phone, and on a laptop in the dark', () => {
  // As a doubled page is drawn.
  const look = { ...first, locale: 'es-MX', ...(isLong && { deviceScaleFactor: 2 }) }
  const walked = new Set<ScreenName>()
  async function walkAs(name: AccountName | undefined, begin: string[], { follows = true } = {}): Promise<void> {
    const page = await (name ? deviceWith(name, look) : newPage(look))
    listenToData(page)
    countRequests(page)
    await page.goto(origin + (begin[0] ?? '/'))
    await arrived(page)
    const followed = followedBy.get(name) ?? new Set()
    followedBy.set(name, followed)
    const { seen, found } = await walk(page, begin, { who: name, follows, followed })
    for (const screen of seen) walked.add(screen)
    expect(found).toEqual([])
  }

  it('a family', async () => {
    const registrationId = await aRegistration()
    const register = `/register/${registrationId}`
    const { playerId, teamId } = await aPlayer()
    const asked = [`/player/${playerId}`, `/org-unit/${teamId}`, `/org-unit/${teamId}/player/${playerId}`]
    const begin = [
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
    await walkAs('parent', [...begin, await profileOf('parent'), register, ...asked.map((rest) => register + rest)])
  })
  it('a coach', async () => {
    const { orgId, teamId } = await teamOf('coach')
    const calendar = `/${orgId}/${teamId}/calendar`
    const planning = ['/attendance', '/deleted', '/import', '/new'].map((rest) => calendar + rest)
    await walkAs('coach', ['/today', `/${orgId}/${teamId}/teams`, calendar, ...planning, `/team/edit/${teamId}`])
  })
  it('an administrator', async () => {
    const { orgId, teamId } = await teamOf('admin')
    // On phones a menu leads to the last two.
    const library = ['/academy/storage/organization', '/recordings', `/academy/assignment/${orgId}/organization`]
    const others = [`/email-event/${await anEvent()}`, ...library]
    await walkAs('admin', ['/today', `/${orgId}/teams`, `/${orgId}/${teamId}/teams`, ...others])
  })
  it('what an administrator sets and pays', async () => {
    const { orgId } = await teamOf('admin')
    const settings = ['settings', 'administrators', 'registration', 'billing'].map(
      (page) => `/settings/${orgId}/${page}`,
    )
    const subscription = ['licenses', 'select', 'checkout'].map((page) => `/${orgId}/subscriptions/${page}`)
    const ofClub = [`/${orgId}/first-steps`, `/${orgId}/teams/subscriptions`, `/${orgId}/calendar/types`]
    const rest = [`/${orgId}/developers`, `/links/${orgId}`, `/audit/${orgId}`]
    await walkAs('admin', [...settings, ...subscription, ...ofClub, ...rest])
  })
  it('staff', () => walkAs('staff', ['/admin', '/admin/support', '/user/index', '/healthreview']))
  it('who is not signed in', () =>
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
  it('who follows a link to what is not there', async () => {
    const { orgId } = await teamOf('coach')
    const begin = [`/join/${orgId}.i00000000000`, '/email/unknown', `/academy/task/form/${orgId}.s00000000000`]
    await walkAs('coach', begin, { follows: false })
  })
  it('leaves no screen out', () => {
    const missing = Object.keys(screens).filter((name) => !walked.has(name as ScreenName))
    expect(missing.toSorted()).toEqual(notWalked.toSorted())
  })
})

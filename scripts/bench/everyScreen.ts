import type { Page } from 'playwright-core'
import { firstQueries } from '#web/early/queries.ts'
import { filled, screenAt } from '#web/paths.ts'
import { type ScreenName, screenList } from '#web/screens.ts'
import type { AccountName } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'
import { openPhone } from './look.ts'
import { knowsTheWay } from './opened.ts'
import { type Figure, percentiles } from './report.ts'

/** Where each account's way begins: what it meets is followed from link to link. */
const begins: readonly (readonly [as: AccountName, path: string])[] = [
  ['parent', '/today'],
  ['coach', '/today'],
  ['admin', '/today'],
  ['staff', '/admin'],
]
/** Those that strangers see, that end a session, or that nothing but a mail leads to. */
const isOpened = ({ frame, redirect, path }: (typeof screenList)[number]) =>
  frame !== 'bare' && redirect === undefined && path !== '*'
/** How often each start is timed, after those that warm it up. */
const [times, warmUp] = [2, 1]

/** What the frame asks around every screen, when the screen stands; of these paths, and of those with a name after them. */
const ofFrame = [
  '/api/v1/playersAndTeams',
  '/rest-api/chat/unread-count',
  '/rest-api/users/token',
  '/rest-api/users/expiration-token',
  '/rest-api/users/profile',
  '/rest-api/users/feature-walkthrough',
  '/rest-api/pictures/mine',
  '/rest-api/today/my-requests',
  '/rest-api/organization/billing-access',
]
/** Today's own read is the frame's elsewhere: what waits there is marked in the navigation. */
const isOfFrame = (read: string, screen: ScreenName) =>
  ofFrame.some((path) => read === path || read.startsWith(`${path}/`)) ||
  (read === '/api/v1/today' && screen !== 'today')

type Start = {
  /** What was asked for before the app had arrived, and after it. */
  early: string[]
  later: string[]
  /** When the largest of what it shows was painted, in milliseconds since it was opened. */
  painted: number
}

/**
 * Every screen that a link leads to, opened by its address on a warm phone, which has been there before: whether its first read
 * begins before the app has arrived, and how soon what it shows is painted.
 */
export async function everyScreenFigures(bench: Bench): Promise<Figure[]> {
  const found = new Map<ScreenName, Start[]>()
  const where = new Map<ScreenName, string>()
  for (const [as, path] of begins) {
    await knowsTheWay(bench, as)
    const phone = await openPhone(bench.cloud.origin, as)
    try {
      const page = await phone.context.newPage()
      await page.addInitScript(watch)
      for (const [screen, at] of await addressesFrom(page, bench.cloud.origin, path, found)) {
        if (found.has(screen)) continue
        where.set(screen, at)
        const starts: Start[] = []
        for (let i = 0; i < warmUp + times; i++) {
          const start = await opened(page, bench.cloud.origin, at)
          if (i >= warmUp) starts.push(start)
        }
        found.set(screen, starts)
      }
    } finally {
      await phone.close()
    }
  }
  const screens = [...found].map(([screen, starts]) => {
    const painted = percentiles(starts.map((start) => start.painted)).p50
    const [first] = starts
    const own = (reads: string[] = []) => reads.filter((read) => !isOfFrame(read, screen))
    const isLate = own(first?.early).length === 0 && own(first?.later).length > 0 && hasFirst(where.get(screen))
    return { screen, path: shapeOf(screen), painted, late: isLate ? own(first?.later).join(' ') : '' }
  })
  console.log('What each screen shows is painted, on a warm phone, milliseconds after it is opened by its address:')
  console.table(
    screens
      .toSorted((a, b) => b.painted - a.painted)
      .map(({ screen, path, painted, late }) => ({ screen, path, ms: Math.round(painted), late })),
  )
  const missing = screenList.filter((record) => isOpened(record) && !found.has(record.screen))
  if (missing.length > 0) console.log(`No link led to ${missing.map(({ screen }) => screen).join(', ')}.`)
  const painted = percentiles(screens.map((each) => each.painted))
  return [
    { what: 'screens that are opened by their addresses', value: screens.length, unit: 'screens', atLeast: 75 },
    {
      what: 'of them: first read begins after the app has arrived',
      value: screens.filter(({ late }) => late !== '').length,
      unit: 'screens',
      atMost: 0,
    },
    { what: 'of them: what they show is painted, p50', value: painted.p50, unit: 'ms' },
    { what: 'of them: what they show is painted, p95', value: painted.p95, unit: 'ms' },
    {
      what: 'of them: what they show is painted within 150 ms',
      value: screens.filter((each) => each.painted <= 150).length,
      unit: 'screens',
    },
  ]
}

/** Whether the screen at an address names a first read, and asks for it there; why others do not, `test/web/first-reads.tsv` says. */
function hasFirst(address = ''): boolean {
  const [path = '', query = ''] = address.split('?')
  const { record, params } = screenAt(path)
  const { first } = record
  if (!first) return false
  const opened = { params, search: new URLSearchParams(query), now: new Date() }
  return first.query === undefined || firstQueries[first.query](opened) !== undefined
}

const shapeOf = (name: ScreenName) => screenList.find(({ screen }) => screen === name)?.path

/** Those that were opened as somebody else before. */
type Known = ReadonlyMap<ScreenName, unknown>

/** The first address of each screen that a link leads to from there on. */
async function addressesFrom(
  page: Page,
  origin: string,
  begin: string,
  known: Known,
): Promise<Map<ScreenName, string>> {
  const seen = new Map<ScreenName, string>()
  const next = [begin]
  for (let path = next.shift(); path !== undefined; path = next.shift()) {
    const { screen, record } = screenAt(new URL(path, origin).pathname)
    if (seen.has(screen) || !isOpened({ screen, ...record })) continue
    seen.set(screen, path)
    await opened(page, origin, path)
    next.push(...(await linksOn(page)))
  }
  for (const [screen, path] of await unlinked(page, origin, seen, known)) seen.set(screen, path)
  return seen
}

/** Those to which a menu leads, or a mail: by what the addresses of the others name, where that is not refused. */
async function unlinked(page: Page, origin: string, seen: ReadonlyMap<ScreenName, string>, known: Known) {
  const named: Record<string, string> = {}
  for (const path of seen.values())
    for (const [name, value] of Object.entries(screenAt(path.split('?')[0] ?? '').params))
      if (value) named[name] ??= value
  const more: [ScreenName, string][] = []
  for (const record of screenList.filter(
    (each) => isOpened(each) && !seen.has(each.screen) && !known.has(each.screen),
  )) {
    const needed = record.path.split('/').filter((segment) => /^:\w+$/.test(segment))
    if (needed.some((segment) => named[segment.slice(1)] === undefined)) continue
    const path = filled(record.path, named, {})
    await opened(page, origin, path)
    const isThere = screenAt(new URL(page.url()).pathname).screen === record.screen
    const title = await page.evaluate(() => document.querySelector('h1')?.textContent)
    if (isThere && title !== 'Forbidden') more.push([record.screen, path])
  }
  return more
}

const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === location.origin && !link.target && !link.download)
      .map((link) => link.pathname + link.search),
  )

/** Leaves the screen that is shown, and opens another by its address, until all of it is there. */
async function opened(page: Page, origin: string, path: string): Promise<Start> {
  await page.goto(`${origin}/icon.svg`)
  await page.goto(origin + path, { waitUntil: 'commit' })
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  return page.evaluate(() => {
    const { largest } = globalThis as unknown as { largest: number }
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const app = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src
    const arrived = resources.find(({ name }) => name === app)?.responseEnd ?? 0
    const reads = resources.flatMap(({ initiatorType, name, startTime }) => {
      const { pathname, origin } = new URL(name)
      const isRead =
        initiatorType === 'fetch' && origin === location.origin && /^\/(api|rest-api|user)\//.test(pathname)
      return isRead ? { pathname, isEarly: startTime < arrived } : []
    })
    const some = (early: boolean) => reads.filter(({ isEarly }) => isEarly === early).map(({ pathname }) => pathname)
    return { early: some(true), later: some(false), painted: largest }
  })
}

/** Before anything else in a page: the browser tells of its largest paint so far. */
function watch() {
  Object.assign(globalThis, { largest: Number.NaN })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) Object.assign(globalThis, { largest: startTime })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

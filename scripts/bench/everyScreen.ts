import type { Page } from 'playwright-core'
import { firstQueries } from '#web/early/queries.ts'
import { fillPath, screenAt } from '#web/paths.ts'
import { type ScreenName, screenList } from '#web/screens.ts'
import type { AccountName } from '../demo/accounts.ts'
import type { Bench } from './cloud.ts'
import { openPhone } from './runLighthouse.ts'
import { finishWalkthroughs } from './measuredScreens.ts'
import { type Figure, percentiles } from './report.ts'

/** The start page of each account, from which all links are followed. */
const begins: readonly (readonly [as: AccountName, path: string])[] = [
  ['parent', '/today'],
  ['coach', '/today'],
  ['admin', '/today'],
  ['staff', '/admin'],
]
/** Excludes screens for strangers, screens that end a session, and those only reached from a mail. */
const isOpened = ({ frame, redirect, path }: (typeof screenList)[number]) =>
  frame !== 'bare' && redirect === undefined && path !== '*'
/** How often each start is timed, after warm-up runs. */
const [times, warmUp] = [3, 1]
/** The limit in milliseconds until a screen shows the first of its own content. */
const atOnce = 150

/** Paths that the frame requests on every screen once it is shown, including those with a further segment. */
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
/** On other screens, Today's read belongs to the frame, which marks pending items in the navigation. */
const isOfFrame = (read: string, screen: ScreenName) =>
  ofFrame.some((path) => read === path || read.startsWith(`${path}/`)) ||
  (read === '/api/v1/today' && screen !== 'today')

type Start = {
  /** The reads requested before the app had arrived, and after it. */
  early: string[]
  later: string[]
  /**
   * When the first card, row or field of the screen was painted, in milliseconds since navigation; for screens without
   * any, the largest paint.
   */
  first: number
  /** When the largest content was painted. */
  largest: number
}

/**
 * Opens every linked screen by its address on a phone that has visited before: whether its first read starts before the
 * app has arrived, and how soon its content is painted.
 */
export async function everyScreenFigures(bench: Bench): Promise<Figure[]> {
  const found = new Map<ScreenName, Start[]>()
  const where = new Map<ScreenName, string>()
  for (const [as, path] of begins) {
    await finishWalkthroughs(bench, as)
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
    const middle = (of: 'first' | 'largest') => percentiles(starts.map((start) => start[of])).p50
    const [start] = starts
    const own = (reads: string[] = []) => reads.filter((read) => !isOfFrame(read, screen))
    const isLate = own(start?.early).length === 0 && own(start?.later).length > 0 && hasFirst(where.get(screen))
    const late = isLate ? own(start?.later).join(' ') : ''
    return { screen, path: shapeOf(screen), first: middle('first'), largest: middle('largest'), late }
  })
  console.log(
    'First and largest paint of each screen on a warm phone, in milliseconds after it was opened by its address:',
  )
  console.table(
    screens
      .toSorted((a, b) => b.first - a.first)
      .map((each) => ({ ...each, first: Math.round(each.first), largest: Math.round(each.largest) })),
  )
  const missing = screenList.filter((record) => isOpened(record) && !found.has(record.screen))
  if (missing.length > 0) console.log(`No link led to ${missing.map(({ screen }) => screen).join(', ')}.`)
  const first = percentiles(screens.map((each) => each.first))
  return [
    { what: 'screens that are opened by their addresses', value: screens.length, unit: 'screens', atLeast: 75 },
    {
      what: 'of them: first read begins after the app has arrived',
      value: screens.filter(({ late }) => late !== '').length,
      unit: 'screens',
      atMost: 0,
    },
    { what: 'of them: first card, p50', value: first.p50, unit: 'ms' },
    { what: 'of them: first card, p95', value: first.p95, unit: 'ms' },
    {
      what: `of them: first card takes more than ${atOnce} ms`,
      value: screens.filter((each) => each.first > atOnce).length,
      unit: 'screens',
      atMost: 0,
    },
  ]
}

/**
 * Whether the screen at an address declares a first read and requests it there; `test/web/first-reads.tsv` explains why
 * others do not.
 */
function hasFirst(address = ''): boolean {
  const [path = '', query = ''] = address.split('?')
  const { record, params } = screenAt(path)
  const { first } = record
  if (!first) return false
  const opened = { params, search: new URLSearchParams(query), now: new Date() }
  return first.query === undefined || firstQueries[first.query](opened) !== undefined
}

const shapeOf = (name: ScreenName) => screenList.find(({ screen }) => screen === name)?.path

/** Screens that were already opened as another account. */
type Known = ReadonlyMap<ScreenName, unknown>

/** Follows links from there; returns the first address of each screen. */
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

/**
 * Screens only reached from a menu or a mail: builds their addresses from ids in the others', and keeps those that are
 * permitted.
 */
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
    // On a club's screen, a team's menu passes the team as a parameter.
    const ofUnit = record.first?.route.includes('{orgUnitId}') ? { o: named['teamId'] } : {}
    const path = fillPath(record.path, named, ofUnit)
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

/** Leaves the current screen, opens another by its address, and waits until it is complete. */
async function opened(page: Page, origin: string, path: string): Promise<Start> {
  await page.goto(`${origin}/icon.svg`)
  await page.goto(origin + path, { waitUntil: 'commit' })
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  return page.evaluate(() => {
    const { first, largest } = globalThis as unknown as Painted
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
    return { early: some(true), later: some(false), first: first ?? largest, largest }
  })
}

type Painted = { first?: number; largest: number }

/** Runs first in a page: records the largest paint so far, and the first paint of the screen's own content. */
function watch() {
  const painted: Painted = { largest: Number.NaN }
  Object.assign(globalThis, painted)
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) Object.assign(globalThis, { largest: startTime })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  // Skeletons are hidden from screen readers; the navigation is part of every screen.
  const kinds = 'li, tr, article, dl, form, fieldset, figure, [role="row"]'
  const about = (place: Element) =>
    [...place.querySelectorAll<HTMLElement>(kinds)].some(
      (each) =>
        !each.closest('nav, [aria-hidden="true"], [role="search"], [role="tablist"]') && each.innerText.trim() !== '',
    )
  function look() {
    // A dialog is shown over the page from which it was opened, or over nothing.
    const place = document.querySelector('[role="dialog"]') ?? document.querySelector('main')
    if (!place || !about(place)) return requestAnimationFrame(look)
    // This frame is painted once its tasks are done.
    return setTimeout(() => Object.assign(globalThis, { first: performance.now() }))
  }
  requestAnimationFrame(look)
}

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
const startPages: readonly (readonly [as: AccountName, path: string])[] = [
  ['parent', '/today'],
  ['coach', '/today'],
  ['admin', '/today'],
  ['staff', '/admin'],
]
/** Excludes screens for strangers, screens that end a session, and those only reached from a mail. */
const isOpened = ({ frame, redirect, path }: (typeof screenList)[number]) =>
  frame !== 'bare' && redirect === undefined && path !== '*'
/** How often each start is timed, after warm-up runs. */
const [repetitions, warmUp] = [3, 1]
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
  earlyReads: string[]
  laterReads: string[]
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
  const startsByScreen = new Map<ScreenName, Start[]>()
  const pathByScreen = new Map<ScreenName, string>()
  for (const [account, path] of startPages) {
    await finishWalkthroughs(bench, account)
    const phone = await openPhone(bench.cloud.origin, account)
    try {
      const page = await phone.context.newPage()
      await page.addInitScript(watchPaints)
      for (const [screen, at] of await addressesFrom(page, bench.cloud.origin, path, startsByScreen)) {
        if (startsByScreen.has(screen)) continue
        pathByScreen.set(screen, at)
        const starts: Start[] = []
        for (let i = 0; i < warmUp + repetitions; i++) {
          const start = await openScreen(page, bench.cloud.origin, at)
          if (i >= warmUp) starts.push(start)
        }
        startsByScreen.set(screen, starts)
      }
    } finally {
      await phone.close()
    }
  }
  const screens = [...startsByScreen].map(([screen, starts]) => {
    const median = (paint: 'first' | 'largest') => percentiles(starts.map((start) => start[paint])).p50
    const [start] = starts
    const ownReads = (reads: string[] = []) => reads.filter((read) => !isOfFrame(read, screen))
    const isLate =
      ownReads(start?.earlyReads).length === 0 &&
      ownReads(start?.laterReads).length > 0 &&
      hasFirst(pathByScreen.get(screen))
    const lateReads = isLate ? ownReads(start?.laterReads).join(' ') : ''
    return { screen, path: shapeOf(screen), first: median('first'), largest: median('largest'), late: lateReads }
  })
  console.log(
    'First and largest paint of each screen on a warm phone, in milliseconds after it was opened by its address:',
  )
  console.table(
    screens
      .toSorted((a, b) => b.first - a.first)
      .map((each) => ({ ...each, first: Math.round(each.first), largest: Math.round(each.largest) })),
  )
  const missing = screenList.filter((record) => isOpened(record) && !startsByScreen.has(record.screen))
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
  const screenInput = { params, search: new URLSearchParams(query), now: new Date() }
  return first.query === undefined || firstQueries[first.query](screenInput) !== undefined
}

const shapeOf = (name: ScreenName) => screenList.find(({ screen }) => screen === name)?.path

/** Screens that were already opened as another account. */
type KnownScreens = ReadonlyMap<ScreenName, unknown>

/** Follows links from there; returns the first address of each screen. */
async function addressesFrom(
  page: Page,
  origin: string,
  startPath: string,
  knownScreens: KnownScreens,
): Promise<Map<ScreenName, string>> {
  const pathByScreen = new Map<ScreenName, string>()
  const queue = [startPath]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const { screen, record } = screenAt(new URL(path, origin).pathname)
    if (pathByScreen.has(screen) || !isOpened({ screen, ...record })) continue
    pathByScreen.set(screen, path)
    await openScreen(page, origin, path)
    queue.push(...(await linksOn(page)))
  }
  for (const [screen, path] of await unlinkedScreens(page, origin, pathByScreen, knownScreens))
    pathByScreen.set(screen, path)
  return pathByScreen
}

/**
 * Screens only reached from a menu or a mail: builds their addresses from ids in the others', and keeps those that are
 * permitted.
 */
async function unlinkedScreens(
  page: Page,
  origin: string,
  pathByScreen: ReadonlyMap<ScreenName, string>,
  knownScreens: KnownScreens,
) {
  const paramsByName: Record<string, string> = {}
  for (const path of pathByScreen.values())
    for (const [name, value] of Object.entries(screenAt(path.split('?')[0] ?? '').params))
      if (value) paramsByName[name] ??= value
  const found: [ScreenName, string][] = []
  for (const record of screenList.filter(
    (each) => isOpened(each) && !pathByScreen.has(each.screen) && !knownScreens.has(each.screen),
  )) {
    const paramNames = record.path.split('/').filter((segment) => /^:\w+$/.test(segment))
    if (paramNames.some((segment) => paramsByName[segment.slice(1)] === undefined)) continue
    // On a club's screen, a team's menu passes the team as a parameter.
    const ofUnit = record.first?.route.includes('{orgUnitId}') ? { o: paramsByName['teamId'] } : {}
    const path = fillPath(record.path, paramsByName, ofUnit)
    await openScreen(page, origin, path)
    const isThere = screenAt(new URL(page.url()).pathname).screen === record.screen
    const title = await page.evaluate(() => document.querySelector('h1')?.textContent)
    if (isThere && title !== 'Forbidden') found.push([record.screen, path])
  }
  return found
}

const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.origin === location.origin && !link.target && !link.download)
      .map((link) => link.pathname + link.search),
  )

/** Leaves the current screen, opens another by its address, and waits until it is complete. */
async function openScreen(page: Page, origin: string, path: string): Promise<Start> {
  await page.goto(`${origin}/icon.svg`)
  await page.goto(origin + path, { waitUntil: 'commit' })
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  return page.evaluate(() => {
    const { first, largest } = globalThis as unknown as Paints
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const appScript = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src
    const appArrivedAt = resources.find(({ name }) => name === appScript)?.responseEnd ?? 0
    const reads = resources.flatMap(({ initiatorType, name, startTime }) => {
      const { pathname, origin } = new URL(name)
      const isRead =
        initiatorType === 'fetch' && origin === location.origin && /^\/(api|rest-api|user)\//.test(pathname)
      return isRead ? { pathname, isEarly: startTime < appArrivedAt } : []
    })
    const readsWhere = (early: boolean) =>
      reads.filter(({ isEarly }) => isEarly === early).map(({ pathname }) => pathname)
    return { earlyReads: readsWhere(true), laterReads: readsWhere(false), first: first ?? largest, largest }
  })
}

type Paints = { first?: number; largest: number }

/** Runs first in a page: records the largest paint so far, and the first paint of the screen's own content. */
function watchPaints() {
  const paints: Paints = { largest: Number.NaN }
  Object.assign(globalThis, paints)
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

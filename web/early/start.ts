import { isGood, type StoredTokens, storedClientId, storedTokens } from '../session/stored.ts'
import { type Early, mostEarly, readAt } from './earlyResponse.ts'
import { showNotLoaded } from './notLoaded.ts'
import type { Plan, PlannedRead } from './plan.ts'
import { firstQueries, type Opened } from './queries.ts'
import { findRoot, showPicture } from './shownPicture.ts'

/**
 * Runs in the page's head before anything else is loaded; the build puts it there as text. When somebody with a good
 * token opens a screen, its first answers and its files are on the way while React still is, and it is shown as last seen.
 * @param app addresses of the app's own scripts; the first begins it, and is begun from here. None where the page begins it itself
 */
export function startEarly({ files, screens }: Plan, app: readonly string[], now: Date): void {
  const [begins] = app
  // Those that come from the service worker are kept compiled by the browser, but one that is asked for ahead is compiled anew.
  if (!navigator.serviceWorker?.controller) for (const script of app) fetchSoon(script)
  const tokens = storedTokens(storedClientId())
  const good = tokens && isGood(tokens, now.getTime())
  const params = screens.map(([at]) => new RegExp(at).exec(location.pathname))
  const screen = screens.find((_, i) => params[i])
  if (tokens && screen) {
    const [, places, ...reads] = screen
    for (const place of places) fetchSoon(`/assets/${files[place]}`)
    const opened = { params: params.find(Boolean)?.groups ?? {}, search: new URLSearchParams(location.search), now }
    if (good) window.touchlineEarly = reads.flatMap((read) => ask(read, opened, tokens))
  }
  // Without a good token the sign-in library will ask where to sign in.
  if (!good) fetchSoon('/config.json')
  // Who has to sign in first sees no outline of a screen they are not going to get.
  if (!tokens) document.documentElement.dataset['signedOut'] = ''
  if (!begins) return
  whenThere((root) => {
    const bar = root.firstElementChild
    const come = () => begin(begins, () => showNotLoaded(root, bar))
    const shown = tokens && screen && (good || tokens.refreshToken) && showPicture(root, tokens.claims.sub, begins, now)
    // What is shown is painted before the app begins to work; on a slow phone that takes longer than the paint.
    if (shown) afterPaint(come)
    else come()
  })
}

/** Calls with the place where the app is drawn, as soon as the page has it, before anything is painted. */
function whenThere(take: (root: HTMLElement) => void): void {
  const observer = new MutationObserver(() => {
    const root = findRoot()
    if (!root) return
    observer.disconnect()
    take(root)
  })
  observer.observe(document, { childList: true, subtree: true })
}

function afterPaint(work: () => void): void {
  let begun = false
  const once = () => {
    if (!begun) work()
    begun = true
  }
  requestAnimationFrame(() => setTimeout(once))
  // A tab in the background is not painted.
  setTimeout(once, 250)
}

function begin(app: string, failed: () => void): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = app
  script.addEventListener('error', failed)
  document.head.append(script)
}

function ask([path, named]: PlannedRead, opened: Opened, { accessToken, claims }: StoredTokens): Early[] {
  const { params } = opened
  const query: Record<string, string | undefined> | undefined = named ? firstQueries[named](opened) : {}
  if (!query) return []
  const inPath: Record<string, string> = {}
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? (name === 'orgUnitId' ? (params['teamId'] ?? params['orgId']) : '') ?? ''
    inPath[name] = value
    return value
  })
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  const address = filled + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
  const response = fetch(address, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(mostEarly),
  })
  const { players: _hint, ...shown } = query
  const early: Early = {
    read: readAt(address),
    begun: performance.now(),
    response,
    of: claims.sub,
    asked: [`GET ${path}`, { ...inPath, ...(named && { query: shown }) }],
    // Whoever takes it meets the failure; when nobody does, it is nobody's.
    known: response
      .then(async (come) => void (come.status === 200 && (early.answer = await come.clone().json())))
      .catch(() => undefined),
  }
  return [early]
}

function fetchSoon(href: string): void {
  const script = href.endsWith('.js')
  const link = document.createElement('link')
  link.rel = script ? 'modulepreload' : 'preload'
  if (!script) link.as = href.endsWith('.css') ? 'style' : 'fetch'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

import { isTokenValid, type StoredTokens, storedClientId, storedTokens } from '../session/stored.ts'
import { type Early, maxEarly, readAt } from './earlyResponse.ts'
import { showNotLoaded } from './notLoaded.ts'
import type { Plan, PlannedRead } from './plan.ts'
import { firstQueries, type Opened } from './queries.ts'
import { findRoot, showSnapshot } from './showSnapshot.ts'

/**
 * Runs in the page's head before anything else is loaded; the build inlines it. For a user with a valid token it requests the
 * screen's first reads and files while React is loading, and shows the last snapshot.
 * @param app addresses of the app's own scripts; the first is the entry, which this starts. Empty if the page starts it itself
 */
export function startEarly({ files, screens }: Plan, app: readonly string[], now: Date): void {
  const [begins] = app
  // Under a service worker the browser reuses compiled code, but not for preloaded scripts, so preload only without one.
  if (!navigator.serviceWorker?.controller) for (const script of app) fetchSoon(script)
  const tokens = storedTokens(storedClientId())
  const good = tokens && isTokenValid(tokens, now.getTime())
  const params = screens.map(([at]) => new RegExp(at).exec(location.pathname))
  const screen = screens.find((_, i) => params[i])
  if (tokens && screen) {
    const [, places, ...reads] = screen
    for (const place of places) fetchSoon(`/assets/${files[place]}`)
    const search = new URLSearchParams(location.search)
    const opened = { params: withUnit(params.find(Boolean)?.groups ?? {}, search), search, now }
    if (good) window.touchlineEarly = reads.flatMap((read) => ask(read, opened, tokens))
  }
  // Without a valid token the sign-in library will need the config.
  if (!good) fetchSoon('/config.json')
  // Users who have to sign in first get no outline of a screen.
  if (!tokens) document.documentElement.dataset['signedOut'] = ''
  if (!begins) return
  whenThere((root) => {
    const bar = root.firstElementChild
    const come = () => begin(begins, () => showNotLoaded(root, bar))
    const shown =
      tokens && screen && (good || tokens.refreshToken) && showSnapshot(root, tokens.claims.sub, begins, now)
    // Paint the snapshot before the app starts, which on a slow phone takes longer than the paint.
    if (shown) afterPaint(come)
    else come()
  })
}

/** Calls `take` with the app's root as soon as it is parsed, before the first paint. */
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
  // Background tabs are not painted.
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

/**
 * Adds `orgUnitId` (the team, else the club) and `orgId` to the parameters, taken from any id in the address: ids begin with
 * those of their owners. For a club's screen, `?o=` names the team it is viewed for.
 */
function withUnit(params: Opened['params'], search: URLSearchParams): Opened['params'] {
  const ids = [params['teamId'], search.get('o'), ...Object.values(params).toReversed()]
  const [orgUnitId] = /\bo\w{11}(\.t\w{11})?\b/.exec(ids.join(' ')) ?? []
  return { orgUnitId, orgId: orgUnitId?.split('.')[0], ...params }
}

function ask([path, named]: PlannedRead, opened: Opened, { accessToken, claims }: StoredTokens): Early[] {
  const { params } = opened
  const query: Record<string, string | undefined> | null | undefined = named ? firstQueries[named](opened) : null
  if (query === undefined) return []
  const inPath: Record<string, string> = {}
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? params['id'] ?? ''
    inPath[name] = value
    return value
  })
  // Skip requests whose optional parameter is missing.
  if (Object.values(inPath).includes('')) return []
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => !!entry[1])
  const address = filled + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
  const response = fetch(address, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(maxEarly),
  })
  const { players: _hint, ...shown } = query ?? {}
  const early: Early = {
    read: readAt(address),
    begun: performance.now(),
    response,
    of: claims.sub,
    asked: [`GET ${path}`, { ...inPath, ...(query && { query: shown }) }],
    // Failures are handled by the caller that takes the response; otherwise they are ignored.
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

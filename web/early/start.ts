import { isGood, type StoredTokens, storedClientId, storedTokens } from '../session/stored.ts'
import { type Early, mostEarly, readAt } from './earlyResponse.ts'
import { showNotLoaded } from './notLoaded.ts'
import type { Plan, PlannedRead } from './plan.ts'
import { firstQueries, type Opened } from './queries.ts'
import { findRoot, showSnapshot } from './showSnapshot.ts'

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
    const search = new URLSearchParams(location.search)
    const opened = { params: withUnit(params.find(Boolean)?.groups ?? {}, search), search, now }
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
    const shown =
      tokens && screen && (good || tokens.refreshToken) && showSnapshot(root, tokens.claims.sub, begins, now)
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

/**
 * Parameters of an address, with the team or else the club that it is about, and that club, where they are not named: any id
 * begins with those it belongs to. Of a whole club's screen `?o=` says for which team somebody looks at it.
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
  // What an address may leave out, and has left out, is not asked about.
  if (Object.values(inPath).includes('')) return []
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => !!entry[1])
  const address = filled + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
  const response = fetch(address, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(mostEarly),
  })
  const { players: _hint, ...shown } = query ?? {}
  const early: Early = {
    read: readAt(address),
    begun: performance.now(),
    response,
    of: claims.sub,
    asked: [`GET ${path}`, { ...inPath, ...(query && { query: shown }) }],
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

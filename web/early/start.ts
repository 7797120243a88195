import { isTokenValid, type StoredTokens, storedClientId, storedTokens } from '../session/stored.ts'
import { type Early, maxEarly, readAddress } from './earlyResponse.ts'
import { showNotLoaded } from './notLoaded.ts'
import type { Plan, PlannedRead } from './plan.ts'
import { firstQueries, type OpenedPage } from './queries.ts'
import { findRoot, showSnapshot } from './showSnapshot.ts'

/**
 * Runs in the page's head before anything else is loaded; the build inlines it. For a user with a valid token it requests the
 * screen's first reads and files while React is loading, and shows the last snapshot.
 * @param app addresses of the app's own scripts; the first is the entry, which this starts. Empty if the page starts it itself
 */
export function startEarly({ files, screens }: Plan, app: readonly string[], now: Date): void {
  const [entryScript] = app
  // Under a service worker the browser reuses compiled code, but not for preloaded scripts, so preload only without one.
  if (!navigator.serviceWorker?.controller) for (const script of app) preload(script)
  const tokens = storedTokens(storedClientId())
  const hasValidToken = tokens && isTokenValid(tokens, now.getTime())
  const params = screens.map(([at]) => new RegExp(at).exec(location.pathname))
  const screen = screens.find((_, i) => params[i])
  if (tokens && screen) {
    const [, fileIndexes, ...reads] = screen
    for (const fileIndex of fileIndexes) preload(`/assets/${files[fileIndex]}`)
    const search = new URLSearchParams(location.search)
    const page = { params: withUnit(params.find(Boolean)?.groups ?? {}, search), search, now }
    if (hasValidToken) window.touchlineEarly = reads.flatMap((read) => requestRead(read, page, tokens))
  }
  // Without a valid token the sign-in library will need the config.
  if (!hasValidToken) preload('/config.json')
  // Users who have to sign in first get no outline of a screen.
  if (!tokens) document.documentElement.dataset['signedOut'] = ''
  if (!entryScript) return
  whenRootParsed((root) => {
    const bar = root.firstElementChild
    const startApp = () => loadScript(entryScript, () => showNotLoaded(root, bar))
    const isSnapshotShown =
      tokens &&
      screen &&
      (hasValidToken || tokens.refreshToken) &&
      showSnapshot(root, tokens.claims.sub, entryScript, now)
    // Paint the snapshot before the app starts, which on a slow phone takes longer than the paint.
    if (isSnapshotShown) afterPaint(startApp)
    else startApp()
  })
}

/** Calls `callback` with the app's root as soon as it is parsed, before the first paint. */
function whenRootParsed(callback: (root: HTMLElement) => void): void {
  const observer = new MutationObserver(() => {
    const root = findRoot()
    if (!root) return
    observer.disconnect()
    callback(root)
  })
  observer.observe(document, { childList: true, subtree: true })
}

function afterPaint(work: () => void): void {
  let isCalled = false
  const callOnce = () => {
    if (!isCalled) work()
    isCalled = true
  }
  requestAnimationFrame(() => setTimeout(callOnce))
  // Background tabs are not painted.
  setTimeout(callOnce, 250)
}

function loadScript(app: string, onError: () => void): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = app
  script.addEventListener('error', onError)
  document.head.append(script)
}

/**
 * Adds `orgUnitId` (the team, else the club) and `orgId` to the parameters, taken from any id in the address: ids begin with
 * those of their owners. For a club's screen, `?o=` names the team it is viewed for.
 */
function withUnit(params: OpenedPage['params'], search: URLSearchParams): OpenedPage['params'] {
  const ids = [params['teamId'], search.get('o'), ...Object.values(params).toReversed()]
  const [orgUnitId] = /\bo\w{11}(\.t\w{11})?\b/.exec(ids.join(' ')) ?? []
  return { orgUnitId, orgId: orgUnitId?.split('.')[0], ...params }
}

function requestRead([path, queryName]: PlannedRead, page: OpenedPage, { accessToken, claims }: StoredTokens): Early[] {
  const { params } = page
  const query: Record<string, string | undefined> | null | undefined = queryName ? firstQueries[queryName](page) : null
  if (query === undefined) return []
  const pathParams: Record<string, string> = {}
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? params['id'] ?? ''
    pathParams[name] = value
    return value
  })
  // Skip requests whose optional parameter is missing.
  if (Object.values(pathParams).includes('')) return []
  const presentEntries = Object.entries(query ?? {}).filter((entry): entry is [string, string] => !!entry[1])
  const address = filledPath + (presentEntries.length > 0 ? `?${new URLSearchParams(presentEntries)}` : '')
  const response = fetch(address, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(maxEarly),
  })
  const { players: _hint, ...isSnapshotShown } = query ?? {}
  const early: Early = {
    read: readAddress(address),
    sentAt: performance.now(),
    response,
    ownerId: claims.sub,
    swrKey: [`GET ${path}`, { ...pathParams, ...(query && { query: isSnapshotShown }) }],
    // Failures are handled by the caller that takes the response; otherwise they are ignored.
    settled: response
      .then(async (received) => void (received.status === 200 && (early.answer = await received.clone().json())))
      .catch(() => undefined),
  }
  return [early]
}

function preload(href: string): void {
  const script = href.endsWith('.js')
  const link = document.createElement('link')
  link.rel = script ? 'modulepreload' : 'preload'
  if (!script) link.as = href.endsWith('.css') ? 'style' : 'fetch'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

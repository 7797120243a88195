import { isGood, storedClientId, storedTokens } from '../session/stored.ts'
import { todayInput } from '../events/todayInput.ts'
import { findRoot, showPicture } from './picture.ts'

/**
 * Runs in the page's head before anything else is loaded; the build puts it there as text. When somebody with a good
 * token opens Today, its first answer and its files are on the way while React still is, and the day is shown as last seen.
 * @param todayFiles addresses of the scripts and sheets of the Today screen
 * @param app address of the app's own script, which is begun from here; none where the page begins it itself
 */
export function startEarly(todayFiles: readonly string[], app: string | undefined, now: Date): void {
  const tokens = storedTokens(storedClientId())
  const good = tokens && isGood(tokens, now.getTime())
  const toToday = tokens && ['/', '/today', '/dashboard'].includes(location.pathname)
  if (toToday) {
    for (const file of todayFiles) fetchSoon(file)
    if (good) askToday(tokens.accessToken, now)
  }
  // Without a good token the sign-in library will ask where to sign in.
  if (!good) fetchSoon('/config.json')
  // Who has to sign in first sees no outline of a screen they are not going to get.
  if (!tokens) document.documentElement.dataset['signedOut'] = ''
  if (!app) return
  whenThere((root) => {
    const shown =
      toToday && (good || tokens.refreshToken !== undefined) && showPicture(root, tokens.claims.sub, app, now)
    // What is shown is painted before the app begins to work; on a slow phone that takes longer than the paint.
    if (shown) afterPaint(() => begin(app))
    else begin(app)
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

function begin(app: string): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = app
  document.head.append(script)
}

function askToday(token: string, now: Date): void {
  const path = '/api/v1/today'
  const { query } = todayInput(now)
  const response = fetch(`${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  })
  // Whoever takes it meets the failure; when nobody does, it is nobody's.
  response.catch(() => undefined)
  window.touchlineEarly = { path, startUtc: query.startUtc, response }
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

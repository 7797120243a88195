import { isGood, storedClientId, storedTokens } from '../session/stored.ts'
import { todayInput } from '../today/todayInput.ts'
import { showPicture } from './picture.ts'

/**
 * Runs in the page's head before anything else is loaded; the build puts it there as text. When somebody with a good
 * token opens Today, its first answer and its files are on the way while React still is, and the day is shown as last seen.
 * @param todayFiles addresses of the scripts and sheets of the Today screen
 */
export function startEarly(todayFiles: readonly string[], now: Date): void {
  const tokens = storedTokens(storedClientId())
  const good = tokens && isGood(tokens, now.getTime())
  if (tokens && ['/', '/today', '/dashboard'].includes(location.pathname)) {
    for (const file of todayFiles) fetchSoon(file)
    if (good) askToday(tokens.accessToken, now)
    if (good || tokens.refreshable) showPicture(tokens.claims.sub, now)
  }
  // Without a good token the sign-in library will ask where to sign in.
  if (!good) fetchSoon('/config.json')
  // Who has to sign in first sees no outline of a screen they are not going to get.
  if (!tokens) document.documentElement.dataset['signedOut'] = ''
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

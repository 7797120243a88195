/**
 * The service worker: it precaches the app's files, so that the app opens offline, and instantly online. It caches nothing else:
 * API responses never enter its cache; what a user sees is in localStorage, which signing out clears.
 *
 * A new version is installed next to the old one. It takes over once the last page of the old version is closed, or on
 * request (newVersion.ts), so that a page gets all of its files, including lazy chunks, from the version it started with.
 * Until then the old version's files stay in the cache; after that they are removed here, while the bucket keeps them for
 * pages that are still open.
 */
import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isPage } from './pages.ts'
import { listenForPush } from './push.ts'
import { takeOverMessage } from './takeOverMessage.ts'

/** Defined by the build: `build.ts`. */
declare const FILES: PrecacheEntry[]
declare const ELSEWHERE: string[]
declare const skipWaiting: () => Promise<void>

type StaticRoute = { condition: { requestMethod: string } | { urlPattern: string }; source: 'network' }
/** The static routing API, where supported: requests that are never in the cache bypass the worker. */
type InstallEvent = Event & { addRoutes?: (routes: StaticRoute[]) => Promise<void> }

// Otherwise the browser would start the worker for every such request; and one sent while the page is unloading, such as to
// revoke a token, would be lost with the page before the worker has forwarded it.
addEventListener('install', (event: InstallEvent) => {
  const conditions = [{ requestMethod: 'POST' }, ...ELSEWHERE.map((urlPattern) => ({ urlPattern }))]
  event.addRoutes?.(conditions.map((condition) => ({ condition, source: 'network' }))).catch(() => undefined)
})

// Match files by their exact addresses; which addresses are pages is decided below.
precacheAndRoute(FILES, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })

// All pages of the app are the same file. Only navigations get it, never requests for scripts.
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPage(url.pathname, ELSEWHERE),
  createHandlerBoundToURL('/index.html'),
)

addEventListener('message', ({ data }) => {
  if (data === takeOverMessage) void skipWaiting()
})

listenForPush()

/**
 * The service worker: it keeps the files of the web on the device, so that the app opens without a signal, and at once with
 * one. It keeps nothing else: what the API answers never comes into its cache, what a person sees lies in localStorage,
 * which signing out empties.
 *
 * A new version is installed beside the old one, and takes over when the last page of the old one has been left, at the
 * next start of the app, or when somebody asks for it (newVersion.ts): so a page gets all of its files, also those it loads
 * late, from the version that it began with. Until then the old version's files stay in the cache; after that they are
 * removed here, while the bucket keeps them for pages that are still open.
 */
import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isPage } from './pages.ts'
import { listenForPush } from './push.ts'
import { takeOver } from './takeOver.ts'

/** Put in by the build: `build.ts`. */
declare const FILES: PrecacheEntry[]
declare const ELSEWHERE: string[]
declare const skipWaiting: () => Promise<void>

type Routed = { condition: { requestMethod: string } | { urlPattern: string }; source: 'network' }
/** In browsers that can be told so: what is never in the cache goes past the worker. */
type Install = Event & { addRoutes?: (routes: Routed[]) => Promise<void> }

// Otherwise the browser starts the worker to hear that it has nothing; and what a page sends while it is being left, as it
// closes a walkthrough or revokes a token, is lost with the page before the worker has passed it on.
addEventListener('install', (event: Install) => {
  const conditions = [{ requestMethod: 'POST' }, ...ELSEWHERE.map((urlPattern) => ({ urlPattern }))]
  event.addRoutes?.(conditions.map((condition) => ({ condition, source: 'network' }))).catch(() => undefined)
})

// The files by exactly their addresses; which page an address stands for is decided below.
precacheAndRoute(FILES, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })

// Every page of the app is the same file. Only who goes to an address gets it: no script's request is ever answered so.
registerRoute(
  ({ request, url, sameOrigin }) => request.mode === 'navigate' && sameOrigin && isPage(url.pathname, ELSEWHERE),
  createHandlerBoundToURL('/index.html'),
)

addEventListener('message', ({ data }) => {
  if (data === takeOver) void skipWaiting()
})

listenForPush()

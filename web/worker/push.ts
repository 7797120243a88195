/** The payload of a push, as functions/chat/pushHandler.ts sends it. */
type Told = { title: string; body: string } & ({ conversationSid: string } | { address: string; tag: string })

const worker = globalThis as unknown as ServiceWorkerGlobalScope
type Window = {
  visibilityState: string
  focused: boolean
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
  postMessage(said: NavigateMessage, transfer: Transferable[]): void
}
type Note = { close(): void }
type ServiceWorkerGlobalScope = {
  addEventListener(type: 'push' | 'notificationclick', hear: (event: never) => void): void
  navigator: { userAgent: string }
  registration: {
    showNotification(title: string, options: object): Promise<void>
    getNotifications(about: { tag: string }): Promise<readonly Note[]>
  }
  clients: { matchAll(options: object): Promise<Window[]>; openWindow(url: string): Promise<unknown> }
}
type Lasting = { waitUntil(work: Promise<unknown>): void }
/** The message that asks a page to navigate by itself; see `usePushNavigation` in web/shell. */
export type NavigateMessage = { leadTo: string }

const addressOf = (conversationSid: string) => `/chat/${encodeURIComponent(conversationSid)}`
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Safari, and every browser on an iPhone: it cancels the subscription after three pushes without a visible notification. */
const hasToShow = (): boolean =>
  /AppleWebKit/.test(worker.navigator.userAgent) && !/Chrome\//.test(worker.navigator.userAgent)

/**
 * Shows a notification, unless the user is looking at that very page; it replaces an earlier one of the same conversation or kind
 * of notice. Browsers that require one all the same get one that is closed at once.
 */
async function show({ title, body, ...about }: Told): Promise<void> {
  const [address, tag] =
    'address' in about ? [about.address, about.tag] : [addressOf(about.conversationSid), about.conversationSid]
  const isSeen = (await windows()).some(
    ({ visibilityState, focused, url }) => visibilityState === 'visible' && focused && url.endsWith(address),
  )
  if (isSeen && !hasToShow()) return
  const look = { icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', tag, renotify: !isSeen, silent: isSeen }
  await worker.registration.showNotification(title, { body, ...look, data: { address } })
  if (isSeen) for (const note of await worker.registration.getNotifications({ tag })) note.close()
}

/**
 * How long a page has to confirm that it navigates, in milliseconds; an earlier version, or a page still loading, does not reply.
 */
const patience = 1000

/** Asks a page to navigate by itself, which keeps unsaved input and pending requests; false if it does not reply. */
function leads(page: Window, leadTo: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patience)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    page.postMessage({ leadTo }, [port2])
  }).finally(() => port1.close())
}

/** Opens the notification's address, in the app's window if there is one. */
async function open(address: string): Promise<void> {
  const [first] = await windows()
  if (!first) return void (await worker.clients.openWindow(address))
  await first.focus()
  if (await leads(first, address)) return
  await first.navigate(address).catch(() => worker.clients.openWindow(address))
}

export function listenForPush(): void {
  worker.addEventListener('push', (event: Lasting & { data: { json(): Told } | null }) => {
    if (event.data) event.waitUntil(show(event.data.json()))
  })
  worker.addEventListener(
    'notificationclick',
    (event: Lasting & { notification: { close(): void; data: { address: string } } }) => {
      event.notification.close()
      event.waitUntil(open(event.notification.data.address))
    },
  )
}

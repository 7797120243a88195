/** The payload of a push, as functions/chat/pushHandler.ts sends it. */
type PushPayload = { title: string; body: string } & ({ conversationSid: string } | { address: string; tag: string })

const worker = globalThis as unknown as ServiceWorkerGlobalScope
type Window = {
  visibilityState: string
  focused: boolean
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
  postMessage(message: NavigateMessage, transfer: Transferable[]): void
}
type ShownNotification = { close(): void }
type ServiceWorkerGlobalScope = {
  addEventListener(type: 'push' | 'notificationclick', hear: (event: never) => void): void
  navigator: { userAgent: string }
  registration: {
    showNotification(title: string, options: object): Promise<void>
    getNotifications(about: { tag: string }): Promise<readonly ShownNotification[]>
  }
  clients: { matchAll(options: object): Promise<Window[]>; openWindow(url: string): Promise<unknown> }
}
type ExtendableEvent = { waitUntil(work: Promise<unknown>): void }
/** The message that asks a page to navigate by itself; see `usePushNavigation` in web/shell. */
export type NavigateMessage = { leadTo: string }

const toChatPath = (conversationSid: string) => `/chat/${encodeURIComponent(conversationSid)}`
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Safari, and every browser on an iPhone: it cancels the subscription after three pushes without a visible notification. */
const mustShow = (): boolean =>
  /AppleWebKit/.test(worker.navigator.userAgent) && !/Chrome\//.test(worker.navigator.userAgent)

/**
 * Shows a notification, unless the user is looking at that very page; it replaces an earlier one of the same conversation or kind
 * of notice. Browsers that require one all the same get one that is closed at once.
 */
async function showNotification({ title, body, ...target }: PushPayload): Promise<void> {
  const [address, tag] =
    'address' in target ? [target.address, target.tag] : [toChatPath(target.conversationSid), target.conversationSid]
  const isOnScreen = (await windows()).some(
    ({ visibilityState, focused, url }) => visibilityState === 'visible' && focused && url.endsWith(address),
  )
  if (isOnScreen && !mustShow()) return
  const appearance = {
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    tag,
    renotify: !isOnScreen,
    silent: isOnScreen,
  }
  await worker.registration.showNotification(title, { body, ...appearance, data: { address } })
  if (isOnScreen) for (const note of await worker.registration.getNotifications({ tag })) note.close()
}

/**
 * How long a page has to confirm that it navigates, in milliseconds; an earlier version, or a page still loading, does not reply.
 */
const replyTimeout = 1000

/** Asks a page to navigate by itself, which keeps unsaved input and pending requests; false if it does not reply. */
function navigatePage(page: Window, leadTo: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), replyTimeout)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    page.postMessage({ leadTo }, [port2])
  }).finally(() => port1.close())
}

/** Opens the notification's address, in the app's window if there is one. */
async function openAddress(address: string): Promise<void> {
  const [page] = await windows()
  if (!page) return void (await worker.clients.openWindow(address))
  await page.focus()
  if (await navigatePage(page, address)) return
  await page.navigate(address).catch(() => worker.clients.openWindow(address))
}

export function listenForPush(): void {
  worker.addEventListener('push', (event: ExtendableEvent & { data: { json(): PushPayload } | null }) => {
    if (event.data) event.waitUntil(showNotification(event.data.json()))
  })
  worker.addEventListener(
    'notificationclick',
    (event: ExtendableEvent & { notification: { close(): void; data: { address: string } } }) => {
      event.notification.close()
      event.waitUntil(openAddress(event.notification.data.address))
    },
  )
}

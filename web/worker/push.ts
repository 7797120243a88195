/** What our server has a device told: see functions/chat/pushHandler.ts. */
type Told = { title: string; body: string } & ({ conversationSid: string } | { address: string; tag: string })

const worker = globalThis as unknown as ServiceWorkerGlobalScope
type Window = {
  visibilityState: string
  focused: boolean
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
  postMessage(said: Led, transfer: Transferable[]): void
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
/** Asks a page to go there by itself; see `useLed` in web/shell. */
export type Led = { leadTo: string }

const addressOf = (conversationSid: string) => `/chat/${encodeURIComponent(conversationSid)}`
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/**
 * Safari, and every browser of an iPhone: it counts each push of which no note is shown, also while somebody looks at the page, and
 * takes the device's place at its push service away after the third.
 */
const hasToShow = (): boolean =>
  /AppleWebKit/.test(worker.navigator.userAgent) && !/Chrome\//.test(worker.navigator.userAgent)

/**
 * Shows it, unless its owner is looking at that very page; one note for each conversation, and for each kind of notice. Where one has
 * to be shown, it is gone again at once.
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

/** So long a page has to say that it goes there, in milliseconds; one of an earlier version, or not begun yet, says nothing. */
const patience = 1000

/** Whether a page goes there by itself: what is typed in it, or being sent from it, is not lost by loading it anew. */
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

/** Opens the conversation, in the app's window if there is one. */
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

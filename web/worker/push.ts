/** What our server has a device told: see functions/chat/pushHandler.ts. */
type Told = { title: string; body: string } & ({ conversationSid: string } | { address: string; tag: string })

const worker = globalThis as unknown as ServiceWorkerGlobalScope
type Window = {
  visibilityState: string
  focused: boolean
  url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
type ServiceWorkerGlobalScope = {
  addEventListener(type: 'push' | 'notificationclick', hear: (event: never) => void): void
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: { matchAll(options: object): Promise<Window[]>; openWindow(url: string): Promise<unknown> }
}
type Lasting = { waitUntil(work: Promise<unknown>): void }

const addressOf = (conversationSid: string) => `/chat/${encodeURIComponent(conversationSid)}`
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows it, unless its owner is looking at that very page; one note for each conversation, and for each kind of notice. */
async function show({ title, body, ...about }: Told): Promise<void> {
  const [address, tag] =
    'address' in about ? [about.address, about.tag] : [addressOf(about.conversationSid), about.conversationSid]
  const isSeen = (await windows()).some(
    ({ visibilityState, focused, url }) => visibilityState === 'visible' && focused && url.endsWith(address),
  )
  if (isSeen) return
  const look = { icon: '/icons/icon-192.png', badge: '/icons/icon-192.png', tag, renotify: true }
  await worker.registration.showNotification(title, { body, ...look, data: { address } })
}

/** Opens the conversation, in the app's window if there is one. */
async function open(address: string): Promise<void> {
  const [first] = await windows()
  if (!first) return void (await worker.clients.openWindow(address))
  await first.focus()
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

import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { decrypt } from '#scripts/local/services/push/decrypt.ts'
import { call } from '../call.ts'

/** A browser's keys, as generated for a push subscription. */
export function aBrowser() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const [p256dh, privateKey] = [curve.getPublicKey(), curve.getPrivateKey()].map((key) => key.toString('base64url'))
  return { p256dh: p256dh ?? '', privateKey: privateKey ?? '', auth: Buffer.alloc(16, 7).toString('base64url') }
}

type ReceivedPush = { path: string; body: Buffer; headers: Record<string, string | string[] | undefined> }

/** A stand-in for a push service that records requests. `status` is its response code from now on. */
export async function openPushService() {
  const receivedPushes: ReceivedPush[] = []
  const service = {
    taken: receivedPushes,
    status: 201,
    origin: 'https://fcm.googleapis.com',
    close: () => {
      vi.unstubAllGlobals()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      receivedPushes.push({ path: request.url ?? '', body: Buffer.concat(parts), headers: request.headers })
      response.writeHead(service.status, { connection: 'close' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetched = globalThis.fetch
  const address = `http://127.0.0.1:${port}`
  vi.stubGlobal('fetch', (to: string | URL, init?: RequestInit) =>
    fetched(typeof to === 'string' ? to.replace(service.origin, address) : to, init),
  )
  return service
}

type Service = Awaited<ReturnType<typeof openPushService>>
/** A user's browser, subscribed with an endpoint of its own, and what it was told to show. */
export async function aDeviceOf(
  service: Service,
  as: string,
  showsText = false,
  path = `/${crypto.randomUUID()}`,
  options: object = {},
) {
  const browser = aBrowser()
  const { p256dh, auth } = browser
  const body = { endpoint: service.origin + path, p256dh, auth, showsText }
  const { deviceId } = (await call('PUT /rest-api/push/devices', { as, body, ...options })).body
  const shownPushes = () =>
    service.taken
      .filter((each) => each.path === path)
      .map((each) => JSON.parse(decrypt(each.body, browser)) as { title: string; body: string })
  return { deviceId, path, shown: shownPushes }
}

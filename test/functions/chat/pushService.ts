import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** A browser’s keys, as it makes them for a subscription. */
export function aBrowser() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = Buffer.alloc(16, 7)
  return { curve, p256dh: curve.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
}
type Browser = ReturnType<typeof aBrowser>

/** What a browser reads of a sealed message, by RFC 8291 as a receiver has it. */
export function opened(body: Buffer, { curve, p256dh, auth }: Browser): string {
  const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
  const record = body.subarray(21 + theirs.length)
  const derive = (key: Uint8Array, by: Uint8Array, info: Uint8Array | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), theirs])
  const key = derive(curve.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const contentKey = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, derive(key, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString()
}

/** Whether a server’s word is signed with the key that it names, and what it claims. */
export function claimsIn(authorization: string): { aud: string; exp: number; sub: string } {
  const {
    said = '',
    signature = '',
    key = '',
  } = /^vapid t=(?<said>[\w-]+\.[\w-]+)\.(?<signature>[\w-]+), k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isTrue = verify(
    'sha256',
    Buffer.from(said),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isTrue) throw new Error('The word is not signed with its key.')
  return JSON.parse(Buffer.from(said.split('.')[1] ?? '', 'base64url').toString()) as never
}

type Taken = { path: string; body: Buffer; headers: Record<string, string | string[] | undefined> }

/** What is sent to one of the push services comes here, which keeps it. `status` is what it answers from now on. */
export async function openPushService() {
  const taken: Taken[] = []
  const service = {
    taken,
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
      taken.push({ path: request.url ?? '', body: Buffer.concat(parts), headers: request.headers })
      response.writeHead(service.status, { connection: 'close' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fetched = globalThis.fetch
  const here = `http://127.0.0.1:${port}`
  vi.stubGlobal('fetch', (to: string | URL, how?: RequestInit) =>
    fetched(typeof to === 'string' ? to.replace(service.origin, here) : to, how),
  )
  return service
}

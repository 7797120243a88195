import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { PushKey } from './pushKeys.ts'

/**
 * Web push by its three standards: the message encrypted for one browser (RFC 8291, with aes128gcm of RFC 8188), and a signed
 * token that identifies the sender to the push service (RFC 8292). All of it uses Node's own cryptography.
 */

export type Subscription = { endpoint: string; p256dh: string; auth: string }

const bytes = (text: string) => Buffer.from(text, 'base64url')
const derived = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

type Randomness = { salt: Buffer; privateKey: Buffer | undefined }
const randomValues = (): Randomness => ({ salt: randomBytes(16), privateKey: undefined })

/** Whether a browser key is a valid point on the curve; nothing can be encrypted for any other. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(bytes(p256dh), 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** @param random the random values for each message */
export function encryptMessage(
  text: string,
  { p256dh, auth }: Omit<Subscription, 'endpoint'>,
  random = randomValues(),
): Buffer {
  const curve = createECDH('prime256v1')
  if (random.privateKey) curve.setPrivateKey(random.privateKey)
  else curve.generateKeys()
  const [deviceKey, serverKey] = [bytes(p256dh), curve.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), deviceKey, serverKey])
  const key = derived(curve.computeSecret(deviceKey), bytes(auth), info, 32)
  const contentKey = derived(key, random.salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(key, random.salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // A single record, which ends with the delimiter 2.
  const body = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const recordSize = Buffer.of(0, 0, 16, 0)
  return Buffer.concat([random.salt, recordSize, Buffer.of(serverKey.length), serverKey, body])
}

/** Lifetime of the token, in seconds: push services accept a day at most. */
const tokenLifetime = 12 * 60 * 60

export function vapidHeader(endpoint: string, { publicKey, privateKey }: PushKey, now: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.parse(now) / 1000) + tokenLifetime,
    sub: process.env.SITE_URL?.startsWith('https:') ? process.env.SITE_URL : 'https://touchline.example',
  }
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(unsigned), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`
}

/** The browsers' push services. Nothing is ever sent anywhere else: an endpoint is an address that a stranger may have typed. */
const services = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  const isKnown = services.some((each) =>
    each.startsWith('*.') ? hostname.endsWith(each.slice(1)) : hostname === each,
  )
  return protocol === 'https:' && port === '' && username === '' && isKnown
}

/** How long a push service keeps a message for a device that is off, in seconds. */
const ttlSeconds = 24 * 60 * 60
const timeoutMs = 5000

/** Google's push service; replaced by a stand-in on machines without internet access. */
const googlePushUrl = 'https://fcm.googleapis.com'
const { PUSH_ADDRESS = googlePushUrl } = process.env

/** `gone`: the subscription has expired or was cancelled. A later message on the same topic replaces an undelivered one. */
export async function sendPush(
  to: Subscription,
  text: string,
  { key, topic, now }: { key: PushKey; topic: string; now: string },
): Promise<'sent' | 'gone' | 'not now'> {
  if (!isPushService(to.endpoint) || !isBrowserKey(to.p256dh)) return 'gone'
  const response = await fetch(to.endpoint.replace(googlePushUrl, PUSH_ADDRESS), {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      authorization: vapidHeader(to.endpoint, key, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlSeconds),
      urgency: 'high',
      topic,
    },
    body: new Uint8Array(encryptMessage(text, to)),
  }).catch(() => undefined)
  if (response?.ok) return 'sent'
  // The VAPID key has changed, or the browser has cancelled the subscription.
  return response && [400, 401, 403, 404, 410].includes(response.status) ? 'gone' : 'not now'
}

import { createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The hosts of PayPal's certificates. */
const certificateHosts = ['api.paypal.com', 'api.sandbox.paypal.com']
/** Only this path, so that a forged event cannot make us request any other. */
const certificatePath = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/
/** In milliseconds. */
const timeout = 5000

const certificates = new Map<string, KeyObject>()
/** How many certificates are kept; PayPal uses one or two at a time. */
const maxCached = 8

/** Whether PayPal signed these bytes for one of our webhooks. Fetches certificates only from PayPal. */
export async function isSignedByPayPal(
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
  webhooks: readonly string[],
): Promise<boolean> {
  const id = headers['paypal-transmission-id'] ?? ''
  const at = headers['paypal-transmission-time'] ?? ''
  const signature = headers['paypal-transmission-sig'] ?? ''
  const address = headers['paypal-cert-url'] ?? ''
  if (!id || !at || !signature || !isPayPalUrl(address)) return false
  const key = await certificate(address).catch(() => undefined)
  if (!key) return false
  return webhooks.some((webhook) =>
    createVerify('sha256')
      .update(`${id}|${at}|${webhook}|${crc32(bytes)}`)
      .verify(key, signature, 'base64'),
  )
}

function isPayPalUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin, username, port, pathname, search, hash } = new URL(address)
  if (username || search || hash || !certificatePath.test(pathname)) return false
  return (
    (protocol === 'https:' && port === '' && certificateHosts.includes(hostname)) ||
    origin === new URL(process.env.PAYPAL_ADDRESS ?? 'https://api.paypal.com').origin
  )
}

async function certificate(address: string): Promise<KeyObject> {
  const cached = certificates.get(address)
  if (cached) return cached
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) })
  if (!response.ok) throw new Error(`PayPal gives no certificate: ${response.status}`)
  const key = createPublicKey(await response.text())
  // Only certificates that PayPal returned are kept, so that forged URLs do not evict them.
  if (certificates.size >= maxCached) certificates.clear()
  certificates.set(address, key)
  return key
}

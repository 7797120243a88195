import { createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Where PayPal's certificates lie. */
const certificateHosts = ['api.paypal.com', 'api.sandbox.paypal.com']
/** In milliseconds. */
const timeout = 5000

const certificates = new Map<string, Promise<KeyObject>>()
/** As many are kept; PayPal has one or two at a time. */
const mostKept = 8

/** Whether PayPal has signed these bytes for one of our webhooks. Nothing is fetched from anywhere but PayPal. */
export async function isSignedByPayPal(
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
  webhooks: readonly string[],
): Promise<boolean> {
  const id = headers['paypal-transmission-id'] ?? ''
  const at = headers['paypal-transmission-time'] ?? ''
  const signature = headers['paypal-transmission-sig'] ?? ''
  const address = headers['paypal-cert-url'] ?? ''
  if (!id || !at || !signature || !isPayPals(address)) return false
  const key = await certificate(address).catch(() => undefined)
  if (!key) return false
  return webhooks.some((webhook) =>
    createVerify('sha256')
      .update(`${id}|${at}|${webhook}|${crc32(bytes)}`)
      .verify(key, signature, 'base64'),
  )
}

function isPayPals(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin, username } = new URL(address)
  if (username) return false
  return (
    (protocol === 'https:' && certificateHosts.includes(hostname)) ||
    origin === new URL(process.env.PAYPAL_ADDRESS ?? 'https://api.paypal.com').origin
  )
}

function certificate(address: string): Promise<KeyObject> {
  const kept = certificates.get(address)
  if (kept) return kept
  const asking = fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) }).then(async (answer) => {
    if (!answer.ok) throw new Error(`PayPal gives no certificate: ${answer.status}`)
    return createPublicKey(await answer.text())
  })
  if (certificates.size >= mostKept) certificates.clear()
  certificates.set(address, asking)
  asking.catch(() => certificates.delete(address))
  return asking
}

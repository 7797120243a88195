import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'

/** An event as sent: its bytes, and the headers with its signature. */
export type SignedEvent = { body: string; headers: Record<string, string> }

/** Signs events with a key of its own, as PayPal does with that of its certificate. */
export function openSigner(webhook: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    certificate: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    sign(event: object, { at, certificateAt }: { at: string; certificateAt: string }): SignedEvent {
      const body = JSON.stringify(event)
      const id = randomUUID()
      const text = `${id}|${at}|${webhook}|${crc32(Buffer.from(body))}`
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-transmission-id': id,
          'paypal-transmission-time': at,
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': certificateAt,
          'paypal-transmission-sig': createSign('sha256').update(text).sign(privateKey, 'base64'),
        },
      }
    },
  }
}

export const newEvent = (type: string, resource: object, at: string) => ({
  id: `WH-${randomUUID().replaceAll('-', '').toUpperCase()}`,
  event_version: '1.0',
  create_time: at,
  resource_version: '2.0',
  event_type: type,
  resource,
})

const attempts = 4

/** Delivers an event, retrying if it is not accepted. */
export async function deliver(url: string, { body, headers }: SignedEvent): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(100 * 4 ** attempt)
  }
}

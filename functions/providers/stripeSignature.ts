import { createHmac, timingSafeEqual } from 'node:crypto'

/** In seconds: the maximum age of a webhook, and how far its clock may be ahead of ours. */
const maxAgeSeconds = 300
const maxAheadSeconds = 60

/**
 * Whether Stripe signed these bytes with one of these secrets, about now. A few lines instead of Stripe's own client, which
 * accepts any time in the future and would be most of the function's size.
 */
export function isSignedByStripe(
  bytes: Uint8Array,
  header: string,
  { secrets, now }: { secrets: readonly string[]; now: string },
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const at = Number(parts.find(([name]) => name === 't')?.[1])
  const age = Math.floor(Date.parse(now) / 1000) - at
  if (!Number.isInteger(at) || age > maxAgeSeconds || age < -maxAheadSeconds) return false
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => Buffer.from(value))
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(`${at}.`).update(bytes).digest('hex'))
    return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
  })
}

import { createHmac, timingSafeEqual } from 'node:crypto'

export type ReceivedDelivery = { path: string; body: string; signature: string }

/** Verifies a signature as documented for receivers: with Node alone, none of the product's code. */
export function isSigned({ body, signature }: ReceivedDelivery, key: string, at: string): boolean {
  const [time = '', ...signatures] = signature.split(',')
  const seconds = time.slice('t='.length)
  if (Number(seconds) !== Date.parse(at) / 1000) return false
  const right = createHmac('sha256', key).update(`${seconds}.${body}`).digest()
  return signatures.some((each) => timingSafeEqual(Buffer.from(each.slice('v1='.length), 'hex'), right))
}

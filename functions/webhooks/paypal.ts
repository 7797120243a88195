import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { providerKeys } from '../providers/keys.ts'
import { isSignedByPayPal } from '../providers/paypalSignature.ts'
import type { Webhook } from '../serve.ts'
import { storeEvent, parseJson } from './storeEvent.ts'

type Message = { eventId: string; type: string; objectId: string | undefined }

/**
 * Stores a PayPal webhook event once, with our payment id or PayPal's id of the capture or dispute; a worker reads the object from PayPal.
 */
export const payPalEvents: Webhook<unknown, Record<string, never>> = {
  async verify({ bytes, headers }) {
    const { current, previous } = await providerKeys('paypal')
    const webhooks = [current.webhook, ...(previous ? [previous.webhook] : [])]
    if (!(await isSignedByPayPal(bytes, headers, webhooks))) throw new Problem('bad_request')
    return messageOf(bytes)
  },
  async handle({ message, now }) {
    const { eventId, type, objectId } = message as Message
    // Events that are not ours are acknowledged: PayPal would resend a refused one for days.
    if (objectId === undefined) return {}
    const id = { provider: 'paypal', account: 'app', eventId } as const
    await storeEvent(now, { ...id, scope: 'connect', type, objectId, heardAt: now })
    return {}
  },
}

type Event = {
  id?: unknown
  event_type?: unknown
  resource?: {
    id?: unknown
    dispute_id?: unknown
    custom_id?: unknown
    invoice_id?: unknown
    purchase_units?: { custom_id?: unknown }[]
    links?: { rel?: unknown; href?: unknown }[]
    amount?: { value?: unknown }
  }
}

function messageOf(bytes: Uint8Array): Message {
  const { id, event_type: type, resource } = parseJson<Event>(bytes)
  if (!isName(id, /^[\w-]{1,255}$/) || !isName(type, /^[\w.-]{1,255}$/)) throw new Problem('bad_request')
  return { eventId: id, type, objectId: resource && objectOf(type, resource) }
}

/** For a refund made at PayPal, the event may name only the invoice, or only the capture. Our invoice ids are payment ids. */
function objectOf(type: string, resource: NonNullable<Event['resource']>): string | undefined {
  const { id, dispute_id: dispute, custom_id, invoice_id, purchase_units: units, links = [], amount } = resource
  if (type.startsWith('CUSTOMER.DISPUTE.')) return isName(dispute, payPalId) ? `dispute:${dispute}` : undefined
  // The event of a reversal describes the refund, which has an id of its own.
  const isReversal = type === 'PAYMENT.CAPTURE.REVERSED'
  const paymentId = [custom_id, invoice_id, units?.[0]?.custom_id].find((name) => isPayment(name))
  if (isPayment(paymentId) && !isReversal) return paymentId
  const [parentLink] = links.flatMap(({ rel, href }) => (rel === 'up' && typeof href === 'string' ? [href] : []))
  const capture = /\/captures\/([\w-]{1,64})$/.exec(parentLink ?? '')?.[1]
  // PayPal may not let us read the reversal, so the amount is taken from the signed event.
  const amountSuffix = isName(amount?.value, /^-?\d{1,9}(\.\d{1,2})?$/) ? `:${amount.value.replace('-', '')}` : ''
  if (isReversal && isName(id, payPalId)) return `reversed:${capture ?? id}:${id}${amountSuffix}`
  return capture === undefined ? undefined : `capture:${capture}`
}

const payPalId = /^[\w-]{1,64}$/
const isPayment = (name: unknown): name is string => typeof name === 'string' && isId('payment', name)

const isName = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value)

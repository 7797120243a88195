import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { providerKeys } from '../providers/keys.ts'
import { isSignedByPayPal } from '../providers/paypalSignature.ts'
import type { Webhook } from '../serve.ts'
import { noteEvent } from './note.ts'

type Message = { eventId: string; type: string; paymentId: string | undefined }

/** Takes note of an event of PayPal's, once: it names the payment by the id that we gave, and a worker reads it anew there. */
export const payPalEvents: Webhook<unknown, Record<string, never>> = {
  async verify({ bytes, headers }) {
    const { current, previous } = await providerKeys('paypal')
    const webhooks = [current.webhook, ...(previous ? [previous.webhook] : [])]
    if (!(await isSignedByPayPal(bytes, headers, webhooks))) throw new Problem('bad_request')
    return messageOf(bytes)
  },
  async handle({ message, now }) {
    const { eventId, type, paymentId } = message as Message
    // Refused, what is not ours would come again for days.
    if (paymentId === undefined) return {}
    const id = { provider: 'paypal', account: 'app', eventId } as const
    await noteEvent(now, { ...id, scope: 'connect', type, objectId: paymentId, heardAt: now })
    return {}
  },
}

type Event = {
  id?: unknown
  event_type?: unknown
  resource?: { custom_id?: unknown; invoice_id?: unknown; purchase_units?: { custom_id?: unknown }[] }
}

function messageOf(bytes: Uint8Array): Message {
  const { id, event_type: type, resource } = parsed(bytes)
  if (!isName(id, /^[\w-]{1,255}$/) || !isName(type, /^[\w.-]{1,255}$/)) throw new Problem('bad_request')
  // Of what a club gives back there, PayPal may say the bill alone: we call that as we call the payment.
  const named = resource?.custom_id ?? resource?.invoice_id ?? resource?.purchase_units?.[0]?.custom_id
  return { eventId: id, type, paymentId: typeof named === 'string' && isId('payment', named) ? named : undefined }
}

function parsed(bytes: Uint8Array): Event {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Event
  } catch {
    throw new Problem('bad_request')
  }
}

const isName = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value)

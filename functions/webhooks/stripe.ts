import { Problem } from '#shared/problems.ts'
import { providerKeys } from '../providers/keys.ts'
import { isSignedByStripe } from '../providers/stripeSignature.ts'
import type { Webhook } from '../serve.ts'
import { storeEvent, parseJson } from './storeEvent.ts'

type Scope = 'platform' | 'connect'
type Message = { eventId: string; type: string; account: string; objectId: string | undefined }

/**
 * Stores a Stripe webhook event once; a worker reads its object from Stripe. While the signing secret is rotated both are accepted. Events
 * without a valid signature for this endpoint are refused.
 */
export const stripeEvents = (scope: Scope): Webhook<unknown, Record<string, never>> => ({
  async verify({ bytes, headers, now }) {
    const { current, previous } = await providerKeys('stripe')
    const secrets = [current[scope], ...(previous ? [previous[scope]] : [])]
    if (!isSignedByStripe(bytes, headers['stripe-signature'] ?? '', { secrets, now })) throw new Problem('bad_request')
    return messageOf(bytes, scope)
  },
  async handle({ message, now }) {
    const { account, objectId, ...event } = message as Message
    // An object without an id, such as a balance, cannot be read. The event is acknowledged: Stripe would resend a refused one
    // for days.
    if (objectId === undefined) return {}
    const id = { provider: 'stripe', account, eventId: event.eventId } as const
    await storeEvent(now, { ...id, scope, type: event.type, objectId, heardAt: now })
    return {}
  },
})

/** Takes only the account and the object's id from an event. Everything else is read from Stripe. */
function messageOf(bytes: Uint8Array, scope: Scope): Message {
  const { id, type, account, data } = parseJson<Event>(bytes)
  const objectId = data?.object?.id
  if (!isName(id) || !isName(type) || (objectId !== undefined && !isName(objectId))) throw new Problem('bad_request')
  if (scope === 'connect' && !isName(account)) throw new Problem('bad_request')
  return { eventId: id, type, account: scope === 'connect' ? String(account) : 'platform', objectId }
}

type Event = { id?: unknown; type?: unknown; account?: unknown; data?: { object?: { id?: unknown } } }
const isName = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,255}$/.test(value)

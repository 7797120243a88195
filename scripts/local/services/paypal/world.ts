import { readJson, writeAtomically } from '../../files.ts'
import { deliver, newEvent, openSigner, type SignedEvent } from './events.ts'
import { type Dispute, type Order, Refusal } from './orders.ts'
import type { PayPalWatch } from './watch.ts'

type Keys = { client: string; secret: string; webhook: string }
export type Options = {
  keys: Keys
  /** Milliseconds since 1970. */
  now: () => number
  /** Where everything is kept from one start to the next. */
  file?: string
  /** The URLs to which webhook events are sent. */
  webhookUrls: () => readonly string[]
  watch?: PayPalWatch
}

export type Answer = { status: number; answer: object }

type StoredState = {
  orders: Record<string, Order>
  /** The answers of calls with a `PayPal-Request-Id`, which are repeated. */
  answered: Record<string, Answer>
  /** What was reversed and what is disputed, by its id. */
  reversed?: Record<string, object>
  disputes?: Record<string, Dispute>
}

/** The state of the stand-in, and what all of its parts use. */
export type World = {
  keys: Keys
  watch: PayPalWatch | undefined
  state: StoredState
  /** Writes the state to its file. */
  saveState: () => void
  /** The instant, as PayPal writes it. */
  at: () => string
  /** The order with this id; throws a Refusal if there is none. */
  order: (id: string) => Order
  certificate: string
  /** The webhook events that were sent. */
  sentEvents: readonly SignedEvent[]
  sign: (base: string, event: object) => SignedEvent
  /** Sends a webhook event about a resource. `base`: the URL of the stand-in. */
  emit: (base: string, type: string, resource: object) => void
}

const certificateAt = (base: string) => `${base}/v1/notifications/certs/CERT-1`

export function newWorld({ keys, now, file, webhookUrls, watch }: Options): World {
  const state: StoredState = (file ? readJson<StoredState>(file) : undefined) ?? { orders: {}, answered: {} }
  const signer = openSigner(keys.webhook)
  const sentEvents: SignedEvent[] = []
  const at = () => new Date(now()).toISOString().replace(/\.\d+/, '')
  const sign = (base: string, event: object) => signer.sign(event, { at: at(), certificateAt: certificateAt(base) })
  return {
    keys,
    watch,
    state,
    saveState() {
      if (file) writeAtomically(file, JSON.stringify(state))
    },
    at,
    order(id) {
      const order = state.orders[id]
      if (!order) throw new Refusal(404, 'INVALID_RESOURCE_ID')
      return order
    },
    certificate: signer.certificate,
    sentEvents,
    sign,
    emit(base, type, resource) {
      const event = newEvent(type, resource, at())
      watch?.event(event)
      const signedEvent = sign(base, event)
      sentEvents.push(signedEvent)
      for (const url of webhookUrls()) void deliver(url, signedEvent)
    },
  }
}

/** An order as the API shows it. */
export const publicOrder = ({ own: _own, ...order }: Order) => order

import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { StripeWatch } from './watch.ts'
import { type Books, platform, type StripeObject } from './books.ts'
import { publicFields } from './publicFields.ts'

/** How webhooks are delivered: normally, or as tests need it. `held` ones are sent when they are released. */
export type Delivery = 'once' | 'twice' | 'never' | 'held'
/** A webhook URL and its signing secret; `connect` for events of clubs' accounts, otherwise for the platform's. */
export type WebhookEndpoint = { url: string; secret: string; connect: boolean }

export type Events = {
  emit: (account: string, type: string, about: StripeObject) => void
  setDelivery: (delivery: Delivery) => void
  /** Sends held events, the last one first. */
  release: () => void
  /** Resolves when all pending deliveries are done. */
  sent: () => Promise<void>
}

const attempts = 4

/** Creates events and delivers them to the webhooks. */
export function openEvents(books: Books, endpoints: () => readonly WebhookEndpoint[], watch?: StripeWatch): Events {
  let delivery: Delivery = 'once'
  let heldSendings: (() => Promise<void>)[] = []
  let sendQueue = Promise.resolve()
  const enqueue = (sendings: (() => Promise<void>)[]): void => {
    for (const sending of sendings) sendQueue = sendQueue.then(sending)
  }
  return {
    emit(account, type, about) {
      const event = books.make<Stripe.Event>(account, 'event', 'evt', {
        type,
        api_version: '2026-10-28.endive',
        data: { object: publicFields(about) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        ...(account !== platform && { account }),
      } as unknown as Partial<Stripe.Event>)
      watch?.event(event)
      const sendings = endpoints()
        .filter(({ connect }) => connect === (account !== platform))
        .flatMap((endpoint) =>
          Array<() => Promise<void>>(delivery === 'twice' ? 2 : 1).fill(() => deliver(endpoint, event, books.now)),
        )
      if (delivery === 'held') heldSendings.push(...sendings)
      else if (delivery !== 'never') enqueue(sendings)
    },
    setDelivery: (newDelivery) => void (delivery = newDelivery),
    release() {
      enqueue(heldSendings.toReversed())
      heldSendings = []
    },
    sent: () => sendQueue,
  }
}

/** Delivers a signed event, retrying if it is not accepted. */
async function deliver({ url, secret }: WebhookEndpoint, event: StripeObject, now: () => number): Promise<void> {
  const body = JSON.stringify(event, undefined, 2)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const t = now()
    const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${t},v1=${signature}` }
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(100 * 4 ** attempt)
  }
}

export const randomId = (): string => randomUUID().replaceAll('-', '')

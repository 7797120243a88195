import type Stripe from 'stripe'
import type { Handle } from '../../types.ts'
import { disconnectAccount, restrict } from './accounts.ts'
import { answerApi } from './answer.ts'
import { type Books, openBooks, type StripeObject } from './books.ts'
import type { StripeWatch } from './watch.ts'
import { type Events, type WebhookEndpoint, openEvents } from './events.ts'
import { jsonResponse, readBody, send } from '../../http.ts'
import type { Charge, Intent, World } from './intents.ts'
import { answerPage } from './pages.ts'
import { closeDispute, endRefund, failPayout, newDispute, newPayout } from './refunds.ts'

type Options = {
  /** The API key that is accepted. */
  key: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Where state is kept between starts. */
  file?: string
  endpoints: () => readonly WebhookEndpoint[]
  watch?: StripeWatch
}
/** The stand-in for Stripe: its API for the real SDK, its pages, its webhooks, and endpoints for tests. */
export type StripeStandIn = { handle: Handle; books: Books; events: Events }

/** @param prefix the path under which it is mounted: `/_local/stripe` */
export function stripeStandIn({ key, now, file, endpoints, watch }: Options, prefix = ''): StripeStandIn {
  const books = openBooks({ now, ...(file !== undefined && { file }) })
  const events = openEvents(books, endpoints, watch)
  const world = { books, events }
  return {
    books,
    events,
    async handle(request, response, path) {
      const base = `http://${request.headers.host}${prefix}`
      const visit = { request, response, path, base }
      if (path.startsWith('/v1/')) return answerApi(world, { key, ...(watch && { watch }) }, visit)
      if (!path.startsWith('/_drive/')) return answerPage(world, visit)
      const driveRequest = JSON.parse((await readBody(request, 10_000)).toString() || '{}') as Drive
      send(response, jsonResponse(200, drive(world, path.slice('/_drive/'.length), driveRequest)))
      books.keep()
    },
  }
}

type Drive = {
  account?: string
  charge?: string
  dispute?: string
  intent?: string
  status?: string
  refund?: string
  reached?: boolean
  won?: boolean
  asks?: boolean
  payout?: string
  byHand?: boolean
  delivery?: 'once' | 'twice' | 'never' | 'held'
}

/** Simulates, for tests, what happens at Stripe without a call of ours. */
function drive(world: World, action: string, driveRequest: Drive): unknown {
  const { books, events } = world
  const { account = '', charge = '', dispute = '', intent = '', status = '', won, delivery } = driveRequest
  switch (action) {
    case 'payout':
      return newPayout(world, account, driveRequest.byHand)
    case 'fail-payout':
      return failPayout(world, account, books.get(account, driveRequest.payout ?? '', 'payout'))
    case 'dispute':
      return newDispute(world, account, books.get<Charge>(account, charge, 'charge'), driveRequest.asks)
    case 'close-dispute':
      return closeDispute(world, account, books.get(account, dispute, 'dispute'), won === true)
    case 'dispute-status':
      return Object.assign(books.get<Stripe.Dispute & StripeObject>(account, dispute, 'dispute'), { status })
    case 'end-refund':
      return endRefund(
        world,
        account,
        books.get(account, driveRequest.refund ?? '', 'refund'),
        driveRequest.reached === true,
      )
    case 'bank': {
      // Bank payments take days: they are processing, or have failed.
      const last_payment_error =
        status === 'processing'
          ? null
          : { type: 'invalid_request_error', code: 'payment_intent_payment_attempt_failed' }
      return Object.assign(books.get<Intent>(account, intent, 'payment intent'), { status, last_payment_error })
    }
    case 'leave':
      return disconnectAccount(world, account)
    case 'restrict':
      return restrict(world, account, false)
    case 'free':
      return restrict(world, account, true)
    case 'charges':
      return books.accounts().flatMap((each) => books.all<Charge>(each, 'charge'))
    case 'delivery':
      events.setDelivery(delivery ?? 'once')
      return {}
    case 'release':
      events.release()
      return {}
    default:
      return { message: `Nothing is known of ${action}.` }
  }
}

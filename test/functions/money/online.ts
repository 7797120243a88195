import { createHmac } from 'node:crypto'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { payments } from '#functions/table/payments.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { handler as providerEventHandler } from '#functions/money/providerEventHandler.ts'
import { handler as refundsHandler } from '#functions/money/refundsHandler.ts'
import { refunds } from '#functions/table/payments.ts'
import { organizations } from '#functions/table/organizations.ts'
import { update } from '#functions/table/table.ts'
import { stripeKeys } from '#scripts/local/services/external.ts'
import { call, send } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

/** Test cards by their outcome. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
  asks: '4000002760003184',
  slowRefund: '4000000000007726',
}

const address = () => process.env.STRIPE_ADDRESS ?? ''

/** Calls the Stripe API as the platform's account. */
export async function stripeApi<T>(
  method: 'GET' | 'POST',
  path: string,
  form: Record<string, string> = {},
  account?: string,
): Promise<T> {
  const headers = {
    authorization: `Bearer ${stripeKeys.key}`,
    ...(account !== undefined && { 'stripe-account': account }),
  }
  const body = new URLSearchParams(form)
  const url = `${address()}/v1/${path}${method === 'GET' ? `?${body}` : ''}`
  const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body: String(body) }) })
  return (await answer.json()) as T
}
/** Triggers something at Stripe that the product did not ask for. */
export const controlStripe = async <T>(action: string, parameters: object): Promise<T> =>
  (await (
    await fetch(`${address()}/_drive/${action}`, { method: 'POST', body: JSON.stringify(parameters) })
  ).json()) as T

/** What the club's Stripe account charges per payment, according to the club, and what the platform charges. */
export const rates = {
  account: { perMille: 29, cents: 30 },
  platform: { processingFeePerMil: 10, processingFeeInCents: 0 },
}

/** Lets the club take cards: with a Stripe account that may charge. */
export async function acceptCards(club: Club) {
  const paymentAccountId = `${club.organizationId}.${newPart('a')}`
  const form = { country: 'US', 'metadata[account]': paymentAccountId }
  const stripeAccount = await stripeApi<{ id: string }>('POST', 'accounts', form)
  await fetch(`${address()}/onboard/${stripeAccount.id}`, { method: 'POST', body: 'say=all', redirect: 'manual' })
  const account = {
    provider: 'STRIPE',
    active: true,
    chargesEnabled: true,
    providerAccountId: stripeAccount.id,
    ...rates.account,
  } as const
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, paymentAccountId } }))
  await update(stamp, organizations.change(club.organization, { set: rates.platform }))
  return { paymentAccountId, stripeAccount: stripeAccount.id }
}

export async function familyLink(club: Club, as = 'parent') {
  const { body } = await call('POST /rest-api/fee/payment-link', {
    as: club.user(as),
    body: { orgId: club.organizationId },
  })
  return body.payId
}

type Start = {
  payId: string
  paymentAccountId: string
  feePlayerIds: string[]
  total: number
  attempt?: string
  instead?: boolean
  save?: boolean
  language?: 'en' | 'es'
  now?: string
}
export const start = ({
  payId,
  paymentAccountId,
  feePlayerIds,
  total,
  attempt = newPart('attempt'),
  instead,
  save,
  language,
  now,
}: Start) =>
  call('POST /rest-api/pay/{payId}/start', {
    as: undefined,
    payId,
    ...(now !== undefined && { now }),
    body: {
      attempt,
      feePlayerIds,
      paymentAccountId,
      totalInCents: total,
      ...(instead && { instead }),
      ...(save && { save }),
      ...(language && { language }),
    },
  })

/** Enters a card on the provider's page. Returns the URL it redirects to, or undefined if the page is shown again. */
export async function payOnPage(url: string, card = cards.good): Promise<URL | undefined> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' })
  const location = answer.headers.get('location')
  return location === null ? undefined : new URL(location, 'http://touchline.test')
}
/** The payment in the provider's return URL. */
export const paymentAt = (location: URL | undefined): string => location?.searchParams.get('payment') ?? ''

export const returnFromPage = (payId: string, paymentId: string, now?: string) =>
  call('POST /rest-api/pay/{payId}/back', {
    as: undefined,
    payId,
    body: { paymentId },
    ...(now !== undefined && { now }),
  })
export const paymentNow = (paymentId: string) => payments.get({ paymentId }, { consistent: true })

/** An account's events at Stripe, newest first. */
export async function eventsOf(
  account: string,
): Promise<{ id: string; type: string; account?: string; data: { object: { id: string } } }[]> {
  return (await stripeApi<{ data: [] }>('GET', 'events', { limit: '100' }, account)).data
}

type SignatureOptions = { secret?: string; at?: string; now?: string; scope?: 'connect' | 'platform' }
/** Sends a signed event as Stripe does. */
export function postWebhook(
  event: object,
  { secret = stripeKeys.connect, at = '2026-11-21T18:00:00Z', now, scope = 'connect' }: SignatureOptions = {},
) {
  const rawBody = JSON.stringify(event)
  return send(`POST /stripe/${scope}`, {
    as: undefined,
    rawBody,
    headers: signatureOf(rawBody, secret, at),
    ...(now !== undefined && { now }),
  })
}
export function signatureOf(rawBody: string, secret = stripeKeys.connect, at = '2026-11-21T18:00:00Z') {
  const t = Date.parse(at) / 1000
  const signature = createHmac('sha256', secret).update(`${t}.${rawBody}`).digest('hex')
  return { 'stripe-signature': `t=${t},v1=${signature}` }
}
/** Lets the worker process a recorded event. */
export const deliverStripeEvent = (account: string, eventId: string, now?: string) =>
  deliverTo(providerEventHandler, providerEvents.key({ provider: 'stripe', account, eventId }), now)
/** Lets the worker process the pending refunds of a payment. */
export async function deliverRefunds(paymentId: string, now?: string) {
  for (const refund of await refunds.of({ paymentId })) await deliverTo(refundsHandler, refunds.key(refund), now)
}

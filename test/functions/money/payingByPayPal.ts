import { fees } from '#functions/table/fees.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { organizations } from '#functions/table/organizations.ts'
import { update } from '#functions/table/table.ts'
import { handler as providerEventHandler } from '#functions/money/providerEventHandler.ts'
import { send } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithFee } from './charging.ts'
import { familyLink, rates, start } from './online.ts'

const address = () => process.env.PAYPAL_ADDRESS ?? ''

/** Triggers something at PayPal that the product did not ask for. */
export const controlPayPal = async <T>(action: string, parameters: object = {}): Promise<T> =>
  (await (
    await fetch(`${address()}/_drive/${action}`, { method: 'POST', body: JSON.stringify(parameters) })
  ).json()) as T

/** A signed event, as PayPal sends it. */
export async function signedByPayPal(event: object): Promise<{ rawBody: string; headers: Record<string, string> }> {
  const { body, headers } = await controlPayPal<SignedEvent>('sign', event)
  return { rawBody: body, headers }
}
export type SignedEvent = { body: string; headers: Record<string, string> }

/** Lets the club take PayPal payments to its own address. */
export async function takesPayPal(club: Club, email = 'club@example.org') {
  const paymentAccountId = `${club.organizationId}.${newPart('a')}`
  const account = { provider: 'PAYPAL', active: true, email, ...rates.account } as const
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, paymentAccountId } }))
  await update(stamp, organizations.change(club.organization, { set: rates.platform }))
  return paymentAccountId
}

/** The payer approves on PayPal's page. Returns the URL it redirects to. */
export async function agree(url: string, pays: 'good' | 'slow' | 'declined' = 'good'): Promise<URL> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ pays }), redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', 'http://touchline.test')
}
export const orderAt = (url: string): string => url.split('/').at(-1) ?? ''

/** All events that PayPal has sent about a payment. */
export const eventsAbout = async (paymentId: string): Promise<SignedEvent[]> =>
  (await controlPayPal<SignedEvent[]>('sent')).filter(({ body }) => body.includes(paymentId))
/** Sends an event as PayPal does. */
export const postPayPalWebhook = ({ body, headers }: SignedEvent) =>
  send('POST /paypal/events', { as: undefined, rawBody: body, headers })
/** Lets the worker process recorded events. */
export async function deliverPayPalEvents(events: readonly SignedEvent[], now?: string) {
  for (const { body } of events) {
    const { id } = JSON.parse(body) as { id: string }
    await deliverTo(providerEventHandler, providerEvents.key({ provider: 'paypal', account: 'app', eventId: id }), now)
  }
}

/** $50, with the processing fees paid by the family. */
export const total = 5234
/** The books after payment: PayPal deducts $2.32. */
export const bookedAmounts = {
  'assets:clearing:paypal': total - 232,
  'income:fees': -5000,
  'income:surcharge': -234,
  'expenses:processor': 232,
  'expenses:platform': 52,
  'liabilities:platform': -52,
}
/** A payer is on PayPal's page. */
export async function startPayment(email?: string) {
  const { club, feePlayerId } = await aClubWithFee()
  const paymentAccountId = await takesPayPal(club, email)
  const payId = await familyLink(club)
  const paymentForm = { payId, paymentAccountId, feePlayerIds: [feePlayerId], total }
  const { body } = await start(paymentForm)
  const paymentId = (await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying ?? ''
  return { club, feePlayerId, payId, paymentId, wanted: paymentForm, url: body.url, order: orderAt(body.url) }
}

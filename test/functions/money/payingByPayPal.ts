import { fees } from '#functions/table/fees.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { organizations } from '#functions/table/organizations.ts'
import { update } from '#functions/table/table.ts'
import { handler as heard } from '#functions/money/heardHandler.ts'
import { send } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { hand } from '../workers.ts'
import { aClubWithFee } from './charging.ts'
import { familyLink, rates, start } from './online.ts'

const address = () => process.env.PAYPAL_ADDRESS ?? ''

/** Something that happens at PayPal without us. */
export const driven = async <T>(what: string, wanted: object = {}): Promise<T> =>
  (await (await fetch(`${address()}/_drive/${what}`, { method: 'POST', body: JSON.stringify(wanted) })).json()) as T

/** An event as PayPal sends it: signed. */
export async function signedByPayPal(event: object): Promise<{ rawBody: string; headers: Record<string, string> }> {
  const { body, headers } = await driven<Signed>('sign', event)
  return { rawBody: body, headers }
}
export type Signed = { body: string; headers: Record<string, string> }

/** The club is paid by PayPal, to an address of its own. */
export async function takesPayPal(club: Club, email = 'club@example.org') {
  const paymentAccountId = `${club.organizationId}.${newPart('a')}`
  const account = { provider: 'PAYPAL', active: true, email, ...rates.account } as const
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, paymentAccountId } }))
  await update(stamp, organizations.change(club.organization, { set: rates.platform }))
  return paymentAccountId
}

/** The payer agrees on PayPal's page; gives where their browser goes then. */
export async function agree(url: string, pays: 'good' | 'slow' | 'declined' = 'good'): Promise<URL> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ pays }), redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', 'http://touchline.test')
}
export const orderAt = (url: string): string => url.split('/').at(-1) ?? ''

/** All that PayPal has sent about a payment. */
export const eventsAbout = async (paymentId: string): Promise<Signed[]> =>
  (await driven<Signed[]>('sent')).filter(({ body }) => body.includes(paymentId))
/** Sends an event to us, as PayPal does. */
export const tellPayPal = ({ body, headers }: Signed) =>
  send('POST /paypal/events', { as: undefined, rawBody: body, headers })
/** Has the worker do what the events ask for, that were taken note of. */
export async function hearPayPal(events: readonly Signed[], now?: string) {
  for (const { body } of events) {
    const { id } = JSON.parse(body) as { id: string }
    await hand(heard, providerEvents.key({ provider: 'paypal', account: 'app', eventId: id }), now)
  }
}

/** $50 on which the family bears what is taken. */
export const total = 5234
/** What the books say of it once it is paid: $2.32 are what PayPal has taken. */
export const booked = {
  'assets:clearing:paypal': total - 232,
  'income:fees': -5000,
  'income:surcharge': -234,
  'expenses:processor': 232,
  'expenses:platform': 52,
  'liabilities:platform': -52,
}
/** Somebody is on PayPal's page with it. */
export async function started(email?: string) {
  const { club, feePlayerId } = await aClubWithFee()
  const paymentAccountId = await takesPayPal(club, email)
  const payId = await familyLink(club)
  const wanted = { payId, paymentAccountId, feePlayerIds: [feePlayerId], total }
  const { body } = await start(wanted)
  const paymentId = (await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying ?? ''
  return { club, feePlayerId, payId, paymentId, wanted, url: body.url, order: orderAt(body.url) }
}

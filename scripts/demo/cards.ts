import { seal } from '#functions/secrets/sealed.ts'
import { paymentAccounts, paymentKeys } from '#functions/table/paymentAccounts.ts'
import { update, write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { externalServices, stripeKeys } from '#scripts/local/services/external.ts'
import type { Club } from './club.ts'
import { demoPart } from './ids.ts'

/** The club's account for cards. */
export const cardsOf = (organizationId: string) => `${organizationId}.${demoPart('a', 'cards')}`

/** The club is paid by PayPal too, to an address of its own. */
export async function seedPayPal(stamp: Stamp, { organization: { organizationId } }: Club) {
  const paymentAccountId = `${organizationId}.${demoPart('a', 'paypal')}`
  const account = {
    provider: 'PAYPAL',
    perMille: 35,
    cents: 49,
    active: true,
    email: 'treasurer@touchline.test',
  } as const
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { paymentAccountId, ...account } }))
}

/** The club is paid through FluidPay, by keys that its stand-in takes. */
export async function seedFluidPay(stamp: Stamp, { organization: { organizationId } }: Club) {
  const paymentAccountId = `${organizationId}.${demoPart('a', 'fluidpay')}`
  const publicKey = `pub_${'demo'.repeat(6)}`
  const account = { provider: 'FLUIDPAY', perMille: 27, cents: 20, active: true, publicKey, lookAt: stamp.at } as const
  const privateKey = await seal(paymentKeys.key({ paymentAccountId }), `api_${'demo'.repeat(6)}`)
  const key = { paymentAccountId, privateKey }
  await write(
    stamp,
    paymentAccounts.upsert({ paymentAccountId }, { set: { paymentAccountId, ...account } }),
    paymentKeys.upsert({ paymentAccountId }, { set: key }),
  )
}

/** Says something to what stands in for Stripe; gives the id of what that is about. */
async function toStripe(origin: string, path: string, body: Record<string, string>, key?: string): Promise<string> {
  const made = await fetch(`${origin}/_local/${externalServices.stripe.mount}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKeys.key}`, ...(key !== undefined && { 'idempotency-key': key }) },
    body: new URLSearchParams(body),
  })
  return ((await made.json()) as { id: string }).id
}

/** A card by which the club pays for Touchline, as the provider knows it. */
export async function ownCard({ organization: { organizationId } }: Club, origin: string) {
  const about = { 'metadata[organization]': organizationId }
  const customerId = await toStripe(origin, 'customers', about, `${organizationId}:customer`)
  const paymentMethodId = await toStripe(origin, 'payment_methods/pm_card_visa/attach', { customer: customerId })
  return { customerId, paymentMethodId }
}

/** The club takes cards: its account at what stands in for Stripe, as if its owner had said there who they are. */
export async function seedCards(stamp: Stamp, { organization: { organizationId, name } }: Club, origin: string) {
  const paymentAccountId = cardsOf(organizationId)
  if (await paymentAccounts.get({ paymentAccountId }, { consistent: true })) return
  const about = { country: 'US', 'business_profile[name]': name, 'metadata[account]': paymentAccountId }
  const providerAccountId = await toStripe(origin, 'accounts', about, paymentAccountId)
  const onboarding = `${origin}/_local/${externalServices.stripe.mount}/onboard/${providerAccountId}`
  await fetch(onboarding, { method: 'POST', body: 'say=all', redirect: 'manual' })
  const standing = { chargesEnabled: true, payoutsEnabled: true, missing: [] }
  const account = {
    provider: 'STRIPE',
    perMille: 29,
    cents: 30,
    active: true,
    decided: true,
    providerAccountId,
    ...standing,
  } as const
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { paymentAccountId, ...account } }))
}

import { seal } from '#functions/secrets/sealed.ts'
import { paymentAccounts, paymentKeys } from '#functions/table/paymentAccounts.ts'
import { update, write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { externalServices, stripeKeys } from '#scripts/local/services/external.ts'
import type { Club } from './club.ts'
import { demoPart } from './ids.ts'

/** The id of the club's account for cards. */
export const cardsOf = (organizationId: string) => `${organizationId}.${demoPart('a', 'cards')}`

/** Lets the club be paid by PayPal too, at an address of its own. */
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

/** Lets the club be paid through FluidPay, with keys that its stand-in accepts. */
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

/** Posts to the stand-in for Stripe; returns the id of the created object. */
async function toStripe(origin: string, path: string, body: Record<string, string>, key?: string): Promise<string> {
  const response = await fetch(`${origin}/_local/${externalServices.stripe.mount}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKeys.key}`, ...(key !== undefined && { 'idempotency-key': key }) },
    body: new URLSearchParams(body),
  })
  return ((await response.json()) as { id: string }).id
}

/** A card with which the club pays for Touchline, created at the provider. */
export async function ownCard({ organization: { organizationId } }: Club, origin: string) {
  const about = { 'metadata[organization]': organizationId }
  const customerId = await toStripe(origin, 'customers', about, `${organizationId}:customer`)
  const paymentMethodId = await toStripe(origin, 'payment_methods/pm_card_visa/attach', { customer: customerId })
  return { customerId, paymentMethodId }
}

/** Lets the club take cards: creates its account at the stand-in for Stripe, as if its owner had completed the onboarding. */
export async function seedCards(stamp: Stamp, { organization: { organizationId, name } }: Club, origin: string) {
  const paymentAccountId = cardsOf(organizationId)
  if (await paymentAccounts.get({ paymentAccountId }, { consistent: true })) return
  const about = { country: 'US', 'business_profile[name]': name, 'metadata[account]': paymentAccountId }
  const providerAccountId = await toStripe(origin, 'accounts', about, paymentAccountId)
  const onboarding = `${origin}/_local/${externalServices.stripe.mount}/onboard/${providerAccountId}`
  await fetch(onboarding, { method: 'POST', body: 'say=all', redirect: 'manual' })
  const accountState = { chargesEnabled: true, payoutsEnabled: true, missing: [] }
  const account = {
    provider: 'STRIPE',
    perMille: 29,
    cents: 30,
    active: true,
    decided: true,
    providerAccountId,
    ...accountState,
  } as const
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { paymentAccountId, ...account } }))
}

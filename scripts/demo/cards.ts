import { seal } from '#functions/sealed.ts'
import { paymentAccounts, paymentKeys } from '#functions/table/paymentAccounts.ts'
import { update, write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { outside, stripeKeys } from '#scripts/local/services/outside.ts'
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

/** The club takes cards: its account at what stands in for Stripe, as if its owner had said there who they are. */
export async function seedCards(stamp: Stamp, { organization: { organizationId, name } }: Club, origin: string) {
  const paymentAccountId = cardsOf(organizationId)
  if (await paymentAccounts.get({ paymentAccountId }, { consistent: true })) return
  const stripe = `${origin}/_local/${outside.stripe.mount}`
  const made = await fetch(`${stripe}/v1/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKeys.key}`, 'idempotency-key': paymentAccountId },
    body: new URLSearchParams({ country: 'US', 'business_profile[name]': name, 'metadata[account]': paymentAccountId }),
  })
  const { id: providerAccountId } = (await made.json()) as { id: string }
  await fetch(`${stripe}/onboard/${providerAccountId}`, { method: 'POST', body: 'say=all', redirect: 'manual' })
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

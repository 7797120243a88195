import { addRates, type Rate } from '#shared/rules/money.ts'
import { leastOnline, priceOf } from '#shared/rules/paying.ts'
import { type PayWay, payWaysFor } from '#shared/rules/register/carts.ts'
import { payeeOf } from '../providers/payableNow.ts'
import { platformRate } from '../table/organizations.ts'
import type { Found } from './found.ts'

/** The rates that are taken of an online payment, by the product and the payment provider. Undefined if the club takes none. */
export async function rateOf({ registration, club }: Found): Promise<Rate | undefined> {
  const account = await payeeOf(registration)
  return account && addRates(account, platformRate(club))
}

type Due = { priceInCents: number; nowInCents: number }
/**
 * The ways to pay a price of which a part is due now: online if the club takes online payments and the sum reaches the providers'
 * minimum. Below it, the fee is billed even if the club takes no bills otherwise, so that nobody is kept from registering.
 */
export function waysFor(registration: Found, rate: Rate | undefined, { priceInCents, nowInCents }: Due): PayWay[] {
  const { acceptBills } = registration.registration
  const ways = payWaysFor(priceInCents, { acceptPayments: rate !== undefined, acceptBills })
  if (!ways.includes('ONLINE') || nowInCents === 0) return ways
  if ((onlinePriceOf(registration, nowInCents, rate)?.total ?? 0) >= leastOnline) return ways
  return ['BILL']
}

/** The ways to pay a deposit, which is due at once. */
export const depositWaysFor = (registration: Found, rate: Rate | undefined, depositInCents: number): PayWay[] =>
  waysFor(registration, rate, { priceInCents: depositInCents, nowInCents: depositInCents })

/** The surcharge on an online payment, if the family bears it. */
export const onTopOf = (registration: Found, cents: number, rate: Rate | undefined): number =>
  (cents > 0 && onlinePriceOf(registration, cents, rate)?.surcharge) || 0

/** What the payment page asks for it. */
const onlinePriceOf = ({ registration: { absorbFees } }: Found, outstandingInCents: number, rate: Rate | undefined) =>
  rate && priceOf([{ outstandingInCents, absorbFees }], rate)

import { addRates, type Rate } from '#shared/rules/money.ts'
import { leastOnline, priceOf } from '#shared/rules/paying.ts'
import { type PayWay, payWaysFor } from '#shared/rules/register/carts.ts'
import { payeeOf } from '../providers/payableNow.ts'
import { platformRate } from '../table/organizations.ts'
import type { Found } from './found.ts'

/** What is taken of a payment online: by the product, and by who takes it for the club. Undefined where nobody does. */
export async function rateOf({ registration, club }: Found): Promise<Rate | undefined> {
  const account = await payeeOf(registration)
  return account && addRates(account, platformRate(club))
}

type Due = { priceInCents: number; nowInCents: number }
/**
 * How a price can be paid, of which so much is due now: online where somebody takes payments for the club, and not less than
 * providers take. So little the club charges where it takes no bills otherwise: nobody is kept from registering by it.
 */
export function waysFor(registration: Found, rate: Rate | undefined, { priceInCents, nowInCents }: Due): PayWay[] {
  const { acceptBills } = registration.registration
  const ways = payWaysFor(priceInCents, { acceptPayments: rate !== undefined, acceptBills })
  if (!ways.includes('ONLINE') || nowInCents === 0) return ways
  if ((onlinePriceOf(registration, nowInCents, rate)?.total ?? 0) >= leastOnline) return ways
  return ['BILL']
}

/** How what waiting costs can be paid, which is due at once. */
export const depositWaysFor = (registration: Found, rate: Rate | undefined, depositInCents: number): PayWay[] =>
  waysFor(registration, rate, { priceInCents: depositInCents, nowInCents: depositInCents })

/** What comes on top of what is paid online, where the family bears it. */
export const onTopOf = (registration: Found, cents: number, rate: Rate | undefined): number =>
  (cents > 0 && onlinePriceOf(registration, cents, rate)?.surcharge) || 0

/** What is paid for it on the page for paying. */
const onlinePriceOf = ({ registration: { absorbFees } }: Found, outstandingInCents: number, rate: Rate | undefined) =>
  rate && priceOf([{ outstandingInCents, absorbFees }], rate)

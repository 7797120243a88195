import { addRates, type Rate } from '#shared/rules/money.ts'
import { leastOnline, priceOf } from '#shared/rules/paying.ts'
import { type PayWay, payWaysFor } from '#shared/rules/register/carts.ts'
import { payableAccountOf } from '../providers/payableNow.ts'
import { platformRate } from '../table/organizations.ts'
import type { LaunchedRegistration } from './launchedRegistration.ts'

/** The fees on an online payment, of the platform and the provider; undefined if the registration takes no payments online. */
export async function rateOf({ registration, club }: LaunchedRegistration): Promise<Rate | undefined> {
  const account = await payableAccountOf(registration)
  return account && addRates(account, platformRate(club))
}

type DuePrice = { priceInCents: number; nowInCents: number }
/**
 * How a price can be paid, of which `nowInCents` is due now: online if the registration takes that and it is not less than the providers'
 * minimum. Below that it is charged by bill, even if the club takes no bills, so that nobody is kept from registering.
 */
export function payWaysOf(
  registration: LaunchedRegistration,
  rate: Rate | undefined,
  { priceInCents, nowInCents }: DuePrice,
): PayWay[] {
  const { acceptBills } = registration.registration
  const ways = payWaysFor(priceInCents, { acceptPayments: rate !== undefined, acceptBills })
  if (!ways.includes('ONLINE') || nowInCents === 0) return ways
  if ((onlinePriceOf(registration, nowInCents, rate)?.total ?? 0) >= leastOnline) return ways
  return ['BILL']
}

/** How a deposit can be paid, which is due at once. */
export const depositPayWays = (
  registration: LaunchedRegistration,
  rate: Rate | undefined,
  depositInCents: number,
): PayWay[] => payWaysOf(registration, rate, { priceInCents: depositInCents, nowInCents: depositInCents })

/** The processing fee on top of an online payment, if the family bears it; in cents. */
export const surchargeOf = (registration: LaunchedRegistration, cents: number, rate: Rate | undefined): number =>
  (cents > 0 && onlinePriceOf(registration, cents, rate)?.surcharge) || 0

/** What is due now, with the processing fee, in cents. */
const onlinePriceOf = (
  { registration: { absorbFees } }: LaunchedRegistration,
  outstandingInCents: number,
  rate: Rate | undefined,
) => rate && priceOf([{ outstandingInCents, absorbFees }], rate)

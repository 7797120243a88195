import { addRates, type Rate } from '#shared/rules/money.ts'
import { type PayWay, payWaysFor } from '#shared/rules/register/carts.ts'
import { breakdownOf } from '#shared/rules/registrations/options.ts'
import { canPayWith } from '../providers/takesOnline.ts'
import { settingsOf } from '../table/organizations.ts'
import { paymentAccounts } from '../table/paymentAccounts.ts'
import type { Found } from './found.ts'

/** What is taken of a payment online: by the product, and by who takes it for the club. Undefined where nobody does. */
export async function rateOf({ registration, club }: Found): Promise<Rate | undefined> {
  const { acceptPayments, mainPaymentAccountId: paymentAccountId } = registration
  if (!acceptPayments || paymentAccountId === null) return undefined
  const account = await paymentAccounts.get({ paymentAccountId })
  // A place is held for who pays now: not where the page would then say that nobody can.
  if (!account || !canPayWith(account)) return undefined
  const { processingFeePerMil: perMille, processingFeeInCents: cents } = settingsOf(club)
  return addRates(account, { perMille, cents })
}

/** How a price can be paid now: online where somebody takes payments for the club. */
export const waysFor = ({ registration }: Found, priceInCents: number, rate: Rate | undefined): PayWay[] =>
  payWaysFor(priceInCents, { acceptPayments: rate !== undefined, acceptBills: registration.acceptBills })

/** What comes on top of what is paid online, where the family bears it. */
export function onTopOf({ registration }: Found, cents: number, rate: Rate | undefined): number {
  if (registration.absorbFees || !rate || cents === 0) return 0
  return (breakdownOf(cents, rate, false)?.paysInCents ?? cents) - cents
}

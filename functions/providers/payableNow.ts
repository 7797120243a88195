import { payWaysFor } from '#shared/rules/register/carts.ts'
import { canPayWith } from './takesOnline.ts'
import { type PaymentAccount, paymentAccounts } from '../table/paymentAccounts.ts'
import type { Registration } from '../table/registrations.ts'

/** By whom a registration is paid online now; undefined where nobody takes it. */
export async function payeeOf(
  {
    acceptPayments,
    mainPaymentAccountId: paymentAccountId,
  }: Pick<Registration, 'acceptPayments' | 'mainPaymentAccountId'>,
  { consistent = false } = {},
): Promise<PaymentAccount | undefined> {
  if (!acceptPayments || paymentAccountId === null) return undefined
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent })
  // A place is held for who pays now: not where the page would then say that nobody can.
  return account && canPayWith(account) ? account : undefined
}

/** Which prices can be paid in some way now: while nobody takes payments for the club, and it takes no bills, those of nothing alone. */
export async function payableNow(registration: Registration): Promise<(priceInCents: number) => boolean> {
  const { acceptBills } = registration
  const acceptPayments = acceptBills || (await payeeOf(registration, { consistent: true })) !== undefined
  return (priceInCents) => payWaysFor(priceInCents, { acceptPayments, acceptBills }).length > 0
}

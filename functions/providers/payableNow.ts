import { payWaysFor } from '#shared/rules/register/carts.ts'
import { canTakePayments } from './canTakePayments.ts'
import { type PaymentAccount, paymentAccounts } from '../table/paymentAccounts.ts'
import type { Registration } from '../table/registrations.ts'

/** The account to which a registration can be paid online now; undefined if there is none. */
export async function payableAccountOf(
  {
    acceptPayments,
    mainPaymentAccountId: paymentAccountId,
  }: Pick<Registration, 'acceptPayments' | 'mainPaymentAccountId'>,
  { consistent = false } = {},
): Promise<PaymentAccount | undefined> {
  if (!acceptPayments || paymentAccountId === null) return undefined
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent })
  // A place is not held for a payment that the account could not take.
  return account && canTakePayments(account) ? account : undefined
}

/** A predicate of the prices that can be paid now, online or by bill; a price of 0 always can. */
export async function payableNow(registration: Registration): Promise<(priceInCents: number) => boolean> {
  const { acceptBills } = registration
  const acceptPayments = acceptBills || (await payableAccountOf(registration, { consistent: true })) !== undefined
  return (priceInCents) => payWaysFor(priceInCents, { acceptPayments, acceptBills }).length > 0
}

import { payWaysFor } from '#shared/rules/register/carts.ts'
import { canPayWith } from './takesOnline.ts'
import { type PaymentAccount, paymentAccounts } from '../table/paymentAccounts.ts'
import type { Registration } from '../table/registrations.ts'

/** The account to which a registration is paid online now; undefined if none can take payments. */
export async function payeeOf(
  {
    acceptPayments,
    mainPaymentAccountId: paymentAccountId,
  }: Pick<Registration, 'acceptPayments' | 'mainPaymentAccountId'>,
  { consistent = false } = {},
): Promise<PaymentAccount | undefined> {
  if (!acceptPayments || paymentAccountId === null) return undefined
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent })
  // A place is held for payment only if the payment page would work.
  return account && canPayWith(account) ? account : undefined
}

/** Which prices can be paid in some way now: if the club can take neither online payments nor bills, only those of zero. */
export async function payableNow(registration: Registration): Promise<(priceInCents: number) => boolean> {
  const { acceptBills } = registration
  const acceptPayments = acceptBills || (await payeeOf(registration, { consistent: true })) !== undefined
  return (priceInCents) => payWaysFor(priceInCents, { acceptPayments, acceptBills }).length > 0
}

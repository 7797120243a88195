import type { PaymentStatus } from '../../providers/provider.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { update } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'

/**
 * Stores whether PayPal has an account with the e-mail address that was paid, which only shows with a payment; the club sees it with its
 * account.
 */
export async function storeAccountState(
  stamp: Stamp,
  { paymentAccountId, missing = [] }: PaymentAccount,
  status: PaymentStatus,
): Promise<void> {
  const lacksAccount = status.as === 'processing' && status.lacksAccount === true
  if (lacksAccount === missing.length > 0 || (!lacksAccount && status.as !== 'paid')) return
  const set = { missing: lacksAccount ? ['paypal_account'] : [] }
  await update(stamp, paymentAccounts.change({ paymentAccountId }, { set }))
}

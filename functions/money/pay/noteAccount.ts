import type { Standing } from '../../providers/provider.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { update } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'

/** Whether the club has a PayPal account with its address is known only from a payment; stores it with the account. */
export async function noteAccount(
  stamp: Stamp,
  { paymentAccountId, missing = [] }: PaymentAccount,
  standing: Standing,
): Promise<void> {
  const lacks = standing.as === 'processing' && standing.lacksAccount === true
  if (lacks === missing.length > 0 || (!lacks && standing.as !== 'paid')) return
  const set = { missing: lacks ? ['paypal_account'] : [] }
  await update(stamp, paymentAccounts.change({ paymentAccountId }, { set }))
}

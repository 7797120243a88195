import type { Standing } from '../../providers/provider.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { update } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'

/**
 * Stores whether PayPal has an account with the e-mail address that was paid, which only shows with a payment; the club sees it with its
 * account.
 */
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

import { addSeconds } from '#shared/rules/days.ts'
import { countFailures } from '../runtime/countFailures.ts'
import { runMetered } from '../table/meter.ts'
import { type PaymentAccount, paymentAccounts } from '../table/paymentAccounts.ts'
import { type Payment, payments, type Refund, refunds } from '../table/payments.ts'
import { pages, type Range } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { checkFluidPay } from './pay/checkFluidPay.ts'
import { checkStripe } from './pay/checkStripe.ts'
import { settle } from './pay/settle.ts'
import { settleRefund } from './pay/settleRefund.ts'

/** In seconds: how long a payment is left to its payer, the return and the provider's event. */
const minAgeSeconds = 720
/** How many are settled at the same time. */
const concurrency = 10

/**
 * Runs on a schedule: reads payments and refunds that are pending without a webhook from their provider. Once a day also all that clubs
 * have done at FluidPay, which has no webhooks, and missed events of Stripe.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const now = new Date(time).toISOString()
  const stamp = { actor: 'money-sweep', at: now }
  await runMetered(async (meter) => {
    const paymentResults = await sweep(payments.waitingSince(addSeconds(now, -minAgeSeconds)), (payment: Payment) =>
      settle(stamp, payment.paymentId),
    )
    const refundResults = await sweep(refunds.dueForCheck(now), (refund: Refund) => settleRefund(stamp, refund))
    const accountResults = await sweep(paymentAccounts.dueForCheck(now), (account: Stored<PaymentAccount>) =>
      account.provider === 'STRIPE' ? checkStripe(stamp, account) : checkFluidPay(stamp, account),
    )
    console.info(
      JSON.stringify({
        sweep: 'payments',
        payments: paymentResults,
        refunds: refundResults,
        accounts: accountResults,
        ...meter,
      }),
    )
    // All others are done; the error raises an alarm.
    const failed = paymentResults.failed + refundResults.failed + accountResults.failed
    if (failed > 0) throw new Error(`${failed} payments could not be settled`)
  })
}

async function sweep<Item extends object>(range: Range, work: (item: Item) => Promise<unknown>) {
  let [settled, failed] = [0, 0]
  for await (const found of pages<Item>(range)) {
    const failedHere = await countFailures(found, concurrency, work)
    settled += found.length - failedHere
    failed += failedHere
  }
  return { settled, failed }
}

import { addSeconds } from '#shared/rules/days.ts'
import { metered } from '../table/meter.ts'
import { type Payment, payments } from '../table/payments.ts'
import { pages } from '../table/table.ts'
import { settle } from './pay/settle.ts'

/** So long a payment is left to its payer, its return and the provider’s notice, in seconds. */
const patience = 720
/** So many are settled at once. */
const atOnce = 10

/** Settles what waits: payments of which nobody came back, and no notice came. Each is asked of its provider. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const now = new Date(time).toISOString()
  const stamp = { actor: 'money-sweep', at: now }
  let [settled, failed] = [0, 0]
  await metered(async (meter) => {
    for await (const found of pages<Payment>(payments.waitingSince(addSeconds(now, -patience))))
      for (let i = 0; i < found.length; i += atOnce) {
        const done = await Promise.allSettled(
          found.slice(i, i + atOnce).map(({ paymentId }) => settle(stamp, paymentId)),
        )
        settled += done.filter(({ status }) => status === 'fulfilled').length
        failed += done.filter(({ status }) => status === 'rejected').length
      }
    console.info(JSON.stringify({ sweep: 'payments', settled, failed, ...meter }))
  })
  // The others are done; the alarm tells that some are not.
  if (failed > 0) throw new Error(`${failed} payments could not be settled`)
}

import { isId, organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { type Batch, batchesBetween, linesOfBatch } from '../../providers/fluidpayBatches.ts'
import { ledger } from '../../table/ledger.ts'
import type { PaymentAccount } from '../../table/paymentAccounts.ts'
import { refunds } from '../../table/payments.ts'
import { type Difference, payouts } from '../../table/payouts.ts'
import type { Stamp } from '../../table/writes.ts'
import { bookPayout } from './bookPayout.ts'
import { bookedRefundCents } from './bookedRefunds.ts'
import { sumOfAccount } from './accountSum.ts'

/** How many hours before the last look batches are read again, since FluidPay may list them late. */
const overlapHours = 24 * 10

/** Books FluidPay's settlement batches as payouts to the club's bank, once, and compares them with the books line by line. */
export async function settleBatches(stamp: Stamp, { paymentAccountId, lookedAt }: PaymentAccount): Promise<void> {
  // Nothing was read while the key was not valid.
  const days = { from: addHours(lookedAt ?? stamp.at, -overlapHours), to: stamp.at }
  for (const batch of await batchesBetween(paymentAccountId, days)) await settleBatch(stamp, paymentAccountId, batch)
}

async function settleBatch(stamp: Stamp, paymentAccountId: string, { id, batch_date: at, net_deposit: cents }: Batch) {
  const organizationId = organizationOf(paymentAccountId)
  const payoutId = `fluidpay-${id}`
  if (await payouts.get({ organizationId, payoutId }, { consistent: true })) return
  const lines = await linesOfBatch(paymentAccountId, id)
  const lineDifferences = await Promise.all(lines.map((line) => differenceOf(organizationId, line)))
  const unexplainedCents = cents - lines.reduce((sum, { net }) => sum + net, 0)
  const differences: Difference[] = [
    ...lineDifferences.filter((difference) => difference !== undefined),
    // A difference that no line explains, such as FluidPay's fees.
    ...(unexplainedCents === 0 ? [] : [{ line: id, why: 'unknown' as const, cents: unexplainedCents }]),
  ]
  const arrivesOn = at.slice(0, 'YYYY-MM-DD'.length)
  await bookPayout(
    stamp,
    { organizationId, payoutId, cents, arrivesOn, lines: lines.length, differences },
    { effect: `settlement:${id}`, clearing: 'assets:clearing:fluidpay' },
  )
}

type Line = { line: string; chargeId: string; order: string; net: number }

/** The ledger entry of a line: a charge by the payment's id, a refund by its amount, since FluidPay has none of our ids for it. */
async function differenceOf(organizationId: string, line: Line): Promise<Difference | undefined> {
  const { net, chargeId } = line
  const booked = await (net >= 0 ? bookedCharge(organizationId, chargeId) : bookedRefund(organizationId, line))
  if (booked === undefined) return { line: line.line, why: 'missing', cents: net }
  return booked === net ? undefined : { line: line.line, why: 'amount', cents: net - booked }
}

async function bookedCharge(organizationId: string, chargeId: string): Promise<number | undefined> {
  const entry = await ledger.get({ organizationId, effect: `charge:${chargeId}` }, { consistent: true })
  return entry && sumOfAccount('assets:clearing:fluidpay', [entry])
}

async function bookedRefund(organizationId: string, { order, net }: Line): Promise<number | undefined> {
  const paymentId = `${organizationId}.${order}`
  if (!isId('payment', paymentId)) return undefined
  const refundedCents = bookedRefundCents(await refunds.of({ paymentId }))
  // Several refunds between two looks are booked as one.
  return refundedCents >= -net ? net : undefined
}

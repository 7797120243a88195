import { playerOf } from '#shared/ids.ts'
import { type Fee, feePayments } from '../table/fees.ts'
import { refunds } from '../table/payments.ts'
import { isOnline } from '../table/refunding.ts'

/**
 * The credit of the families of these fees, in cents by fee id: payments on cancelled fees that were not refunded, and refunds that the
 * provider has refused, also of overpayments.
 */
export async function creditsOn(fees: readonly Fee[]): Promise<ReadonlyMap<string, number>> {
  const players = [...new Set(fees.map(({ playerFeeId }) => playerOf(playerFeeId)))]
  const allPayments = (await Promise.all(players.map((playerId) => feePayments.ofPlayer(playerId)))).flat()
  // Most payments have no refunds, so only the others are read; one payment may be for several fees.
  const returned = allPayments.filter((payment) => isOnline(payment) && (payment.givenBack > 0 || payment.over))
  const ids = [...new Set(returned.map(({ paymentId }) => paymentId))]
  const allRefunds = (await Promise.all(ids.map((paymentId) => refunds.of({ paymentId })))).flat()
  const refused = allRefunds.filter((refund) => refund.state === 'refused')
  const credit = new Map<string, number>()
  const add = (id: string, cents: number) => cents > 0 && credit.set(id, (credit.get(id) ?? 0) + cents)
  for (const { playerFeeId, state, cancelledAs, paid: cents } of fees) {
    if (state === 'cancelled' && cancelledAs === 'credit') add(playerFeeId, cents)
    for (const { about, cents: refundedCents } of refused) if (about === playerFeeId) add(playerFeeId, refundedCents)
  }
  return credit
}

import { playerOf } from '#shared/ids.ts'
import { type Fee, type FeePayment, feePayments } from '../table/fees.ts'
import { refunds } from '../table/payments.ts'
import { isOnline } from '../table/refunding.ts'

/**
 * What a club owes the family of these fees, in cents by the fees' ids: what was paid on a fee that is cancelled and was not given
 * back, and what its provider would not give back.
 */
export async function creditsOn(fees: readonly Fee[]): Promise<ReadonlyMap<string, number>> {
  const players = [...new Set(fees.map(({ playerFeeId }) => playerOf(playerFeeId)))]
  const paid = (await Promise.all(players.map((playerId) => feePayments.ofPlayer(playerId)))).flat()
  const returned = paid.filter((payment) => payment.givenBack > 0 && isOnline(payment))
  const refused = (await Promise.all(returned.map(refusedOf))).flat()
  const credit = new Map<string, number>()
  const add = (id: string, cents: number) => cents > 0 && credit.set(id, (credit.get(id) ?? 0) + cents)
  for (const { playerFeeId, state, cancelledAs, paid: cents } of fees) {
    if (state === 'cancelled' && cancelledAs === 'credit') add(playerFeeId, cents)
    for (const { about, cents: back } of refused) if (about === playerFeeId) add(playerFeeId, back)
  }
  return credit
}

/** What its provider has refused to give back of it lies with the club. */
const refusedOf = async ({ playerFeeId, paymentId }: FeePayment) =>
  (await refunds.of({ paymentId })).filter(({ about, state }) => about === playerFeeId && state === 'refused')

import { playerOf } from '#shared/ids.ts'
import { type Fee, feePayments } from '../table/fees.ts'
import { payments, refunds } from '../table/payments.ts'
import { isOnline } from '../table/refunding.ts'

/**
 * What a club owes the family of these fees, in cents by the fees' ids: what was paid on a fee that is cancelled and was not given
 * back, and what its provider would not give back, be it of a fee or of what was paid over.
 */
export async function creditsOn(fees: readonly Fee[]): Promise<ReadonlyMap<string, number>> {
  const players = [...new Set(fees.map(({ playerFeeId }) => playerOf(playerFeeId)))]
  const paid = (await Promise.all(players.map((playerId) => feePayments.ofPlayer(playerId)))).flat()
  const refused = await refusedOf(paid.filter(isOnline).map(({ paymentId }) => paymentId))
  const credit = new Map<string, number>()
  const add = (id: string, cents: number) => cents > 0 && credit.set(id, (credit.get(id) ?? 0) + cents)
  for (const { playerFeeId, state, cancelledAs, paid: cents } of fees) {
    if (state === 'cancelled' && cancelledAs === 'credit') add(playerFeeId, cents)
    for (const { about, cents: back } of refused) if (about === playerFeeId) add(playerFeeId, back)
  }
  return credit
}

/**
 * What providers have refused to give back of payments lies with the club. One may be of several fees; most are such that nothing
 * was to go back of them, which they say themselves: they are read together, and only of the others the refunds.
 */
async function refusedOf(paymentIds: readonly string[]) {
  const found = await payments.getMany([...new Set(paymentIds)].map((paymentId) => ({ paymentId })))
  const returned = found.flatMap((payment) => (payment && payment.returned > 0 ? [payment] : []))
  return (await Promise.all(returned.map(refunds.of))).flat().filter(({ state }) => state === 'refused')
}

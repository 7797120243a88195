import type { Refund } from '../../table/payments.ts'
import { allowance } from './allowance.ts'

/**
 * Counts an amount that the payer's bank has charged back (`max`) as refunds that do not arrive: the first ones first, the last one
 * perhaps in part. `set`: the change of a refund, if any; `remaining`: what remains for refunds that do not arrive later.
 */
export function allocateChargeback<R extends Refund>(all: readonly R[], max: number) {
  const lost = allowance(max)
  const allocations = all.map((refund) => {
    const chargedBack = lost.take(refund.cents)
    return { refund, chargedBack, set: chargedBack > 0 ? refundChange(refund, chargedBack) : {} }
  })
  return { allocations, remaining: lost.remaining(), chargedBack: max - lost.remaining() }
}

const refundChange = ({ cents, bankCents = 0 }: Refund, chargedBack: number): Partial<Refund> => ({
  bankCents: bankCents + chargedBack,
  ...(chargedBack < cents ? { cents: cents - chargedBack } : { state: 'done', byBank: true, why: undefined }),
})

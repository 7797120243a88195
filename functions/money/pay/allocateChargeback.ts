import type { Refund } from '../../table/payments.ts'

/**
 * Counts an amount that the payer's bank has charged back (`max`) as refunds that do not arrive: the first ones first, the last one
 * perhaps in part. `set`: the change of a refund, if any; `remaining`: what remains for refunds that do not arrive later.
 */
export function allocateChargeback<R extends Refund>(all: readonly R[], max: number) {
  let remaining = max
  const allocations = all.map((refund) => {
    const chargedBack = Math.min(refund.cents, remaining)
    remaining -= chargedBack
    return { refund, chargedBack, set: chargedBack > 0 ? refundChange(refund, chargedBack) : {} }
  })
  return { allocations, remaining, chargedBack: max - remaining }
}

const refundChange = ({ cents, bankCents = 0 }: Refund, chargedBack: number): Partial<Refund> => ({
  bankCents: bankCents + chargedBack,
  ...(chargedBack < cents ? { cents: cents - chargedBack } : { state: 'done', byBank: true, why: undefined }),
})

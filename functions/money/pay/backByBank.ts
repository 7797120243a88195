import type { Refund } from '../../table/payments.ts'

/**
 * Counts an amount that the payer's bank has charged back (`max`) as refunds that do not arrive: the first ones first, the last one
 * perhaps in part. `set`: the change of a refund, if any; `left`: what remains for refunds that do not arrive later.
 */
export function backByBank<R extends Refund>(all: readonly R[], max: number) {
  let left = max
  const found = all.map((refund) => {
    const taken = Math.min(refund.cents, left)
    left -= taken
    return { refund, taken, set: taken > 0 ? after(refund, taken) : {} }
  })
  return { found, left, taken: max - left }
}

const after = ({ cents, bankCents = 0 }: Refund, taken: number): Partial<Refund> => ({
  bankCents: bankCents + taken,
  ...(taken < cents ? { cents: cents - taken } : { state: 'done', byBank: true, why: undefined }),
})

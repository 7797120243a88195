import type { Refund } from '../../table/payments.ts'

/**
 * Of what does not arrive the payer's bank has given them so much (`most`) when it took the payment back: of the first ones
 * first, and of the last perhaps a part. `set`: what a refund is then, if that changes it; `left` counts for what does not arrive later.
 */
export function backByBank<R extends Refund>(all: readonly R[], most: number) {
  let left = most
  const found = all.map((refund) => {
    const taken = Math.min(refund.cents, left)
    left -= taken
    return { refund, taken, set: taken > 0 ? after(refund, taken) : {} }
  })
  return { found, left, taken: most - left }
}

const after = ({ cents, bankCents = 0 }: Refund, taken: number): Partial<Refund> => ({
  bankCents: bankCents + taken,
  ...(taken < cents ? { cents: cents - taken } : { state: 'done', byBank: true, why: undefined }),
})

/** Money is a whole number of the currency's smallest unit: cents. Nothing here creates a fraction of one, or loses one. */

/** The highest fee: $99,999. */
export const maxCents = 9_999_900

/** What is taken of each payment: per mille of it, plus a number of cents. */
export type Rate = { perMille: number; cents: number }

/** Two rates that are both taken of the same payment. */
export const addRates = (a: Rate, b: Rate): Rate => ({
  perMille: a.perMille + b.perMille,
  cents: a.cents + b.cents,
})

/** What a rate takes of a payment: per mille of the total, half a cent rounded up, plus the cents. */
export const amountAtRate = (total: number, { perMille, cents }: Rate): number =>
  Math.floor((total * perMille + 500) / 1000) + cents

/**
 * The smallest payment that leaves at least `net` after the rate: what a family pays if it bears the processing fee. Undefined if
 * no payment is enough.
 */
export function grossOf(net: number, rate: Rate): number | undefined {
  if (rate.perMille >= 1000) return undefined
  // Assumes the most favourable rounding: no smaller payment is enough.
  let total = Math.max(net, Math.floor(((net + rate.cents) * 1000 - 500) / (1000 - rate.perMille)))
  while (total - amountAtRate(total, rate) < net) total += 1
  return total
}

/**
 * A sum split by weights into shares that add up to it: each is rounded down, and the remaining cents go to those that lost most
 * by rounding, the first ones among equals.
 */
export function sharesOf(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all <= 0) return weights.map(() => 0)
  const shares = weights.map((weight) => Math.floor((total * weight) / all))
  const remainders = weights
    .map((weight, i) => ({ i, lost: (total * weight) % all }))
    .toSorted((a, b) => b.lost - a.lost)
  const undistributed = total - shares.reduce((sum, share) => sum + share, 0)
  const roundedUp = new Set(remainders.slice(0, undistributed).map(({ i }) => i))
  return shares.map((share, i) => share + (roundedUp.has(i) ? 1 : 0))
}

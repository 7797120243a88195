import { faultAt, Problem } from '#shared/problems.ts'
import type { PlanName, Price } from '#shared/rules/subscriptions.ts'
import { type Catalogue, readCatalogue, readPrice } from '../providers/billingPrices.ts'

/** How long prices are kept, in milliseconds. */
const kept = 10 * 60_000

let last: { at: number; read: Promise<Catalogue> } | undefined

/** What the product costs, as it was a few minutes ago. What could not be read is asked for again. */
export function catalogue(now: string): Promise<Catalogue> {
  const at = Date.parse(now)
  if (last && Math.abs(at - last.at) < kept) return last.read
  const read = readCatalogue()
  last = { at, read }
  read.catch(() => {
    if (last?.read === read) last = undefined
  })
  return read
}

/** The plan that a price is of; of another price nothing is sold. */
export async function planOf(priceId: string, now: string): Promise<PlanName> {
  const { yearly, monthly } = await catalogue(now)
  if (priceId === yearly.price.id) return 'annual'
  if (priceId === monthly.price.id) return 'monthly'
  throw new Problem('bad_request', [faultAt('priceId', 'invalid')])
}

/** The price of what was ordered before: once another one has taken its place, it is sold no more and billed on. */
export async function priceOf(priceId: string, now: string): Promise<Price> {
  const sold = Object.values(await catalogue(now)).find(({ price }) => price.id === priceId)
  return sold ? sold.price : readPrice(priceId)
}

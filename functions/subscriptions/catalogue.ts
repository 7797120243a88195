import { faultAt, Problem } from '#shared/problems.ts'
import type { PlanName, Price } from '#shared/rules/subscriptions.ts'
import { type Catalogue, readCatalogue } from '../providers/billingPrices.ts'

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
export async function planOf(priceId: string, now: string): Promise<{ plan: PlanName; price: Price }> {
  const { yearly, monthly } = await catalogue(now)
  if (priceId === yearly.price.id) return { plan: 'annual', price: yearly.price }
  if (priceId === monthly.price.id) return { plan: 'monthly', price: monthly.price }
  throw new Problem('bad_request', [faultAt('priceId', 'invalid')])
}

import { faultAt, Problem } from '#shared/problems.ts'
import type { PlanName, Price } from '#shared/rules/subscriptions.ts'
import { type Catalogue, readCatalogue, readPrice } from '../providers/billingPrices.ts'

/** How long prices are cached, in milliseconds. */
const cacheMs = 10 * 60_000

let cached: { at: number; read: Promise<Catalogue> } | undefined

/** The prices from Stripe, cached for a few minutes; a failed read is not cached. */
export function catalogue(now: string): Promise<Catalogue> {
  const at = Date.parse(now)
  if (cached && Math.abs(at - cached.at) < cacheMs) return cached.read
  const read = readCatalogue()
  cached = { at, read }
  read.catch(() => {
    if (cached?.read === read) cached = undefined
  })
  return read
}

/** The plan of a price. Throws for a price that is not sold. */
export async function planOf(priceId: string, now: string): Promise<PlanName> {
  const { yearly, monthly } = await catalogue(now)
  if (priceId === yearly.price.id) return 'annual'
  if (priceId === monthly.price.id) return 'monthly'
  throw new Problem('bad_request', [faultAt('priceId', 'invalid')])
}

/** A price of an existing subscription, which may not be sold any more. */
export async function priceOf(priceId: string, now: string): Promise<Price> {
  const sold = Object.values(await catalogue(now)).find(({ price }) => price.id === priceId)
  return sold ? sold.price : readPrice(priceId)
}

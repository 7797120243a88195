import { faultAt, Problem } from '#shared/problems.ts'
import type { Price } from '#shared/rules/register/price.ts'
import type { RegistrationDraft, RegistrationEntry } from '../table/registrationEntries.ts'
import type { Stored } from '../table/writes.ts'
import { depositForPrice } from './deposits.ts'
import { entryOf } from './entryOf.ts'
import type { FinalizeCall, FinalizeContext } from './finalizeContext.ts'
import { depositPayWays, payWaysOf } from './payWays.ts'
import { amountDueOn, isSameDue, partsOf, pricesOf, promoOf, usesLeft } from './pricing.ts'

type Child = Stored<RegistrationDraft>

const zeroPrice: Price = { lines: [], reductions: [], subtotalInCents: 0, priceInCents: 0 }

/** The entries that these children get, at what the family has seen and chosen; throws as `agreedPrices`. */
export function newEntriesOf(
  call: FinalizeCall,
  context: FinalizeContext,
  children: readonly Child[],
): RegistrationEntry[] {
  const { body, now } = call
  const { registration, registrar, cart } = context
  const { prices, deposits, promo, uses } = agreedPrices(context, children, body)
  return children.map((child, i) =>
    entryOf(child, registration, registrar, {
      price: prices[i] ?? zeroPrice,
      payBy: prices[i]?.priceInCents === 0 ? 'NONE' : body.payBy,
      state: body.wait === true ? 'waiting' : 'registered',
      byPlan: cart?.byPlan ?? false,
      promoCodeId: i < uses ? promo?.id : undefined,
      deposit: deposits[i] ?? 0,
      order: i,
      now,
    }),
  )
}

/**
 * What these children cost. Throws if that is not what the family has seen (`price_changed`, `promo_code_used_up`,
 * `due_changed`), if no place is left, or if it cannot be paid in the chosen way.
 */
function agreedPrices(
  { registration, taken, cart, entries, rate, isTooLate }: FinalizeContext,
  children: readonly Child[],
  body: FinalizeCall['body'],
) {
  const isWaiting = body.wait === true
  const promo = promoOf(registration, cart?.promoCodeId)
  const uses = promo ? usesLeft(promo, taken) : 0
  const prices = pricesOf(registration, children, { entries, promo, uses })
  const total = prices.reduce((sum, { priceInCents }) => sum + priceInCents, 0)
  if (total !== body.totalInCents) throw new Problem(promo && uses === 0 ? 'promo_code_used_up' : 'price_changed')
  const parts = partsOf(registration, prices, cart?.byPlan)
  if (body.due && !isSameDue(body.due, registration.today, parts)) throw new Problem('due_changed')
  const deposits = prices.map(({ priceInCents }) =>
    isWaiting ? depositForPrice(registration.registration, priceInCents) : 0,
  )
  const depositInCents = deposits.reduce((sum, cents) => sum + cents, 0)
  if (isWaiting && depositInCents !== (body.depositInCents ?? 0)) throw new Problem('price_changed')
  if (isTooLate || (isWaiting && !registration.registration.waitingList)) throw new Problem('registration_full')
  const nowInCents = amountDueOn(registration.today, parts)
  const ways = payWaysOf(registration, rate, { priceInCents: total, nowInCents })
  // A deposit is always charged; it cannot be paid online if no provider takes so little.
  const isTooLittle =
    depositInCents > 0 &&
    body.payBy === 'ONLINE' &&
    !depositPayWays(registration, rate, depositInCents).includes('ONLINE')
  if (isTooLittle || (!isWaiting && !ways.includes(body.payBy)))
    throw new Problem('bad_request', [faultAt('payBy', 'select_one')])
  return { prices, deposits, promo, uses }
}

import { type Installment, partsOf } from '../registrations/installments.ts'
import type { PromoCode } from '../registrations/promoCodes.ts'

/** The discount of a promo code: a number of cents, or a percentage with two decimals. */
export type Promo = Pick<PromoCode, 'codeTitle' | 'promoCodeType' | 'discountInCents' | 'discountInPercentile'>

/** A chosen item with its current price. `isOption`: part of the registration itself, not an add-on. */
export type ChosenItem = { name: string; quantity: number; priceInCents: number; isOption: boolean }

type Reduction = { name: string; cents: number }
/** Names of the reductions without a promo code, as stored; shown in the reader's language. */
export const reductionNames = { sibling: 'Sibling discount', earlyBird: 'Early bird' }
/** A percentage reduction without a promo code, on the options only. */
export type PercentOff = { name: string; percent: number }

type Input = {
  chosen: readonly ChosenItem[]
  /** For siblings and early birds: applied one after the other, each to what the previous ones left. */
  percentsOff?: readonly PercentOff[]
  promo?: Promo | undefined
}

/** The price of a registration, before providers' fees: never negative. */
export type Price = {
  lines: { name: string; quantity: number; cents: number }[]
  reductions: Reduction[]
  subtotalInCents: number
  priceInCents: number
}

/** A percentage of a sum, with two decimals, half a cent rounded up. */
const percentOf = (cents: number, percent: number) => Math.floor((cents * Math.round(percent * 100) + 5000) / 10_000)
const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0)

export function priceOf({ chosen, percentsOff = [], promo }: Input): Price {
  const lines = chosen.map(({ name, quantity, priceInCents }) => ({ name, quantity, cents: quantity * priceInCents }))
  const subtotalInCents = sum(lines)
  const reductions: Reduction[] = []
  let optionsCents = sum(lines.filter((_, i) => chosen[i]?.isOption))
  for (const { name, percent } of percentsOff) {
    const cents = percentOf(optionsCents, percent)
    optionsCents -= cents
    if (cents > 0) reductions.push({ name, cents })
  }
  const remaining = subtotalInCents - sum(reductions)
  const discount = promo ? discountOf(remaining, promo) : 0
  if (promo) reductions.push({ name: promo.codeTitle, cents: Math.min(discount, remaining) })
  return { lines, reductions, subtotalInCents, priceInCents: subtotalInCents - sum(reductions) }
}

const discountOf = (cents: number, { promoCodeType, discountInCents, discountInPercentile }: Promo) =>
  promoCodeType === 'AMOUNT' ? (discountInCents ?? 0) : percentOf(cents, discountInPercentile ?? 0)

/** What is due on a day. */
export type Part = { amountInCents: number; dueOn: string }

/**
 * The parts of a price by a club's plan, or one sum today if there is none. Parts that would have been due by today are due now,
 * as one sum, which comes first; empty parts are left out.
 */
export function dueParts(priceInCents: number, plan: readonly Installment[], today: string): Part[] {
  if (plan.length === 0) return dueFrom([{ amountInCents: priceInCents, dueOn: today }], today)
  const parts = partsOf(priceInCents, plan)
    .map(({ amountInCents, dueDate }) => ({ amountInCents, dueOn: dueDate }))
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
  return dueFrom(parts, today)
}

/** The parts of several prices together: each child is charged separately, and the total shown matches that to the cent. */
export function partsTogether(all: readonly (readonly Part[])[]): Part[] {
  const byDay = new Map<string, number>()
  for (const { amountInCents, dueOn } of all.flat()) byDay.set(dueOn, (byDay.get(dueOn) ?? 0) + amountInCents)
  return [...byDay]
    .map(([dueOn, amountInCents]) => ({ amountInCents, dueOn }))
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
}

/** Parts in order of their days, for a place that is taken on a later day than they were calculated for. */
export function dueFrom(parts: readonly Part[], today: string): Part[] {
  const sum = (all: readonly Part[]) => all.reduce((cents, { amountInCents }) => cents + amountInCents, 0)
  const later = parts.filter(({ amountInCents, dueOn }) => amountInCents > 0 && dueOn > today)
  const dueNow = sum(parts) - sum(later)
  return [...(dueNow > 0 ? [{ amountInCents: dueNow, dueOn: today }] : []), ...later]
}

/** The parts left after a payment, which covers the first ones first. */
export function partsAfter(paidInCents: number, parts: readonly Part[]): Part[] {
  let remaining = paidInCents
  return parts.flatMap(({ amountInCents, dueOn }) => {
    const paid = Math.min(remaining, amountInCents)
    remaining -= paid
    return amountInCents > paid ? [{ amountInCents: amountInCents - paid, dueOn }] : []
  })
}

type PriceWithParts = Pick<Price, 'reductions' | 'priceInCents'> & { parts: readonly Part[] }
/** A price calculated with a promo code, which is always the last reduction, as it is without it. */
export function withoutPromo({ reductions, priceInCents: before, parts }: PriceWithParts, day: string) {
  const priceInCents = before + (reductions.at(-1)?.cents ?? 0)
  return {
    reductions: reductions.slice(0, -1),
    priceInCents,
    parts: partsAt(priceInCents, { priceInCents: before, parts }, day),
  }
}

/** The parts of a price, scaled to another price. If nothing was to be paid, all is due on `day`. */
export function partsAt(
  priceInCents: number,
  { priceInCents: before, parts }: Pick<PriceWithParts, 'priceInCents' | 'parts'>,
  day: string,
): Part[] {
  if (before === 0) return dueFrom([{ amountInCents: priceInCents, dueOn: day }], day)
  const scaled = (cents: number) => Math.round((cents * priceInCents) / before)
  let sum = 0
  return parts.map(({ amountInCents, dueOn }) => {
    const from = scaled(sum)
    sum += amountInCents
    return { amountInCents: scaled(sum) - from, dueOn }
  })
}

/**
 * The price of a changed choice: items that stay cost what they did, new ones their current price, and reductions keep their
 * amount in cents.
 */
export function repriced(
  { lines: previousLines, reductions: previousReductions }: Pick<Price, 'lines' | 'reductions'>,
  chosen: readonly ChosenItem[],
): Omit<Price, 'subtotalInCents'> {
  const unmatchedLines = [...previousLines]
  const lines = chosen.map(({ name, quantity, priceInCents }) => {
    const previousLine = takeLine(unmatchedLines, name, priceInCents)
    const unchangedQuantity = previousLine ? Math.min(previousLine.quantity, quantity) : 0
    const cents = previousLine ? Math.round((previousLine.cents * unchangedQuantity) / previousLine.quantity) : 0
    return { name, quantity, cents: cents + (quantity - unchangedQuantity) * priceInCents }
  })
  let remaining = sum(lines)
  const reductions = previousReductions.map(({ name, cents: fullCents }) => {
    const cents = Math.min(fullCents, remaining)
    remaining -= cents
    return { name, cents }
  })
  return { lines, reductions, priceInCents: remaining }
}

/**
 * Removes an item's line from `lines`, and returns it; undefined if it has none. Add-ons may have the same name: of several lines, the one with
 * the item's current price is taken, or else the first.
 */
function takeLine(lines: Price['lines'], name: string, priceInCents: number): Price['lines'][number] | undefined {
  const sameName = lines.filter((line) => line.name === name)
  const line = sameName.find(({ quantity, cents }) => cents === quantity * priceInCents) ?? sameName[0]
  if (line) lines.splice(lines.indexOf(line), 1)
  return line
}

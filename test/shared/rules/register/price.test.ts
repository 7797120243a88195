import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChosenItem,
  dueParts,
  partsAfter,
  partsTogether,
  repriced,
  priceOf,
  type Promo,
  reductionNames,
} from '#shared/rules/register/price.ts'

const option = (priceInCents: number, quantity = 1): ChosenItem => ({
  name: 'Season',
  quantity,
  priceInCents,
  isOption: true,
})
const shirt = (priceInCents: number, quantity = 1): ChosenItem => ({
  name: 'Shirt',
  quantity,
  priceInCents,
  isOption: false,
})
const amount = (discountInCents: number) => ({
  codeTitle: 'EARLY',
  promoCodeType: 'AMOUNT' as const,
  discountInCents,
  discountInPercentile: null,
})
const percent = (discountInPercentile: number) => ({
  codeTitle: 'EARLY',
  promoCodeType: 'PERCENT' as const,
  discountInCents: null,
  discountInPercentile,
})

describe('the price of a registration', () => {
  it.each([
    ['the price of an option', { chosen: [option(12_500)] }, 12_500],
    ['0 for a free option', { chosen: [option(0)] }, 0],
    ['the sum of an option and two shirts', { chosen: [option(12_500), shirt(2_499, 2)] }, 17_498],
    ['reduced by $20 by a code', { chosen: [option(12_500)], promo: amount(2_000) }, 10_500],
    ['0 with a code of more than the sum', { chosen: [option(1_000)], promo: amount(2_000) }, 0],
    [
      'reduced by 33.33 percent by a code, rounded to the cent',
      { chosen: [option(10_050)], promo: percent(33.33) },
      6_700,
    ],
    ['0 with a code of 100 percent', { chosen: [option(9_999), shirt(1)], promo: percent(100) }, 0],
    ['reduced by 10 percent for a sibling, except for the shirt', siblings([10]), 9_000 + 2_000],
    ['reduced by 10 percent, then by 5 percent of the rest', siblings([10, 5]), 8_550 + 2_000],
    ['reduced by a sibling discount, then by a code', { ...siblings([10]), promo: percent(50) }, 5_500],
  ])('is %s', (_, input, cents) => expect(priceOf(input).priceInCents).toBe(cents))

  it('lists reductions with their names, without those of zero', () => {
    expect(reductionNames).toEqual({ sibling: 'Sibling discount', earlyBird: 'Early bird' })
    const { reductions } = priceOf({ ...siblings([10, 0, 5]), promo: amount(700) })
    expect(reductions).toEqual([
      { name: 'Sibling', cents: 1000 },
      { name: 'Sibling', cents: 450 },
      { name: 'EARLY', cents: 700 },
    ])
    expect(priceOf({ chosen: [option(500)] }).reductions).toEqual([])
  })

  it('is the sum of its lines minus reductions, and never negative', () => {
    const chosen = fc.record({
      name: fc.constant('x'),
      quantity: fc.integer({ min: 0, max: 20 }),
      priceInCents: fc.integer({ min: 0, max: 999_999 }),
      isOption: fc.boolean(),
    })
    const promo: fc.Arbitrary<Promo> = fc.oneof(
      fc.integer({ min: 1, max: 9_999_900 }).map(amount),
      fc.integer({ min: 1, max: 10_000 }).map((hundredths) => percent(hundredths / 100)),
    )
    const percents = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 })
    fc.assert(
      fc.property(
        fc.array(chosen, { maxLength: 8 }),
        percents,
        fc.option(promo, { nil: undefined }),
        (all, off, code) => {
          const percentsOff = off.map((each) => ({ name: 'less', percent: each }))
          const { lines, reductions, subtotalInCents, priceInCents } = priceOf({
            chosen: all,
            percentsOff,
            promo: code,
          })
          const total = (each: { cents: number }[]) => each.reduce((sum, { cents }) => sum + cents, 0)
          expect(total(lines)).toBe(subtotalInCents)
          expect(subtotalInCents - total(reductions)).toBe(priceInCents)
          expect(priceInCents).toBeGreaterThanOrEqual(0)
          expect(reductions.every(({ cents }) => Number.isInteger(cents) && cents >= 0)).toBe(true)
        },
      ),
    )
  })
})

function siblings(percents: number[]) {
  return {
    chosen: [option(10_000), shirt(2_000)],
    percentsOff: percents.map((each) => ({ name: 'Sibling', percent: each })),
  }
}

describe('the installments of a plan', () => {
  const plan = [
    { percent: 50, dueDate: '2026-09-01' },
    { percent: 25, dueDate: '2026-10-01' },
    { percent: 25, dueDate: '2026-11-01' },
  ]
  it.each([
    [
      'all in the future, in order',
      10_000,
      '2026-08-01',
      [
        [5_000, '2026-09-01'],
        [2_500, '2026-10-01'],
        [2_500, '2026-11-01'],
      ],
    ],
    [
      'merged into one due now if overdue',
      10_000,
      '2026-10-01',
      [
        [7_500, '2026-10-01'],
        [2_500, '2026-11-01'],
      ],
    ],
    ['one due now if all are overdue', 10_000, '2026-12-01', [[10_000, '2026-12-01']]],
    ['none for a price of 0', 0, '2026-08-01', []],
    ['without parts of 0', 1, '2026-08-01', [[1, '2026-09-01']]],
  ])('are %s', (_, cents, today, expected) =>
    expect(dueParts(cents, plan, today).map(({ amountInCents, dueOn }) => [amountInCents, dueOn])).toEqual(expected),
  )

  it.each([
    [
      0,
      [
        [5000, '2026-09-01'],
        [2500, '2026-10-01'],
      ],
    ],
    [
      2000,
      [
        [3000, '2026-09-01'],
        [2500, '2026-10-01'],
      ],
    ],
    [5000, [[2500, '2026-10-01']]],
    [6000, [[1500, '2026-10-01']]],
    [7500, []],
  ])('with %i already paid are those that remain, first ones first', (paid, left) => {
    const parts = [
      { amountInCents: 5000, dueOn: '2026-09-01' },
      { amountInCents: 2500, dueOn: '2026-10-01' },
    ]
    expect(partsAfter(paid, parts).map(({ amountInCents, dueOn }) => [amountInCents, dueOn])).toEqual(left)
  })

  it('are due in order of their dates, however the plan is written', () =>
    expect(dueParts(10_000, plan.toReversed(), '2026-09-15').map(({ dueOn }) => dueOn)).toEqual([
      '2026-09-15',
      '2026-10-01',
      '2026-11-01',
    ]))

  it('of several children are added up per day, in order', () => {
    const part = (amountInCents: number, dueOn: string) => ({ amountInCents, dueOn })
    const ofMia = [part(5000, '2026-10-01'), part(2500, '2026-11-01')]
    const ofSam = [part(100, '2026-09-01'), part(200, '2026-11-01')]
    expect(partsTogether([ofMia, ofSam])).toEqual([
      part(100, '2026-09-01'),
      part(5000, '2026-10-01'),
      part(2700, '2026-11-01'),
    ])
    expect(partsTogether([])).toEqual([])
  })

  it('add up to the cent for any plan and day', () => {
    const day = fc.integer({ min: 0, max: 700 }).map((n) => new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10))
    const part = fc.record({
      // Plans have no zero installments.
      percent: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
      dueDate: day,
    })
    const parts = fc.array(part, { maxLength: 12 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_900 }), parts, day, (cents, planned, today) => {
        const made = dueParts(cents, planned, today)
        expect(made.reduce((sum, { amountInCents }) => sum + amountInCents, 0)).toBe(cents)
        expect(made.every(({ amountInCents, dueOn }) => amountInCents > 0 && dueOn >= today)).toBe(true)
      }),
    )
  })
})

describe('the price of a changed choice', () => {
  const had = priceOf({ chosen: [option(12_500), shirt(1500), shirt(2000)], promo: amount(500) })
  const cents = (chosen: readonly ChosenItem[]) => repriced(had, chosen).lines.map((line) => line.cents)

  it.each([
    ['kept items cost what they did', [option(15_000), shirt(1500), shirt(2000)], [12_500, 1500, 2000]],
    ['of two items with the same name, the kept one costs what it did', [option(12_500), shirt(2000)], [12_500, 2000]],
    ['an additional unit costs its current price', [option(12_500), shirt(1500), shirt(2000, 2)], [12_500, 1500, 4000]],
    ['so does a third item with that name', [shirt(1500), shirt(2000), shirt(900)], [1500, 2000, 900]],
  ])('%s', (_, chosen, lines) => {
    expect(cents(chosen)).toEqual(lines)
    expect(repriced(had, chosen).priceInCents).toBe(lines.reduce((sum, each) => sum + each, 0) - 500)
  })
})

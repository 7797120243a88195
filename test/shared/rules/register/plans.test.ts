import { describe, expect, it } from 'vitest'
import type { PromoCode } from '#shared/rules/registrations/promoCodes.ts'
import { codeOf, promoCodeFaults } from '#shared/rules/registrations/promoCodes.ts'
import { evenPlan, installmentsFaults, partsOf } from '#shared/rules/registrations/installments.ts'
import { breakdownOf, isNameTaken, optionFaults, priceFaultOf } from '#shared/rules/registrations/options.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'

/** The faults by place: code and limit. */
const wrong = (faults: ValueFaults) =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) => (fault ? [[at, [fault.code, fault.limit].join(' ').trim()]] : [])),
  )
const today = '2026-11-22'

describe('a promo code', () => {
  const code: Omit<PromoCode, 'id'> = {
    codeTitle: 'EARLY',
    promoCodeType: 'AMOUNT',
    discountInCents: 500,
    discountInPercentile: null,
    expires: null,
    maxUse: null,
  }
  it('is compared without case and surrounding blanks', () => expect(codeOf(' early bird ')).toBe('EARLY BIRD'))

  it.each<[Partial<typeof code>, Record<string, string>]>([
    [{}, {}],
    [{ codeTitle: ' ' }, { codeTitle: 'required' }],
    [{ codeTitle: 'ñ'.repeat(50) }, {}],
    [{ codeTitle: 'ñ'.repeat(51) }, { codeTitle: 'too_long 50' }],
    [{ codeTitle: ' Niño_10.5%-b ' }, {}],
    [{ codeTitle: 'TWO WORDS' }, { codeTitle: 'not_a_code' }],
    [{ codeTitle: '#5' }, { codeTitle: 'not_a_code' }],
    [{ codeTitle: '5#' }, { codeTitle: 'not_a_code' }],
    [{ discountInCents: null }, { discountInCents: 'required' }],
    [{ discountInCents: 0 }, { discountInCents: 'not_above_zero' }],
    [{ promoCodeType: 'PERCENT', discountInCents: null, discountInPercentile: 12.5 }, {}],
    [{ promoCodeType: 'PERCENT', discountInCents: 0 }, { discountInPercentile: 'required' }],
    [{ promoCodeType: 'PERCENT', discountInPercentile: 101 }, { discountInPercentile: 'too_many_percent 100' }],
    [{ discountInPercentile: 101 }, {}],
    [{ expires: today }, {}],
    [{ expires: '2026-11-21' }, { expires: 'in_the_past' }],
    [{ maxUse: 1 }, {}],
    [{ maxUse: 0 }, { maxUse: 'too_small 1' }],
    [{ maxUse: 100_000 }, {}],
    [{ maxUse: 100_001 }, { maxUse: 'too_great 100000' }],
  ])('%j has the errors %j', (changes, faults) =>
    expect(wrong(promoCodeFaults({ ...code, ...changes }, { today }))).toEqual(faults),
  )

  it('keeps an expiry that has passed since', () => {
    const expired = { ...code, expires: '2026-11-01' }
    expect(wrong(promoCodeFaults(expired, { today, stands: '2026-11-01' }))).toEqual({})
    expect(wrong(promoCodeFaults(expired, { today, stands: '2026-11-02' }))).toEqual({ expires: 'in_the_past' })
  })
})

describe('a payment plan', () => {
  const plan = (...parts: [number, string][]) => ({
    paymentPlanEnabled: true,
    items: parts.map(([percent, dueDate]) => ({ percent, dueDate })),
  })
  const monthly = (count: number) =>
    plan(...Array.from({ length: count }, (_, i): [number, string] => [100 / count, `2027-01-${i + 10}`]))
  it.each<[string, ReturnType<typeof plan>, Record<string, string>]>([
    ['no plan', { paymentPlanEnabled: false, items: [] }, {}],
    ['an enabled plan without parts', { paymentPlanEnabled: true, items: [] }, { items: 'too_few 2' }],
    ['one part', plan([100, '2027-01-01']), { items: 'too_few 2' }],
    [
      'one part in a disabled plan',
      { ...plan([100, '2027-01-01']), paymentPlanEnabled: false },
      { items: 'too_few 2' },
    ],
    ['two halves', plan([50, '2027-01-01'], [50, '2027-02-01']), {}],
    ['thirds to two decimals', plan([33.33, '2027-01-01'], [33.33, '2027-02-01'], [33.34, '2027-03-01']), {}],
    ['a sum of 99.99 percent', plan([33.33, '2027-01-01'], [66.66, '2027-02-01']), { items: 'not_the_sum' }],
    ['a sum of 100.01 percent', plan([50, '2027-01-01'], [50.01, '2027-02-01']), { items: 'not_the_sum' }],
    ['ten parts', monthly(10), {}],
    ['thirteen parts', monthly(13), { items: 'too_many 12' }],
    ['a part of 0 percent', plan([0, '2027-01-01'], [100, '2027-02-01']), { 'items.0.percent': 'not_above_zero' }],
    ['a missing due date', plan([50, ''], [50, '2027-02-01']), { 'items.0.dueDate': 'due_date_missing' }],
    ['the same due date twice', plan([50, '2027-02-01'], [50, '2027-02-01']), { 'items.1.dueDate': 'not_in_order' }],
    [
      'due dates in the wrong order',
      plan([50, '2027-02-01'], [50, '2027-01-31']),
      { 'items.1.dueDate': 'not_in_order' },
    ],
  ])('with %s has the right errors', (_, given, faults) => expect(wrong(installmentsFaults(given))).toEqual(faults))

  it('can have twelve installments, and splits a price to the cent', () => {
    const twelve = { paymentPlanEnabled: true, items: evenPlan(12, '2026-12-31') }
    expect(wrong(installmentsFaults(twelve))).toEqual({})
    expect(evenPlan(3, '2026-12-31')).toEqual([
      { percent: 33.34, dueDate: '2026-12-31' },
      { percent: 33.33, dueDate: '2027-01-31' },
      { percent: 33.33, dueDate: '2027-02-28' },
    ])
    expect(partsOf(10_001, plan([33.33, '2027-01-01'], [66.67, '2027-02-01']).items)).toEqual([
      { amountInCents: 3333, dueDate: '2027-01-01' },
      { amountInCents: 6668, dueDate: '2027-02-01' },
    ])
  })
})

describe('an option', () => {
  const option = { name: 'Full season', description: '', priceInCents: 0, places: null, eventIds: [] as string[] }
  it.each([
    [null, { code: 'required' }],
    [-1, { code: 'too_small', limit: 0 }],
    [0, undefined],
    [9_999_900, undefined],
    [9_999_901, { code: 'too_great', limit: 99_999 }],
  ])('with the price %s has the error %o', (cents, fault) => expect(priceFaultOf(cents)).toEqual(fault))

  it('is valid at its limits', () => {
    const events = Array.from({ length: 50 }, (_, i) => `e${i}`)
    const most = { name: 'ñ'.repeat(100), description: 'ñ'.repeat(255), places: 99_999, eventIds: events }
    expect(wrong(optionFaults({ ...option, ...most }, 'EVENT'))).toEqual({})
    expect(wrong(optionFaults({ ...option, places: 1 }, 'TEAM'))).toEqual({})
  })

  it('needs a name that differs from others, ignoring case, accents and blanks', () => {
    const options = [
      { ...option, id: 'a' },
      { ...option, id: 'b', name: 'Café' },
    ]
    expect(isNameTaken(options, { id: 'c', name: ' full  SEASON' })).toBe(true)
    expect(isNameTaken(options, { id: 'c', name: 'cafe' })).toBe(true)
    expect(isNameTaken(options, { id: 'b', name: 'CAFÉ' })).toBe(false)
    expect(isNameTaken(options, { id: 'c', name: 'Half season' })).toBe(false)
  })

  const rate = { perMille: 29, cents: 70 }
  it.each([
    // The specification’s example: 2.9% and $0.70 of $100 are deducted.
    ['that the club absorbs', 10_000, true, { paysInCents: 10_000, takenInCents: 360, getsInCents: 9640 }],
    ['added to the price', 10_000, false, { paysInCents: 10_371, takenInCents: 371, getsInCents: 10_000 }],
    ['on a price of 0', 0, false, { paysInCents: 0, takenInCents: 0, getsInCents: 0 }],
    // Of 72 cents, 2.09 and 70 are deducted, which is all of it; of 71 cents, more than there is.
    ['equal to the price', 72, true, { paysInCents: 72, takenInCents: 72, getsInCents: 0 }],
    ['greater than the price', 71, true, undefined],
    ['greater than the price, added to it', 71, false, undefined],
  ])('with a fee %s has the right costs', (_, cents, absorbs, expected) =>
    expect(breakdownOf(cents, rate, absorbs)).toEqual(expected),
  )
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeFaults, feeStatusOf, instalmentsOf, type Owing, outstandingOf } from '#shared/rules/fees.ts'
import { addRates, grossOf, sharesOf, amountAtRate } from '#shared/rules/money.ts'
import { surchargesOf } from '#shared/rules/paying.ts'

const cents = fc.integer({ min: 1, max: 9_999_900 })
const rate = fc.record({ perMille: fc.integer({ min: 0, max: 999 }), cents: fc.integer({ min: 0, max: 9_999_900 }) })

describe('a rate', () => {
  it.each([
    // 2.9% + $0.70, as in the specification's example.
    [10_000, { perMille: 29, cents: 70 }, 360],
    [50, { perMille: 29, cents: 0 }, 1],
    [17, { perMille: 29, cents: 0 }, 0],
    [18, { perMille: 29, cents: 0 }, 1],
    [10_000, { perMille: 0, cents: 0 }, 0],
  ])('of %i cents at %o is %i, rounding half up', (total, of, taken) => {
    expect(amountAtRate(total, of)).toBe(taken)
  })

  it('passed on to the payer yields the price by the smallest possible payment', () => {
    expect(grossOf(10_000, { perMille: 29, cents: 70 })).toBe(10_371)
    expect(grossOf(10_000, { perMille: 1000, cents: 0 })).toBeUndefined()
    fc.assert(
      fc.property(cents, rate, (net, of) => {
        const total = grossOf(net, of) ?? 0
        expect(total - amountAtRate(total, of)).toBeGreaterThanOrEqual(net)
        const less = total - 1
        expect(less - amountAtRate(less, of) < net || less < net).toBe(true)
      }),
    )
  })

  it('is added to another one for the same payment', () => {
    expect(addRates({ perMille: 29, cents: 30 }, { perMille: 10, cents: 40 })).toEqual({ perMille: 39, cents: 70 })
  })
})

describe('shares of a sum', () => {
  it('add up to it and are not negative', () => {
    fc.assert(
      fc.property(
        cents,
        fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 40 }),
        (total, by) => {
          fc.pre(by.some((weight) => weight > 0))
          const shares = sharesOf(total, by)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
          const all = by.reduce((sum, weight) => sum + weight, 0)
          for (const [i, share] of shares.entries())
            expect(Math.abs(share - (total * (by[i] ?? 0)) / all)).toBeLessThan(1)
        },
      ),
    )
  })

  it('split a surcharge to the cent, excluding fees whose surcharge the club bears', () => {
    const of = (cents: number, absorbFees = false) => ({ cents, absorbFees })
    expect(surchargesOf(843, [of(10_000), of(10_000)])).toEqual([422, 421])
    expect(surchargesOf(234, [of(5000), of(5000, true)])).toEqual([234, 0])
    // The fees were passed on when it was paid, and the club has absorbed them since: the surcharge is still assigned to the fees
    // paid.
    expect(surchargesOf(234, [of(5000, true), of(0, true)])).toEqual([234, 0])
    expect(surchargesOf(0, [of(5000)])).toEqual([0])
    const part = fc.record({ cents: fc.integer({ min: 0, max: 999_900 }), absorbFees: fc.boolean() })
    fc.assert(
      fc.property(fc.nat(99_999), fc.array(part, { minLength: 1, maxLength: 20 }), (surcharge, parts) => {
        fc.pre(parts.some(({ cents }) => cents > 0))
        const shares = surchargesOf(surcharge, parts)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(surcharge)
        expect(shares.every((share) => share >= 0)).toBe(true)
      }),
    )
  })

  it('distribute remaining cents to the largest remainders first', () => {
    expect(sharesOf(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(sharesOf(10, [1, 8, 1])).toEqual([1, 8, 1])
    // 5.4 and 3.6: the smaller share lost more.
    expect(sharesOf(9, [6, 4])).toEqual([5, 4])
    expect(sharesOf(5, [0, 0])).toEqual([0, 0])
  })
})

describe('installments', () => {
  it('add up to the total, differ by at most a cent, and are a month apart', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 12 }), (total, count) => {
        const plan = instalmentsOf(total, '2026-08-31', count)
        expect(plan.map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0)).toBe(total)
        const amounts = plan.map(({ amount }) => amount)
        expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1)
      }),
    )
    expect(instalmentsOf(900, '2026-08-31', 8).map(({ dueOn }) => dueOn)).toEqual([
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ])
    expect(instalmentsOf(900, '2027-11-29', 4).at(-1)?.dueOn).toBe('2028-02-29')
  })
})

describe('a fee', () => {
  const fee = (changes: Partial<Owing> = {}): Owing => ({
    amount: 5000,
    paid: 0,
    waived: 0,
    dueOn: '2026-11-21',
    state: 'open',
    ...changes,
  })
  it.each([
    ['UNPAID', 5000, {}, '2026-11-21'],
    ['LATE', 5000, {}, '2026-11-22'],
    ['PARTIAL', 4999, { paid: 1 }, '2026-11-21'],
    ['LATE', 1, { paid: 4999 }, '2026-11-22'],
    ['PAID', 0, { paid: 5000 }, '2027-01-01'],
    ['PAID', 0, { paid: 1, waived: 4999 }, '2027-01-01'],
    ['WAIVED', 0, { waived: 5000 }, '2027-01-01'],
    ['CANCELLED', 0, { state: 'cancelled', paid: 100 }, '2027-01-01'],
  ] as const)('is %s with %i cents outstanding', (status, open, changes, today) => {
    expect(feeStatusOf(fee(changes), today)).toBe(status)
    expect(outstandingOf(fee(changes))).toBe(open)
  })

  it('needs a name, a positive amount and a due date', () => {
    const right = { name: 'Season', description: '', amount: 1, dueOn: '2026-12-01' }
    expect(Object.values(feeFaults(right)).filter(Boolean)).toEqual([])
    expect(feeFaults({ name: ' ', description: 'x'.repeat(256), amount: 0, dueOn: '' })).toEqual({
      name: { code: 'required' },
      description: { code: 'too_long', limit: 255 },
      amount: { code: 'not_above_zero' },
      dueOn: { code: 'required' },
    })
    expect(feeFaults({ ...right, amount: 9_999_900 }).amount).toBeUndefined()
    expect(feeFaults({ ...right, amount: 9_999_901 }).amount).toEqual({ code: 'too_great', limit: 99_999 })
    expect(feeFaults({ ...right, amount: null }).amount).toEqual({ code: 'required' })
  })
})

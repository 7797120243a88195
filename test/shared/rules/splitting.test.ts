import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAskedOf, partsOf, whyCannotSplit } from '#shared/rules/splitting.ts'

const fee = { amount: 5000, paid: 0, waived: 0, dueOn: '2026-12-01', state: 'open' } as const

describe('a fee split between two homes', () => {
  it('has parts that add up to the cent, and none is zero', () => {
    assert(
      property(integer({ min: 1, max: 9_999_900 }), integer({ min: 1, max: 99 }), (sum, percent) => {
        const parts = partsOf(sum, percent)
        if (!parts) return sum < 100
        return parts[0] + parts[1] === sum && Math.min(...parts) > 0
      }),
    )
    expect(partsOf(101, 50)).toEqual([51, 50])
    expect(partsOf(1, 50)).toBeUndefined()
  })

  it('is due from the payers of each part, or from everyone if there are none', () => {
    expect([isAskedOf({ payers: ['ann'] }, 'ann'), isAskedOf({ payers: ['ann'] }, 'bob')]).toEqual([true, false])
    expect(isAskedOf({}, 'bob')).toBe(true)
  })
})

it.each([
  [fee, false, undefined],
  [{ ...fee, waived: 5000 }, false, 'fee_settled'],
  [{ ...fee, state: 'cancelled' as const }, true, 'fee_settled'],
  [{ ...fee, paid: 1 }, true, 'split_too_late'],
  [{ ...fee, paying: 'payment' }, false, 'split_too_late'],
  [fee, true, 'split_held'],
])('says why a fee cannot be split: %#', (one, holds, why) => {
  expect(whyCannotSplit(one, holds)).toBe(why)
  if (!holds) expect(whyCannotSplit(one)).toBe(why)
})

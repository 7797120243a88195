import { describe, expect, it } from 'vitest'
import { chargingHour, retryIn } from '#shared/rules/autopay.ts'
import { centsOf, type Usage } from '#shared/rules/costs.ts'
import {
  chargebackFaults,
  ownAccounts,
  paidBy,
  paidTogether,
  priceOf,
  refundFaults,
  payWaysForFees,
} from '#shared/rules/paying.ts'
import { keyFaults, payPalFaults, processorFaults, rateFaults, rateOf } from '#shared/rules/processors.ts'
import { promotionCode, trialEndsAfter } from '#shared/rules/promotions.ts'
import { payWaysFor } from '#shared/rules/register/carts.ts'

const rate = { perMille: 29, cents: 30 }
/** A rate that no payment covers. */
const all = { perMille: 1000, cents: 0 }
const open = (outstandingInCents: number, absorbFees = false) => ({ outstandingInCents, absorbFees })

describe('fees paid together', () => {
  it.each([
    // 2.9% and $0.30 of 206.28 are 6.28; of 206.27 they are 6.28 too, which is a cent too little.
    ['include the processing fee', [open(10_000), open(10_000)], rate, { sum: 20_000, surcharge: 628 }],
    [
      'include the processing fee of those where the club does not absorb it',
      [open(10_000), open(10_000, true)],
      rate,
      { sum: 20_000, surcharge: 314 },
    ],
    [
      'include no processing fee if the club absorbs it for all',
      [open(20_000, true)],
      rate,
      { sum: 20_000, surcharge: 0 },
    ],
    ['have no surcharge at a rate of zero', [open(500)], { perMille: 0, cents: 0 }, { sum: 500, surcharge: 0 }],
    ['can be absorbed by the club at any rate', [open(500, true)], all, { sum: 500, surcharge: 0 }],
  ])('%s', (_, fees, of, { sum, surcharge }) =>
    expect(priceOf(fees, of)).toEqual({ sum, surcharge, total: sum + surcharge }),
  )

  it('cannot be paid where no payment covers the rate', () => {
    expect(priceOf([open(500)], all)).toBeUndefined()
    expect(priceOf([open(500, true), open(1)], all)).toBeUndefined()
  })
})

it.each([
  [null, { code: 'required' }],
  [0, undefined],
  [10_000, undefined],
  [10_001, { code: 'too_great', limit: 100 }],
])('a chargeback fee of %s cents has the error %o', (fee, fault) =>
  expect(chargebackFaults({ fee })).toEqual({ fee: fault }),
)

it.each([
  [null, { code: 'required' }],
  [0, { code: 'not_above_zero' }],
  [1, undefined],
  [550, undefined],
  [551, { code: 'too_great', limit: 5.5 }],
])('of 550 refundable cents, a refund of %s has the error %o', (amount, fault) =>
  expect(refundFaults({ amount }, 550)).toEqual({ amount: fault }),
)

it('a rejected saved card is retried after three, five and seven days, from 8:00', () => {
  expect([0, 1, 2, 3, 4].map(retryIn)).toEqual([undefined, 3, 5, 7, undefined])
  expect(chargingHour).toBe(8)
})

describe('a processor’s fee', () => {
  it.each([
    [
      { percent: 2.9, amount: 30 },
      { perMille: 29, cents: 30 },
    ],
    [
      { percent: null, amount: null },
      { perMille: 0, cents: 0 },
    ],
    [
      { percent: 100, amount: 0 },
      { perMille: 1000, cents: 0 },
    ],
  ])('of %o is %o', (typed, of) => expect(rateOf(typed)).toEqual(of))

  it.each([
    [null, null, {}],
    [100, 9_999_900, {}],
    [
      100.1,
      9_999_901,
      { percent: { code: 'too_many_percent', limit: 100 }, amount: { code: 'too_great', limit: 99_999 } },
    ],
  ])('of %s percent and %s cents has the errors %o', (percent, amount, faults) =>
    expect(rateFaults({ percent, amount })).toEqual({ percent: undefined, amount: undefined, ...faults }),
  )
})

describe('a new processor', () => {
  const letters = 'Ab3'.repeat(7)
  it.each([
    [`pub_${letters}`, `api_${letters}`, []],
    [` pub_${letters} `, ` api_${letters}\n`, []],
    [`api_${letters}`, `pub_${letters}`, ['publicKey', 'privateKey']],
    [`x pub_${letters}`, `x api_${letters}`, ['publicKey', 'privateKey']],
    [`pub_${letters} x`, `api_${letters} x`, ['publicKey', 'privateKey']],
    [`pub_${'a'.repeat(19)}`, `api_${'a'.repeat(19)}`, ['publicKey', 'privateKey']],
    [`pub_${'a'.repeat(40)}`, `api_${'a'.repeat(40)}`, []],
    [`pub_${'a'.repeat(41)}`, `api_${'a'.repeat(41)}`, ['publicKey', 'privateKey']],
  ])('of FluidPay needs keys of the right format: %j, %j', (publicKey, privateKey, wrong) => {
    const faults = Object.entries(keyFaults({ publicKey, privateKey })).filter(([, fault]) => fault)
    expect(faults).toEqual(wrong.map((at) => [at, { code: 'invalid_key' }]))
  })

  it.each([
    ['', { code: 'required' }],
    ['club', { code: 'invalid_email', limit: 128 }],
    ['club@club.example', undefined],
  ])('of PayPal needs an email: %j', (email, fault) => expect(payPalFaults({ email }).email?.code).toBe(fault?.code))

  it('needs only what its provider requires', () => {
    const none = { email: '', publicKey: '', privateKey: '', percent: null, amount: null }
    const wrong = (provider: 'PAYPAL' | 'FLUIDPAY' | '') =>
      Object.entries(processorFaults({ ...none, provider }))
        .filter(([, fault]) => fault)
        .map(([at, fault]) => `${at} ${fault?.code}`)
    expect(wrong('')).toEqual(['provider select_one'])
    expect(wrong('PAYPAL')).toEqual(['email required'])
    expect(wrong('FLUIDPAY')).toEqual(['publicKey required', 'privateKey required'])
    const much = processorFaults({ ...none, provider: 'PAYPAL', email: 'club@club.example', percent: 101 })
    expect(much['percent']).toEqual({ code: 'too_many_percent', limit: 100 })
  })
})

describe('the cost of a club', () => {
  const nothing: Usage = {
    ...{ requests: 0, readUnits: 0, writeUnits: 0, ms: 0, mails: 0, bytes: 0 },
    ...{ scans: 0, scannedBytes: 0 },
  }
  it.each([
    // A million requests cost $1 at the gateway, $0.20 for functions and $1 at the distribution.
    ['requests', 1_000_000, 220],
    ['readUnits', 1_000_000, 12.5],
    ['writeUnits', 1_000_000, 62.5],
    ['ms', 1_000_000, 1.333_34],
    ['mails', 1000, 10],
    ['bytes', 1_000_000_000, 2.3],
    ['scans', 1000, 21.5],
    ['scannedBytes', 1_000_000_000, 9],
  ] as const)('for %s (%i) is %d cents', (what, count, cents) =>
    expect(centsOf({ ...nothing, [what]: count })).toBeCloseTo(cents, 6),
  )
  it('is the sum of its parts', () => {
    expect(centsOf(nothing)).toBe(0)
    expect(centsOf({ ...nothing, mails: 1000, bytes: 1_000_000_000 })).toBeCloseTo(12.3, 6)
  })
})

describe('a promotion', () => {
  it.each([
    ['ABC', true],
    ['FALL2026', true],
    ['A'.repeat(24), true],
    ['AB', false],
    ['A'.repeat(25), false],
    ['abc', false],
    ['FALL 26', false],
  ])('may have the code %j: %s', (code, isRight) => expect(promotionCode.test(code)).toBe(isRight))

  it('extends a free period to the first of one of the next six months', () =>
    expect(trialEndsAfter('2026-10-31')).toEqual([
      '2026-11-01',
      '2026-12-01',
      '2027-01-01',
      '2027-02-01',
      '2027-03-01',
      '2027-04-01',
    ]))
})

it.each([
  [0, true, true, ['NONE']],
  [0, false, false, ['NONE']],
  [1, true, true, ['ONLINE', 'BILL']],
  [1, true, false, ['ONLINE']],
  [1, false, true, ['BILL']],
  [1, false, false, []],
])('%i cents are paid, with online %s and bills %s, by %j', (cents, acceptPayments, acceptBills, ways) =>
  expect(payWaysFor(cents, { acceptPayments, acceptBills })).toEqual(ways),
)

it.each([
  [undefined, { means: 'card' }],
  [null, { means: 'card' }],
  ['', { means: 'card' }],
  ['card', { means: 'card' }],
  ['visa •••• 4242', { means: 'card', name: 'Visa •••• 4242' }],
  ['us_bank_account', { means: 'bank' }],
  ['link', { means: 'online', name: 'Link' }],
  ['cashapp', { means: 'online', name: 'Cash App' }],
  ['PayPal', { means: 'online', name: 'PayPal' }],
  ['some_new_pay', { means: 'online' }],
])('the stored label %j means the payment method %o', (label, by) => expect(paidBy(label)).toEqual(by))

describe('fees assigned to a payment account', () => {
  const to = (paymentAccountId: string | null) => ({ paymentAccountId })
  const way = (paymentAccountId: string, takesAny: boolean) => ({ paymentAccountId, takesAny })
  const ways = [way('a', true), way('b', false), way('c', false)]
  const idsOf = (...fees: ReturnType<typeof to>[]) =>
    payWaysForFees(fees, ways).map(({ paymentAccountId }) => paymentAccountId)

  it('are paid there, together with unassigned ones, but not with fees of another account', () => {
    expect(idsOf(to(null), to(null))).toEqual(['a'])
    expect(idsOf(to('b'), to(null), to('b'))).toEqual(['b'])
    expect(idsOf(to('b'), to('c'))).toEqual([])
    expect(idsOf(to('d'))).toEqual([])
    expect(idsOf()).toEqual(['a'])
  })

  it('are preselected with the account of the first one', () => {
    expect(paidTogether([to(null), to('c'), to('b'), to('c'), to(null)])).toEqual([
      to(null),
      to('c'),
      to('c'),
      to(null),
    ])
    expect(paidTogether([to(null)])).toEqual([to(null)])
    expect(ownAccounts([to('b'), to(null), to('b')])).toEqual(['b'])
  })
})

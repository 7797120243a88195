import { describe, expect, it } from 'vitest'
import {
  discountOf,
  firstOfNextMonth,
  graceEndOf,
  remainingGrace,
  type Promotion,
  prorationOf,
  quoteOf,
  signupDefaults,
  type SubscriptionStatus,
  subscriptionState,
  trialEndOf,
} from '#shared/rules/subscriptions.ts'

const promotion = (coupon: Partial<Promotion['coupon']>, active = true): Promotion => ({
  active,
  coupon: {
    valid: true,
    amountOff: null,
    percentOff: null,
    duration: 'forever',
    durationInMonths: null,
    appliesTo: { products: [] },
    ...coupon,
  },
})

describe('the free period', () => {
  it('has 30 days and one team by default', () => {
    expect(signupDefaults).toEqual({ teams: 1, trialDays: 30 })
  })

  it.each([
    ['2026-11-22T06:30:00Z', '2026-12-22'],
    // Late evening in Chicago is already the next day in UTC.
    ['2026-11-23T05:59:00Z', '2026-12-23'],
    ['2027-01-30T12:00:00Z', '2027-03-01'],
    ['2028-01-30T12:00:00Z', '2028-02-29'],
    ['2026-12-02T00:00:00Z', '2027-01-01'],
  ])('for a sign-up at %s ends on %s', (now, end) => {
    expect(trialEndOf(now, 30)).toBe(end)
  })
})

describe('proration', () => {
  it.each([
    ['2026-12-22', '2027-01-01'],
    ['2026-12-01', '2027-01-01'],
    ['2027-01-31', '2027-02-01'],
    ['2027-02-28', '2027-03-01'],
    ['2028-02-29', '2028-03-01'],
    ['2027-04-30', '2027-05-01'],
  ])('runs from %s to %s', (from, to) => {
    expect(firstOfNextMonth(from)).toBe(to)
  })

  it.each([
    // 10 of 31 days of 4.99 are 1.6097: 1.61 per team, three times.
    ['2026-12-22', 499, 3, { days: 10, ofDays: 31, perTeam: 161, total: 483 }],
    // Half of a 28-day February: 3.495, rounded to 3.50.
    ['2027-02-15', 699, 3, { days: 14, ofDays: 28, perTeam: 350, total: 1050 }],
    // 15 of 29 days in a leap year: 3.6155.
    ['2028-02-15', 699, 1, { days: 15, ofDays: 29, perTeam: 362, total: 362 }],
    // 16 of 30 days.
    ['2027-04-15', 699, 2, { days: 16, ofDays: 30, perTeam: 373, total: 746 }],
    // From the first of a month, the whole month.
    ['2026-12-01', 699, 2, { days: 31, ofDays: 31, perTeam: 699, total: 1398 }],
    ['2027-01-31', 499, 1, { days: 1, ofDays: 31, perTeam: 16, total: 16 }],
  ])('for a free period that ends on %s at %i cents for %i teams', (end, cents, teams, expected) => {
    expect(prorationOf(end, cents, teams)).toMatchObject(expected)
  })
})

describe('a discount', () => {
  it.each([
    ['20 percent', promotion({ percentOff: 20 }), 1398, 280],
    ['12.5 percent, to the nearest cent', promotion({ percentOff: 12.5 }), 1050, 131],
    ['$3', promotion({ amountOff: 300 }), 1050, 300],
    ['at most the amount', promotion({ amountOff: 5000 }), 1050, 1050],
    ['0 for an ended promotion', promotion({ percentOff: 20 }, false), 1000, 0],
    ['0 for an invalid coupon', promotion({ percentOff: 20, valid: false }), 1000, 0],
    [
      'the percentage for the stated product',
      promotion({ percentOff: 10, appliesTo: { products: ['prod_other', 'prod_a'] } }),
      1000,
      100,
    ],
    ['0 for another product', promotion({ percentOff: 10, appliesTo: { products: ['prod_b'] } }), 1000, 0],
    ['0 without a promotion', undefined, 1000, 0],
  ])('is %s', (_what, given, amount, expected) => {
    expect(discountOf(amount, 'prod_a', given)).toBe(expected)
  })
})

describe('a quote', () => {
  const annual = { id: 'price_y', product: 'prod_a', unitAmountDecimal: '5988' }
  const ordered = { today: '2026-11-22', trialEnd: '2026-12-22' }
  it('has the amount at the end of the free period, and the yearly one on the first of the month', () => {
    expect(quoteOf({ plan: 'annual', price: annual, teams: 3, ...ordered })).toMatchObject({
      first: { on: '2026-12-22', amount: 483, discount: 0, total: 483 },
      next: { on: '2027-01-01', amount: 17_964, discount: 0, total: 17_964 },
    })
  })
  it('has the monthly amount for a monthly plan', () => {
    const price = { id: 'price_m', product: 'prod_a', unitAmountDecimal: '699' }
    expect(quoteOf({ plan: 'monthly', price, teams: 2, today: '2027-03-16', trialEnd: '2027-04-15' })).toMatchObject({
      first: { on: '2027-04-15', total: 746 },
      next: { on: '2027-05-01', total: 1398 },
    })
  })
  it('reduces only the first bill by a discount that applies once', () => {
    const quote = quoteOf({
      plan: 'annual',
      price: annual,
      teams: 3,
      ...ordered,
      promotion: promotion({ percentOff: 50, duration: 'once' }),
    })
    expect([quote.first.total, quote.next.total]).toEqual([241, 17_964])
  })
  it('reduces both bills by a permanent discount', () => {
    const given = promotion({ amountOff: 500 })
    const quote = quoteOf({ plan: 'annual', price: annual, teams: 3, ...ordered, promotion: given })
    expect([quote.first, quote.next]).toMatchObject([{ discount: 483, total: 0 }, { total: 17_464 }])
  })
  it.each([
    // The free period counts towards the months.
    ['2026-11-22', 2, 50, 50],
    ['2026-11-22', 1, 0, 0],
    ['2026-11-23', 1, 0, 0],
    // December has 31 days: the first bill is a day before the month is over.
    ['2026-12-02', 1, 50, 0],
    ['2026-12-31', 1, 50, 0],
    ['2026-12-31', 2, 50, 50],
    // A month from January 31 ends on February 28, the free period on March 2.
    ['2027-01-31', 1, 0, 0],
    ['2027-01-31', 2, 50, 0],
    ['2027-01-31', 3, 50, 50],
  ])(
    'ordered on %s applies a discount for %i months to the bills of that time only',
    (today, durationInMonths, first, next) => {
      const quote = quoteOf({
        ...{ plan: 'monthly' as const, price: { ...annual, unitAmountDecimal: '100000' }, teams: 1 },
        ...{ today, trialEnd: trialEndOf(`${today}T12:00:00Z`, 30) },
        promotion: promotion({ percentOff: 50, duration: 'repeating', durationInMonths }),
      })
      const percent = ({ amount, discount }: typeof quote.first) => Math.round((100 * discount) / amount)
      expect([percent(quote.first), percent(quote.next)]).toEqual([first, next])
    },
  )
})

describe('the state of a club’s subscription', () => {
  it.each<[SubscriptionStatus[], string]>([
    [[], 'EXPIRED'],
    [['canceled'], 'EXPIRED'],
    [['paused'], 'EXPIRED'],
    [['unpaid'], 'EXPIRED'],
    [['incomplete'], 'EXPIRED'],
    [['incomplete_expired'], 'EXPIRED'],
    [['paused', 'unpaid', 'incomplete_expired'], 'EXPIRED'],
    [['trialing'], 'ACTIVE'],
    [['starting'], 'ACTIVE'],
    [['canceled', 'active'], 'ACTIVE'],
    [['active', 'past_due'], 'GRACE_PERIOD'],
    [['past_due', 'canceled'], 'GRACE_PERIOD'],
  ])('with %j is %s', (statuses, state) => {
    expect(subscriptionState(statuses)).toBe(state)
  })

  it('has a grace period of 14 days after the first failed payment', () => {
    expect(graceEndOf('2026-11-22T12:00:00.000Z')).toBe('2026-12-06T12:00:00.000Z')
  })

  it.each([
    ['2026-12-01T12:00:00Z', '2026-11-22T12:00:00Z', 'days', 9],
    ['2026-11-24T12:00:00Z', '2026-11-22T12:00:00Z', 'days', 2],
    ['2026-11-23T12:05:00Z', '2026-11-22T12:00:00Z', 'days', 1],
    ['2026-11-23T12:00:01Z', '2026-11-22T12:00:00Z', 'days', 1],
    ['2026-11-23T12:00:00Z', '2026-11-22T12:00:00Z', 'hours', 24],
    ['2026-11-22T12:30:00Z', '2026-11-22T12:00:00Z', 'hours', 1],
    ['2026-11-22T11:00:00Z', '2026-11-22T12:00:00Z', 'hours', 1],
  ])('until %s, at %s, has left %s: %i', (until, now, unit, count) => {
    expect(remainingGrace(until, now)).toEqual({ unit, count })
  })
})

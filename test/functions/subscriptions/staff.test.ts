import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { busyIfTransient } from '#functions/providers/stripeCalls.ts'
import { handler as pending } from '#functions/subscriptions/pendingHandler.ts'
import { budgetsUsed } from '#functions/table/budgets.ts'
import { type PromotionWish, promotionWishes } from '#functions/table/promotionWishes.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { all, update } from '#functions/table/table.ts'
import { budgets } from '#shared/rules/budgets.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

const stripe = aStripe()
const SEE = 'GET /rest-api/staff/subscription/{orgId}'
const EXTEND = 'PUT /rest-api/staff/subscription/{orgId}/trial'
const PROMOTIONS = 'GET /rest-api/staff/promotions'
const MAKE = 'POST /rest-api/staff/promotions'
const END = 'POST /rest-api/staff/promotions/end'
const staff = { as: 'stella', groups: ['ROLE_SALES'] }
const reason = 'Their season begins late this year.'

const see = async (orgId: string, now = start) => (await call(SEE, { ...staff, now, orgId })).body
const extend = (orgId: string, trialEnd: string, now = start) =>
  call(EXTEND, { ...staff, now, orgId, body: { trialEnd, reason } })
const find = (as: string, code: string) => call('GET /rest-api/payments/promotions/{code}', { as, now: start, code })
const upcoming = async (as: string, orgId: string, now: string) =>
  (await call('GET /rest-api/payments/upcoming/invoices/{orgId}', { as, now, orgId })).body.invoice

describe('a free period', () => {
  it('is extended by staff to the first of a month, billed from there, and recorded with author and reason', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId } = await signUp(as, { teams: 3 })
    const before = await see(orgId)
    expect(before.subscription).toMatchObject({ status: 'trialing', plan: 'monthly', trialEnd: '2026-12-22' })
    expect(before.trialEnds).toEqual([
      '2027-01-01',
      '2027-02-01',
      '2027-03-01',
      '2027-04-01',
      '2027-05-01',
      '2027-06-01',
    ])
    // Ten days of December for three teams: 699 × 10/31 = 225 each.
    expect(await upcoming(as, orgId, start)).toMatchObject({ on: '2026-12-22T12:00:00.000Z', total: 675 })

    expect((await extend(orgId, '2027-02-01')).body).toEqual({ trialEnd: '2027-02-01' })
    expect((await extend(orgId, '2027-02-01')).body).toEqual({ trialEnd: '2027-02-01' })
    expect(await upcoming(as, orgId, start)).toMatchObject({ on: '2027-02-01T12:00:00.000Z', total: 2097 })
    const after = await see(orgId)
    expect(after.subscription?.trialEnd).toBe('2027-02-01')
    expect(after.trialEnds[0]).toBe('2027-03-01')
    expect(after.deeds).toMatchObject([{ act: 'trial_extended', detail: '2027-02-01', reason, who: 'stella' }])

    // It is billed on that day, and then there is nothing left to extend.
    await typeCard(as, orgId, start)
    stripe.at('2027-02-01T18:00:00.000Z')
    const billing = await call('GET /rest-api/organization/billing/{orgId}', {
      as,
      now: '2027-02-01T18:00:00.000Z',
      orgId,
    })
    expect(billing.body.invoices.filter(({ total }) => total > 0)).toMatchObject([{ total: 2097, paid: true }])
    expect((await see(orgId, '2027-02-01T18:00:00.000Z')).trialEnds).toEqual([])
    expect((await extend(orgId, '2027-03-01', '2027-02-01T18:00:00.000Z')).refusal.code).toBe('no_free_period')
  })

  it('cannot be extended to another day, nor without a subscription', async () => {
    stripe.at(start)
    const { orgId } = await signUp(await aPerson())
    expect((await extend(orgId, '2027-01-02')).refusal.faults).toMatchObject([{ at: 'trialEnd' }])
    expect((await extend(newPart('o'), '2027-01-01')).status).toBe(404)
    expect((await call(SEE, { ...staff, orgId: newPart('o') })).status).toBe(404)
  })

  it('whose extension failed at the provider is extended once by the worker', async () => {
    stripe.at(start)
    const { orgId, organizationId } = await signUp(await aPerson())
    stripe.state.fails = true
    const refused = await extend(orgId, '2027-01-01')
    stripe.state.fails = false
    expect(refused.status).toBeGreaterThanOrEqual(400)
    const wanted = await subscriptions.get({ organizationId }, { consistent: true })
    expect(wanted).toMatchObject({ pending: 'trial', trialEnd: '2027-01-01' })
    await deliverTo(pending, { kind: 'Subscription', pk: `ORG#${orgId}`, sk: 'SUBSCRIPTION', change: 'changed' }, start)
    const done = await subscriptions.get({ organizationId }, { consistent: true })
    expect(done?.pending).toBeUndefined()
    expect(
      stripe.books().get<{ trial_end: number }>('platform', done?.subscriptionId ?? '', 'subscription').trial_end,
    ).toBe(Date.parse('2027-01-01T12:00:00Z') / 1000)
    expect((await see(orgId)).deeds).toHaveLength(1)
  })

  it('whose extension the provider rejects stays unchanged, and can be extended by another request', async () => {
    stripe.at(start)
    const as = await aPerson()
    const { orgId, organizationId } = await signUp(as)
    stripe.state.refuses = true
    const refused = await extend(orgId, '2027-01-01')
    stripe.state.refuses = false
    expect(refused.refusal.code).toBe('no_free_period')
    const row = await subscriptions.get({ organizationId }, { consistent: true })
    expect([row?.pending, row?.trialBefore, row?.trialEnd]).toEqual([undefined, undefined, '2026-12-22'])
    const { deeds } = await see(orgId)
    const told = { detail: '2027-01-01', who: 'stella', isWaiting: false }
    expect(deeds).toHaveLength(2)
    for (const act of ['trial_extended', 'trial_refused'])
      expect(deeds).toContainEqual(expect.objectContaining({ ...told, act }))
    expect((await call('GET /rest-api/organization/billing/{orgId}', { as, now: start, orgId })).status).toBe(200)
    expect((await extend(orgId, '2027-02-01')).body).toEqual({ trialEnd: '2027-02-01' })
  })
})

describe('a promotion', () => {
  it('is created by staff, applies at signup, and is rejected once ended', async () => {
    stripe.at(start)
    const code = newPart('c').toUpperCase()
    const wanted = { code, amountOff: 500, duration: 'repeating' as const, months: 3, reason }
    const { body: made } = await call(MAKE, { ...staff, now: start, body: wanted })
    expect(made).toMatchObject({
      code,
      active: true,
      amountOff: 500,
      percentOff: null,
      duration: 'repeating',
      months: 3,
    })
    expect((await call(MAKE, { ...staff, now: start, body: wanted })).refusal.code).toBe('promotion_there')

    const as = await aPerson()
    expect((await find(as, code)).body.coupon).toMatchObject({ duration: 'repeating', durationInMonths: 3 })
    const { orgId, status } = await signUp(as, { teams: 3, couponCode: code })
    expect(status).toBe(200)
    expect(await upcoming(as, orgId, start)).toMatchObject({ discount: 500, total: 175 })
    expect((await see(orgId)).subscription?.hasPromotion).toBe(true)

    expect((await call(END, { ...staff, now: start, body: { promotionId: made.id, reason } })).status).toBe(200)
    expect((await signUp(await aPerson(), { couponCode: code })).refusal.code).toBe('promotion_over')
    const { promotions, deeds } = (await call(PROMOTIONS, staff)).body
    expect(promotions.find(({ id }) => id === made.id)).toMatchObject({ active: false, used: 1 })
    expect(deeds.map(({ act, detail }) => [act, detail])).toEqual(
      expect.arrayContaining([
        ['promotion_made', `${code} $5.00`],
        ['promotion_ended', code],
      ]),
    )
  })

  it('is found by its code, at most so often a day by one person', async () => {
    stripe.at(start)
    const as = await aPerson()
    expect((await find(as, 'KICKOFF20')).body).toMatchObject({
      active: true,
      coupon: { percentOff: 20, durationInMonths: null },
    })
    expect((await find(as, 'NONE')).refusal.code).toBe('not_found')
    const day = start.slice(0, 10)
    const set = { day, used: budgets.code.person }
    await update(stamp, budgetsUsed.upsert({ day, who: `by-${as}`, what: 'code' }, { set }))
    expect((await find(as, 'KICKOFF20')).refusal.code).toBe('out_of_budget')
    expect((await find(await aPerson(), 'KICKOFF20')).status).toBe(200)
  })

  it('is listed as waiting while the provider is down, created by the worker later, and unique by its code', async () => {
    stripe.at(start)
    const code = newPart('c').toUpperCase()
    const body = { code, percentOff: 15, duration: 'once' as const, reason }
    const listed = async () => {
      const { promotions, deeds } = (await call(PROMOTIONS, staff)).body
      return {
        codes: promotions.filter((each) => each.code === code).map(({ active }) => active),
        deeds: deeds.filter(({ detail }) => detail.startsWith(code)).map(({ act, isWaiting }) => [act, isWaiting]),
      }
    }
    // Cut right after its transaction.
    for (let n = 1; (await listed()).deeds.length === 0; n++)
      await killedAfter(n, () => call(MAKE, { ...staff, now: start, body }))
    expect(await listed()).toEqual({ codes: [], deeds: [['promotion_made', true]] })
    const hearOfAll = async () => {
      for (const wish of await all<PromotionWish>(promotionWishes.waiting))
        await deliverTo(pending, { ...promotionWishes.key(wish), kind: 'Promotion wish', change: 'created' }, start)
    }
    await hearOfAll()
    expect(await listed()).toEqual({ codes: [true], deeds: [['promotion_made', false]] })

    // Two at once with the same code: one is made, and the other recorded as refused.
    const other = newPart('c').toUpperCase()
    const both = { ...staff, now: start, body: { ...body, code: other } }
    const answers = await Promise.all([call(MAKE, both), call(MAKE, both)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]))
    const { promotions } = (await call(PROMOTIONS, staff)).body
    expect(promotions.filter((each) => each.code === other)).toHaveLength(1)
    const first = promotions.find((each) => each.code === other)
    const end = () => call(END, { ...staff, now: start, body: { promotionId: first?.id ?? '', reason } })
    expect([(await end()).status, (await end()).status]).toEqual([200, 200])
    const { deeds } = (await call(PROMOTIONS, staff)).body
    expect(deeds.filter(({ act, detail }) => act === 'promotion_ended' && detail === other)).toHaveLength(1)
  })

  it('being created concurrently is reported as busy, so that it can be retried', () => {
    const of = (statusCode: number) =>
      new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', statusCode })
    expect(busyIfTransient(of(409))).toMatchObject({ code: 'busy' })
    expect(busyIfTransient(of(400))).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  })

  it('cannot be ended by the id of another kind of object', async () => {
    const body = { promotionId: 'prod_monthly', reason }
    expect((await call(END, { ...staff, now: start, body })).status).toBe(404)
  })

  it('cannot expire on a day that has passed', async () => {
    stripe.at(start)
    const code = newPart('c').toUpperCase()
    const until = (day: string) =>
      call(MAKE, { ...staff, now: start, body: { code, percentOff: 15, duration: 'once', until: day, reason } })
    expect((await until('2026-11-21')).refusal.faults?.map(({ at }) => at)).toEqual(['until'])
    expect((await until('2026-11-22')).status).toBe(200)
  })

  it('requires either a percentage or an amount, and months only if it repeats', async () => {
    const ask = async (body: object) =>
      (await call(MAKE, { ...staff, body: { code: 'SUMMER', duration: 'once', reason, ...body } as never })).refusal
        .faults
    expect(await ask({})).toMatchObject([{ at: 'percentOff' }])
    expect(await ask({ percentOff: 10, amountOff: 100 })).toMatchObject([{ at: 'percentOff' }])
    expect(await ask({ percentOff: 10, months: 2 })).toMatchObject([{ at: 'months' }])
    expect(await ask({ percentOff: 10, code: 'two words' })).toMatchObject([{ at: 'code' }])
    expect(await ask({ percentOff: 10, reason: 'why not' })).toMatchObject([{ at: 'reason', code: 'too_short' }])
  })
})

import { expect, it } from 'vitest'
import { settle } from '#functions/subscriptions/settle.ts'
import { licences } from '#functions/table/licences.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { addDays } from '#shared/rules/days.ts'
import { type PlanName, quoteOf, subscriptionState } from '#shared/rules/subscriptions.ts'
import { call } from '../call.ts'
import { diceOf } from '../dice.ts'
import { aPerson, aStripe, signUp, typeCard } from './signUps.ts'

const stripe = aStripe()
/** A hundred and fifty when the long run is asked for; RUNS=60 does sixty. */
const histories = Math.min(150, Number(process.env['RUNS'] ?? 5))
const firstSeed = Number(process.env['SEED'] ?? 1)
const consistent = { consistent: true }

type Bill = {
  id: string
  status: string
  total: number
  amount_remaining: number
  auto_advance: boolean
  customer: string
  period_start: number
}
type Provided = { status: string; items: { data: { quantity: number }[] } }

/**
 * The bills shown to the club, and those of the provider. Drafts that the provider left uncollected while the subscription was unpaid
 * are never paid, so they are only shown while it still is (`isUnpaid`).
 */
async function bills(
  as: string,
  orgId: string,
  now: string,
  { customer, isUnpaid }: { customer: string; isUnpaid: boolean },
) {
  const { body } = await call('GET /rest-api/organization/billing/{orgId}', { as, now, orgId })
  const shown = body.invoices.map(({ id, status, total }) => ({ id, status, total }))
  const theirs = stripe
    .books()
    .all<Bill>('platform', 'invoice')
    .filter((bill) => bill.customer === customer)
    .filter(({ status, auto_advance: isCollected }) => status !== 'draft' || isCollected || isUnpaid)
    .map(({ id, status, total, amount_remaining: left }) => ({ id, status, total: status === 'open' ? left : total }))
  return { shown, theirs }
}

const offers = [undefined, 'KICKOFF20', 'FIRST5', 'ANNUAL10'] as const
const promotions = {
  KICKOFF20: { percentOff: 20, amountOff: null, duration: 'forever', products: [] },
  FIRST5: { percentOff: null, amountOff: 500, duration: 'once', products: [] },
  ANNUAL10: { percentOff: 10, amountOff: null, duration: 'forever', products: ['prod_annual'] },
} as const
const cents = { annual: '5988', monthly: '699' } as const

/** The first bill after the free period, as the sum that a club is shown when it signs up. */
function firstBill(plan: PlanName, teams: number, trialEnd: string, offer: (typeof offers)[number]): number {
  const price = { id: `price_${plan}`, product: `prod_${plan}`, unitAmountDecimal: cents[plan] }
  const order = { plan, price, teams, trialEnd, today: addDays(trialEnd, -30) }
  if (!offer) return quoteOf(order).first.total
  const { percentOff, amountOff, duration, products } = promotions[offer]
  const lasts = { duration, durationInMonths: null }
  const coupon = { valid: true, percentOff, amountOff, ...lasts, appliesTo: { products: [...products] } }
  return quoteOf({ ...order, promotion: { active: true, coupon } }).first.total
}

it('after any sequence of events, bills, status and licenses match the provider’s', async () => {
  let billed = 0
  for (let i = 0; i < histories; i++) {
    const seed = firstSeed + i
    const dice = diceOf(seed)
    // Months of 28 to 31 days, and a leap day.
    const begun = `${addDays('2027-12-20', dice.below(90))}T12:00:00.000Z`
    stripe.at(begun)
    const as = await aPerson()
    const [plan, offer] = [dice.pick(['annual', 'monthly'] as const), dice.pick(offers)]
    let teams = 1 + dice.below(9)
    const { orgId, body } = await signUp(as, { plan, teams, now: begun, ...(offer && { couponCode: offer }) })
    const id = { organizationId: orgId }
    const trialEnd = body.trialEnd ?? ''
    let now = begun
    let teamsAtEnd = teams
    for (let step = 0; step < 6; step++) {
      const does = dice.pick(['wait', 'wait', 'wait long', 'good card', 'bad card', 'fewer'] as const)
      if (does === 'wait' || does === 'wait long') {
        now = `${addDays(now.slice(0, 10), does === 'wait' ? 1 + dice.below(12) : 20 + dice.below(25))}T12:00:00.000Z`
        stripe.at(now)
      } else if (does === 'fewer' && teams > 1) {
        const wanted = 1 + dice.below(teams)
        const { status } = await call('POST /rest-api/payments/teams/{orgId}', {
          as,
          now,
          orgId,
          body: { teams: wanted },
        })
        if (status === 200) teams = wanted
      } else if (does !== 'fewer') await typeCard(as, orgId, now, does === 'good card' ? undefined : '4000000000000341')
      if (now.slice(0, 10) < trialEnd) teamsAtEnd = teams
      // The provider's own call, twice.
      await settle(id, now)
      await settle(id, now)

      const row = await subscriptions.get(id, consistent)
      const theirs = stripe.books().get<Provided>('platform', row?.subscriptionId ?? '', 'subscription')
      const what = `seed ${seed}, step ${step}: ${does} on ${now}`
      expect([what, row?.status, row?.teams]).toEqual([what, theirs.status, theirs.items.data[0]?.quantity])
      const isLimited = subscriptionState([row?.status ?? 'canceled']) === 'EXPIRED'
      const access = await call('GET /rest-api/organization/billing-access/{orgId}', { as, now, orgId })
      expect([what, access.body.limitedFunctionality]).toEqual([what, isLimited])
      expect([what, (await licences.get(id, consistent))?.given]).toEqual([what, row?.teams])
      const { shown, theirs: provided } = await bills(as, orgId, now, {
        customer: row?.customerId ?? '',
        isUnpaid: theirs.status === 'unpaid',
      })
      expect([what, shown]).toEqual([what, provided.slice(0, 24)])
      billed += shown.filter(({ total }) => total > 0).length
    }
    const row = await subscriptions.get(id, consistent)
    const own = stripe
      .books()
      .all<Bill>('platform', 'invoice')
      .find((bill) => bill.customer === row?.customerId && bill.period_start * 1000 === Date.parse(trialEnd))
    // Where a card was there on the day, its first bill is the sum that was shown.
    if (own) expect([seed, own.total]).toEqual([seed, firstBill(plan, teamsAtEnd, trialEnd, offer)])
  }
  expect(billed).toBeGreaterThan(0)
}, 3_600_000)

// own: staff see only the newest actions on promotions, whoever took them
import { expect, it } from 'vitest'
import { handler as pending } from '#functions/subscriptions/pendingHandler.ts'
import { organizations } from '#functions/table/organizations.ts'
import { type PromotionWish, promotionWishes } from '#functions/table/promotionWishes.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { all } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { killedAfter, killedAtEvery } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

/** A process may end between any two of its outside calls: others finish what it began, once. */

const stripe = aStripe()
const consistent = { consistent: true }
const staff = { as: 'stella', groups: ['ROLE_SALES'], now: start }
const reason = 'Their season begins late this year.'
type Theirs = { id: string; metadata: Record<string, string>; status: string; items: { data: { quantity: number }[] } }
const bought = (organizationId: string) =>
  stripe
    .books()
    .all<Theirs>('platform', 'subscription')
    .filter(({ metadata }) => metadata['organization'] === organizationId)
/** As the worker does when the stream reports the write. */
async function heardOf(organizationId: string, now = start): Promise<void> {
  const id = { organizationId }
  if (await subscriptions.get(id, consistent)) await deliverTo(pending, subscriptions.key(id), now)
}

it('an interrupted signup ends with one club and one subscription, by the worker or a retry', async () => {
  stripe.at(start)
  const as = await aPerson()
  // The prices are cached.
  await call('GET /rest-api/payments/products/prices/object', { as: undefined, now: start })
  let orgId = ''
  const left: string[] = []
  const cuts = await killedAtEvery(async (dies, n) => {
    orgId = newPart('o')
    await dies(() => signUp(as, { orgId, teams: 2 }))
    // Either the worker finishes it, or the caller who got no response retries.
    if (n % 2 === 0) await heardOf(orgId)
    else expect((await signUp(as, { orgId, teams: 2 })).status).toBe(200)
    const club = await organizations.get({ organizationId: orgId }, consistent)
    const row = await subscriptions.get({ organizationId: orgId }, consistent)
    left.push(`${club ? 'a club' : 'none'}, ${row?.status}, ${bought(orgId).length}`)
    if (club)
      expect(bought(orgId).map(({ status, items }) => [status, items.data[0]?.quantity])).toEqual([['trialing', 2]])
  })
  expect(cuts).toBeGreaterThanOrEqual(6)
  expect(new Set(left)).toEqual(new Set(['a club, trialing, 1']))
})

it('an interrupted worker that completes a signup creates no second subscription', async () => {
  stripe.at(start)
  const as = await aPerson()
  let orgId = ''
  const wanted = () => subscriptions.get({ organizationId: orgId }, consistent)
  /** A club whose signup was cut right after its transaction. */
  const cutShort = async (n: number): Promise<number> => {
    orgId = newPart('o')
    await killedAfter(n, () => signUp(as, { orgId }))
    return (await wanted()) ? n : cutShort(n + 1)
  }
  const n = await cutShort(1)
  const cuts = await killedAtEvery(async (dies) => {
    await dies(() => heardOf(orgId))
    await heardOf(orgId)
    expect([(await wanted())?.pending, ...bought(orgId).map(({ status }) => status)]).toEqual([undefined, 'trialing'])
    await cutShort(n)
  })
  expect(cuts).toBeGreaterThanOrEqual(5)
})

it('an interrupted license purchase buys and charges one license', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 1 })
  const teamId = `${orgId}.${newPart('t')}`
  const open = (id = `${orgId}.${newPart('t')}`) =>
    call('POST /rest-api/organization/add/team', { as, body: { organizationId: orgId, teamId: id, name: 'U10' } })
  await open(teamId)
  await call('POST /o/{orgUnitId}/archive', { as, orgUnitId: teamId })
  await open()
  await typeCard(as, orgId, start)
  const now = '2027-01-05T12:00:00.000Z'
  stripe.at(now)
  await heardOf(orgId, now)
  const buy = () => call('GET /rest-api/payments/purchase/team/license/{teamId}', { as, teamId, now, query: {} })
  const cuts = await killedAtEvery(async (dies, n) => {
    await dies(buy)
    await heardOf(orgId, now)
    expect((await buy()).body).toEqual({ success: true, licensesRemaining: 1 })
    expect(bought(orgId).map(({ items }) => items.data[0]?.quantity)).toEqual([n + 1])
    const { body } = await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now })
    // The first days, January, and the rest of January for each of the other licenses.
    const bills = body.invoices.filter(({ total }) => total > 0)
    expect([bills.length, bills.every(({ paid }) => paid)]).toEqual([n + 2, true])
    expect((await open()).status).toBe(200)
  })
  expect(cuts).toBeGreaterThanOrEqual(3)
})

it('interrupted extensions of the free period and changes of promotions are completed once', async () => {
  stripe.at(start)
  const { orgId } = await signUp(await aPerson())
  const days = ['2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01', '2027-06-01', '2027-07-01']
  const extended = await killedAtEvery(async (dies, n) => {
    const body = { trialEnd: days[Math.min(n, days.length) - 1] ?? '', reason }
    await dies(() => call('PUT /rest-api/staff/subscription/{orgId}/trial', { ...staff, orgId, body }))
    await heardOf(orgId)
    const row = await subscriptions.get({ organizationId: orgId }, consistent)
    const trial = stripe.books().get<{ trial_end: number }>('platform', row?.subscriptionId ?? '', 'subscription')
    expect([row?.pending, row?.trialEnd]).toEqual([
      undefined,
      new Date(trial.trial_end * 1000).toISOString().slice(0, 10),
    ])
  })
  // It is recorded as wanted, sent to Stripe, and recorded as done.
  expect(extended).toBeGreaterThanOrEqual(3)

  const wished = async () => {
    const waiting = await all<PromotionWish>(promotionWishes.waiting)
    for (const wish of waiting)
      await deliverTo(pending, { ...promotionWishes.key(wish), kind: 'Promotion wish' }, start)
    return (await all<PromotionWish>(promotionWishes.waiting)).length
  }
  const coded = (code: string) =>
    stripe
      .books()
      .all<{ id: string; code: string; active: boolean }>('platform', 'promotion_code')
      .filter((each) => each.code === code)
  let code = ''
  const made: number[] = []
  await killedAtEvery(async (dies) => {
    code = newPart('c').toUpperCase()
    const body = { code, percentOff: 10, duration: 'once' as const, reason }
    await dies(() => call('POST /rest-api/staff/promotions', { ...staff, body }))
    expect(await wished()).toBe(0)
    made.push(coded(code).length)
    const { deeds } = (await call('GET /rest-api/staff/promotions', staff)).body
    expect(deeds.filter(({ detail }) => detail === `${code} 10 %`)).toHaveLength(coded(code).length)
  })
  // Once it is recorded, it will exist.
  expect(made.join('')).toMatch(/^1{3,}$/)

  const ended: boolean[] = []
  await killedAtEvery(async (dies) => {
    const promotionId = coded(code)[0]?.id ?? ''
    await dies(() => call('POST /rest-api/staff/promotions/end', { ...staff, body: { promotionId, reason } }))
    expect(await wished()).toBe(0)
    ended.push(coded(code)[0]?.active === false)
    const { body } = await call('GET /rest-api/staff/promotions', staff)
    expect(body.deeds.filter(({ act, detail }) => act === 'promotion_ended' && detail === code)).toHaveLength(
      ended.includes(true) ? 1 : 0,
    )
  })
  expect(ended.at(-1)).toBe(true)
}, 60_000)

import { beforeEach, expect, it } from 'vitest'
import { addShare } from '#functions/providers/billingItems.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { call } from '../call.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { aPerson, aStripe, signUp, start, typeCard, typeCardOnPage, useCard } from './signUps.ts'

/**
 * Stripe drafts the bills of an unpaid subscription, including pending items, and collects none of them. A club's share of
 * families' payments is on such a draft if it was added in the last days before collection stopped.
 */

const stripe = aStripe()
beforeEach(() => stripe.at(start))
const declined = '4000000000000341'
const after = '2027-02-02T12:00:00Z'

async function anUnpaidClub() {
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 2 })
  const id = { organizationId: orgId }
  const row = async () => {
    const found = await subscriptions.get(id, { consistent: true })
    if (!found) throw new Error('The draft is missing.')
    return found
  }
  const until = async (instant: string) => {
    stripe.at(instant)
    await settle(id, instant)
  }
  const bills = async (now = after) => {
    const { body } = await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now })
    const shares = (status: string) =>
      body.invoices
        .filter((bill) => bill.status === status)
        .flatMap(({ lines }) => lines.filter(({ description }) => description.startsWith('Share')))
        .map(({ amount }) => amount)
    return { draft: shares('draft'), paid: shares('paid'), waiting: body.waiting.map(({ amount }) => amount) }
  }
  await typeCard(as, orgId, start, declined)
  await until('2027-01-06T12:00:00Z')
  const { status, customerId = '' } = await row()
  expect(status).toBe('unpaid')
  await addShare({ customerId, key: `${orgId}:2026-12`, cents: 345, month: '2026-12', isOld: false })
  await until(after)
  expect([(await row()).status, await bills()]).toEqual(['unpaid', { draft: [345], paid: [], waiting: [] }])
  return { as, orgId, row, until, bills }
}

it('a club that subscribes again is billed the share of a drafted bill once, despite interruptions', async () => {
  const { as, orgId, row, until, bills } = await anUnpaidClub()
  await useCard(as, orgId, after, await typeCardOnPage(as, orgId, after), { forOrder: true })
  const drafts = () =>
    stripe
      .books()
      .all<{ status: string; auto_advance?: boolean }>('platform', 'invoice')
      .filter(({ status }) => status === 'draft')
  // As if the draft was made an hour ago, before collection stopped.
  for (const bill of drafts()) bill.auto_advance = true
  // The prices are cached.
  await call('GET /rest-api/payments/products/prices/object', { as: undefined, now: after })
  while ((await row()).status !== 'active') await killedAfter(2, () => signUp(as, { orgId, teams: 2, now: after }))
  expect(await bills()).toEqual({ draft: [], paid: [], waiting: [345] })
  expect(drafts().map(({ auto_advance }) => auto_advance)).toEqual([false])
  await until('2027-03-03T12:00:00Z')
  expect(await bills()).toEqual({ draft: [], paid: [345], waiting: [] })
})

it('a club that pays its overdue bills is billed the share of a drafted bill once', async () => {
  const { as, orgId, row, until, bills } = await anUnpaidClub()
  expect((await typeCard(as, orgId, after, declined)).refusal.code).toBe('payment_failed')
  expect((await typeCard(as, orgId, after)).status).toBe(200)
  expect([(await row()).status, await bills()]).toEqual(['active', { draft: [], paid: [], waiting: [345] }])
  // Meanwhile drafted bills are never paid: they are no longer listed.
  const { body } = await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now: after })
  expect(new Set(body.invoices.map(({ status }) => status))).toEqual(new Set(['paid']))
  await until('2027-03-03T12:00:00Z')
  expect(await bills()).toEqual({ draft: [], paid: [345], waiting: [] })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { handler as pending } from '#functions/subscriptions/pendingHandler.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { addShare } from '#functions/providers/billingItems.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { call } from '../call.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

/** A club cancels its own subscription, and can undo that until it has ended. */

const stripe = aStripe()
beforeEach(() => stripe.at(start))
const trialEnd = '2026-12-22T12:00:00.000Z'
const firstFull = '2027-01-01T12:00:00.000Z'
const soonAfter = (instant: string) => instant.replace(':00.000Z', ':01.000Z')

async function aClub(more: Parameters<typeof signUp>[1] = {}) {
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 2, ...more })
  const id = { organizationId: orgId }
  const ends = (ends: boolean, now = start) =>
    call('POST /rest-api/organization/billing/{orgId}/end', { as, orgId, now, body: { ends } })
  const billing = async (now = start) =>
    (await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now })).body
  const next = async (now = start) =>
    (await call('GET /rest-api/payments/upcoming/invoices/{orgId}', { as, orgId, now })).body.invoice
  const until = async (instant: string) => {
    stripe.at(instant)
    await settle(id, instant)
  }
  const bills = async (now: string) => (await billing(now)).invoices.map(({ total }) => total).filter(Boolean)
  return { as, orgId, id, ends, billing, next, until, bills, row: () => subscriptions.get(id, { consistent: true }) }
}
describe('a cancelled subscription', () => {
  it('runs until the end of the paid period, is not billed again, and can be bought again', async () => {
    const { as, orgId, row, ends, billing, next, until, bills } = await aClub()
    await typeCard(as, orgId, start)
    const now = soonAfter(trialEnd)
    await until(now)
    const paid = await bills(now)
    expect((await ends(true, now)).body).toEqual({ endsAt: firstFull })
    // Repeating it changes nothing.
    expect((await ends(true, now)).body).toEqual({ endsAt: firstFull })
    const standing = await billing(now)
    expect([standing.state, standing.subscriptions[0]?.endsAt, await next(now)]).toEqual(['ACTIVE', firstFull, null])
    const over = soonAfter(firstFull)
    await until(over)
    const ended = await billing(over)
    expect([ended.state, ended.organization.limitedFunctionality]).toEqual(['EXPIRED', true])
    expect(await bills(over)).toEqual(paid)
    expect((await ends(false, over)).refusal.code).toBe('no_subscription')
    // It can be bought again, without the end of the previous one.
    const renewed = await signUp(as, { orgId, teams: 2, now: over })
    expect(renewed.status).toBe(200)
    const { status, endsAt } = (await row()) ?? {}
    expect([status, endsAt]).toEqual(['active', undefined])
  })

  it('in its free period is not billed at its end, and resuming it restores the next bill', async () => {
    const { as, orgId, ends, next, until, bills } = await aClub()
    await typeCard(as, orgId, start)
    const before = await next()
    expect(before?.total).toBeGreaterThan(0)
    expect((await ends(true)).body.endsAt).toBe(trialEnd)
    expect((await ends(false)).body.endsAt).toBeNull()
    expect(await next()).toEqual(before)
    await ends(true)
    const over = soonAfter(trialEnd)
    await until(over)
    expect(await bills(over)).toEqual([])
  })

  it('resumed after staff extended the free period is billed as before', async () => {
    const { orgId, ends, next } = await aClub()
    const body = { trialEnd: '2027-02-01', reason: 'Their season begins late this year.' }
    const prolonged = { as: 'stella', groups: ['ROLE_SALES'], now: start, orgId, body }
    await call('PUT /rest-api/staff/subscription/{orgId}/trial', prolonged)
    const before = await next()
    expect((await ends(true)).body.endsAt).toBe('2027-02-01T12:00:00.000Z')
    await ends(false)
    expect(await next()).toEqual(before)
  })

  it('is billed its outstanding share of families’ payments at its end, and nothing else', async () => {
    const { as, orgId, row, ends, until, bills } = await aClub()
    await typeCard(as, orgId, start)
    const { customerId = '' } = (await row()) ?? {}
    await addShare({ customerId, key: `${orgId}:2026-11`, cents: 345, month: '2026-11', isOld: false })
    await ends(true)
    const over = soonAfter(trialEnd)
    await until(over)
    expect(await bills(over)).toEqual([345])
  })

  it('is cancelled once by concurrent requests, and matches the provider', async () => {
    const { ends, row } = await aClub()
    const both = await Promise.all([ends(true), ends(true), ends(true)])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    const mixed = await Promise.all([ends(true), ends(false)])
    expect(mixed.map(({ status }) => status)).toEqual([200, 200])
    const { subscriptionId = '', endsAt, pending: wanted } = (await row()) ?? {}
    const theirs = stripe.books().get<{ cancel_at_period_end: boolean }>('platform', subscriptionId, 'subscription')
    expect([wanted, endsAt !== undefined]).toEqual([undefined, theirs.cancel_at_period_end])
  })

  it('is cancelled and resumed even if interrupted at any call', async () => {
    const cuts = await killedAtEvery(async (dies) => {
      const { id, ends, row, next } = await aClub()
      const before = await next()
      for (const wanted of [true, false]) {
        await dies(() => ends(wanted))
        if ((await row())?.pending) await deliverTo(pending, subscriptions.key(id), start)
        else await ends(wanted)
        expect((await row())?.endsAt).toBe(wanted ? trialEnd : undefined)
      }
      expect(await next()).toEqual(before)
    })
    expect(cuts).toBeGreaterThanOrEqual(4)
  })
})

import { expect, it } from 'vitest'
import { handler as pending } from '#functions/subscriptions/pendingHandler.ts'
import { organizations } from '#functions/table/organizations.ts'
import { type PromotionWish, promotionWishes } from '#functions/table/promotionWishes.ts'
import { promotionsDeeds, type StaffDeed, staffDeeds } from '#functions/table/staffDeeds.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { all } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { newPart } from '../club.ts'
import { atEveryAwait, type Scenario } from '../everyAwait.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

/** What a request wants of the provider, and who finishes it if the request was cut short, whichever call fails. */

const stripe = aStripe()
const consistent = { consistent: true }
const staff = { as: 'stella', groups: ['ROLE_SALES'], now: start }
const reason = 'Their season begins late this year.'
const row = (organizationId: string) => subscriptions.get({ organizationId }, consistent)
const heardOf = (organizationId: string, now = start) => deliverTo(pending, subscriptions.key({ organizationId }), now)
type Theirs = { metadata: Record<string, string>; status: string; items: { data: { quantity: number }[] } }
const bought = (organizationId: string) =>
  stripe
    .books()
    .all<Theirs>('platform', 'subscription')
    .filter(({ metadata }) => metadata['organization'] === organizationId)
/** Exactly one subscription, with this many licenses and nothing pending. */
async function stands(organizationId: string, teams: number, status = 'trialing') {
  const club = await organizations.get({ organizationId }, consistent)
  const { pending: wanted, status: ours, teams: given } = (await row(organizationId)) ?? {}
  expect([club?.organizationId, wanted, ours, given]).toEqual([organizationId, undefined, status, teams])
  expect(bought(organizationId).map((each) => [each.status, each.items.data[0]?.quantity])).toEqual([[status, teams]])
}

/** Cuts a request as soon as its intent is stored. */
async function cutOnce<T>(ask: () => Promise<unknown>, left: () => Promise<T | undefined>, n = 1): Promise<T> {
  await killedAfter(n, ask)
  return (await left()) ?? cutOnce(ask, left, n + 1)
}

/** A club that pays by card, with one license in use by a team. */
async function aPayer() {
  stripe.at(start)
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 1 })
  const teamId = `${orgId}.${newPart('t')}`
  const open = (id: string) =>
    call('POST /rest-api/organization/add/team', { as, body: { organizationId: orgId, teamId: id, name: 'U10' } })
  await open(teamId)
  await call('POST /o/{orgUnitId}/archive', { as, orgUnitId: teamId })
  await open(`${orgId}.${newPart('t')}`)
  await typeCard(as, orgId, start)
  const now = '2027-01-05T12:00:00.000Z'
  stripe.at(now)
  await heardOf(orgId, now)
  return { as, orgId, teamId, now }
}

const prolonged = async (organizationId: string) => {
  const kept = await row(organizationId)
  const trial = stripe.books().get<{ trial_end: number }>('platform', kept?.subscriptionId ?? '', 'subscription')
  return [kept?.pending, kept?.trialEnd, new Date(trial.trial_end * 1000).toISOString().slice(0, 10)]
}

const wishes = async (about: string) =>
  (await all<PromotionWish>(promotionWishes.waiting)).filter((wish) => JSON.stringify(wish).includes(about))
const settles = (wish: PromotionWish) =>
  deliverTo(pending, { ...promotionWishes.key(wish), kind: 'Promotion wish' }, start)
const coded = (code: string) =>
  stripe
    .books()
    .all<{ id: string; code: string; active: boolean }>('platform', 'promotion_code')
    .filter((each) => each.code === code)
const makes = (code: string) => () =>
  call('POST /rest-api/staff/promotions', { ...staff, body: { code, percentOff: 10, duration: 'once', reason } })
const ends = (promotionId: string) => () =>
  call('POST /rest-api/staff/promotions/end', { ...staff, body: { promotionId, reason } })
/** Not from the list that staff see, which is limited to the newest fifty. */
const deedsOf = async (what: StaffDeed['act'], code: string) =>
  (await all<StaffDeed>({ ...staffDeeds.about(promotionsDeeds), consistent: true })).filter(
    ({ act, detail }) => act === what && detail.startsWith(code),
  ).length
async function aPromotion() {
  stripe.at(start)
  const code = newPart('c').toUpperCase()
  await makes(code)()
  return { code, promotionId: coded(code)[0]?.id ?? '' }
}

const scenes: Record<string, () => Promise<Scenario>> = {
  'a signup that is requested again': async () => {
    stripe.at(start)
    const as = await aPerson()
    const orgId = newPart('o')
    return { work: () => signUp(as, { orgId, teams: 2 }), check: () => stands(orgId, 2) }
  },
  'a signup followed by the worker': async () => {
    stripe.at(start)
    const as = await aPerson()
    const orgId = newPart('o')
    return {
      work: () => signUp(as, { orgId, teams: 2 }),
      retryWork: async () => (await row(orgId)) && heardOf(orgId),
      check: async () => ((await row(orgId)) ? stands(orgId, 2) : expect(bought(orgId)).toEqual([])),
    }
  },
  'an interrupted signup completed by a worker': async () => {
    stripe.at(start)
    const as = await aPerson()
    const orgId = newPart('o')
    await cutOnce(
      () => signUp(as, { orgId }),
      () => row(orgId),
    )
    return { work: () => heardOf(orgId), check: () => stands(orgId, 1) }
  },
  'a purchase of another license that is requested again': async () => {
    const { as, orgId, teamId, now } = await aPayer()
    const work = () => call('GET /rest-api/payments/purchase/team/license/{teamId}', { as, teamId, now, query: {} })
    return {
      work,
      async check() {
        expect((await work()).body).toEqual({ success: true, licensesRemaining: 1 })
        await stands(orgId, 2, 'active')
        const { body } = await call('GET /rest-api/organization/billing/{orgId}', { as, orgId, now })
        const bills = body.invoices.filter(({ total }) => total > 0)
        expect([bills.length, bills.every(({ paid }) => paid)]).toEqual([3, true])
      },
    }
  },
  'an extension of a free period followed by the worker': async () => {
    stripe.at(start)
    const { orgId } = await signUp(await aPerson())
    const before = (await row(orgId))?.trialEnd
    const body = { trialEnd: '2027-02-01', reason }
    return {
      work: () => call('PUT /rest-api/staff/subscription/{orgId}/trial', { ...staff, orgId, body }),
      retryWork: () => heardOf(orgId),
      async check() {
        const at = (await row(orgId))?.trialEnd
        expect([before, body.trialEnd]).toContain(at)
        expect(await prolonged(orgId)).toEqual([undefined, at, at])
      },
    }
  },
  'an interrupted extension of a free period completed by a worker': async () => {
    stripe.at(start)
    const { orgId } = await signUp(await aPerson())
    const body = { trialEnd: '2027-02-01', reason }
    await cutOnce(
      () => call('PUT /rest-api/staff/subscription/{orgId}/trial', { ...staff, orgId, body }),
      async () => (await row(orgId))?.pending,
    )
    const holds = async () => expect(await prolonged(orgId)).toEqual([undefined, body.trialEnd, body.trialEnd])
    return { work: () => heardOf(orgId), check: holds }
  },
  'the creation of a promotion followed by the worker': async () => {
    stripe.at(start)
    const code = newPart('c').toUpperCase()
    return {
      work: makes(code),
      retryWork: async () => Promise.all((await wishes(code)).map(settles)),
      async check() {
        // Of two who make it, the second is told that it exists, which is recorded as a refusal.
        const [done, refused] = [await deedsOf('promotion_made', code), await deedsOf('promotion_refused', code)]
        expect(coded(code).length).toBe(Math.min(done, 1))
        expect(done - refused).toBe(coded(code).length)
      },
    }
  },
  'an interrupted creation of a promotion completed by a worker': async () => {
    stripe.at(start)
    const code = newPart('c').toUpperCase()
    const wish = await cutOnce(makes(code), async () => (await wishes(code))[0])
    const holds = async () =>
      expect([coded(code).length, await deedsOf('promotion_made', code), await wishes(code)]).toEqual([1, 1, []])
    return { work: () => settles(wish), check: holds }
  },
  'the end of a promotion followed by the worker': async () => {
    const { code, promotionId } = await aPromotion()
    return {
      work: ends(promotionId),
      retryWork: async () => Promise.all((await wishes(promotionId)).map(settles)),
      async check({ way }) {
        // Two who end it at once are both recorded.
        expect([coded(code)[0]?.active, await deedsOf('promotion_ended', code)]).toBeOneOf([
          [true, 0],
          [false, 1],
          ...(way === 'overtaken' ? [[false, 2]] : []),
        ])
      },
    }
  },
  'an interrupted end of a promotion completed by a worker': async () => {
    const { code, promotionId } = await aPromotion()
    const wish = await cutOnce(ends(promotionId), async () => (await wishes(promotionId))[0])
    const holds = async () =>
      expect([coded(code)[0]?.active, await deedsOf('promotion_ended', code)]).toEqual([false, 1])
    return { work: () => settles(wish), check: holds }
  },
}

it.each(Object.entries(scenes))('%s is done once, when interrupted at any call', async (_, prepare) => {
  expect((await atEveryAwait(prepare)).changes).toBeGreaterThanOrEqual(1)
})

// own: reminders at the end of the free period scan the whole table
import { expect, it } from 'vitest'
import { handler as heard } from '#functions/subscriptions/providerEventHandler.ts'
import { handler as payer } from '#functions/subscriptions/payerHandler.ts'
import { handler as reminds } from '#functions/subscriptions/remindHandler.ts'
import { handler as seatsHandler } from '#functions/subscriptions/seatsHandler.ts'
import { handler as shares } from '#functions/subscriptions/sharesHandler.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { licences } from '#functions/table/licences.ts'
import { organizations } from '#functions/table/organizations.ts'
import { outbox } from '#functions/table/outbox.ts'
import { platformShares } from '#functions/table/platformShares.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { seats, subscriptions } from '#functions/table/subscriptions.ts'
import { all, write } from '#functions/table/table.ts'
import { stamp } from '../club.ts'
import { atEveryAwait, type Scenario } from '../everyAwait.ts'
import { deliverTo, runScheduled } from '../workers.ts'
import { wholeTable } from '../wholeTable.ts'
import { aPerson, aStripe, signUp, start } from './signUps.ts'

const stripe = aStripe()
const consistent = { consistent: true }
const row = (organizationId: string) => subscriptions.get({ organizationId }, consistent)
const mailsOf = async (organizationId: string) =>
  (await wholeTable()).filter(
    (item) =>
      item['kind'] === outbox.kind &&
      item['letter'] === 'subscription' &&
      JSON.stringify(item['about']).includes(organizationId),
  ).length
async function aClub() {
  stripe.at(start)
  const opened = await aPerson()
  const { organizationId } = await signUp(opened, { teams: 2 })
  const { subscriptionId = '', customerId = '' } = (await row(organizationId)) ?? {}
  return { opened, organizationId, subscriptionId, customerId }
}
/** Ended subscriptions are not due in the reminders of later scenes. */
const december = '2026-12-15T15:00:00Z'

const scenes: Record<string, () => Promise<Scenario>> = {
  'the end of an unpaid free period is processed and mailed once': async () => {
    const { organizationId, subscriptionId } = await aClub()
    const now = '2026-12-22T12:10:00.000Z'
    stripe.at(now)
    const event = { provider: 'stripe', account: 'platform', eventId: `evt-${organizationId}` } as const
    const type = 'customer.subscription.updated'
    await write(
      stamp,
      providerEvents.create({ ...event, scope: 'platform', type, objectId: subscriptionId, heardAt: now }, 'conflict'),
    )
    return {
      work: () => deliverTo(heard, { ...providerEvents.key(event), kind: providerEvents.kind }, now),
      check: async () => {
        expect((await row(organizationId))?.status).toBe('paused')
        expect(await organizations.get({ organizationId }, consistent)).toMatchObject({ limitedFunctionality: true })
        expect(await mailsOf(organizationId)).toBe(1)
      },
    }
  },
  'the mail a week before a free period ends is sent once': async () => {
    const { organizationId } = await aClub()
    return {
      work: () => runScheduled(reminds, december),
      check: async () => {
        expect([(await row(organizationId))?.toldDaysBefore, await mailsOf(organizationId)]).toEqual([7, 1])
      },
    }
  },
  'a free period that ended without an event is detected and mailed once': async () => {
    const { organizationId } = await aClub()
    const time = '2026-12-22T15:00:00Z'
    stripe.at(time)
    return {
      work: () => runScheduled(reminds, time),
      check: async () => {
        expect((await row(organizationId))?.status).toBe('paused')
        expect(await organizations.get({ organizationId }, consistent)).toMatchObject({ limitedFunctionality: true })
        expect(await mailsOf(organizationId)).toBe(1)
      },
    }
  },
  'a club’s share of its payments is billed once': async () => {
    const { organizationId, customerId } = await aClub()
    await write(stamp, ...platformShares.add({ organizationId }, 520))
    const time = '2026-11-25T15:30:00Z'
    stripe.at(time)
    return {
      work: () => runScheduled(shares, time),
      check: async () => {
        const items = stripe
          .books()
          .all<{ customer: string; amount: number; discountable: boolean }>('platform', 'invoiceitem')
          .filter(({ customer, discountable }) => customer === customerId && !discountable)
        expect(items.map(({ amount }) => amount)).toEqual([520])
        expect((await platformShares.get({ organizationId }, consistent))?.cents).toBe(0)
        const entries = await all<LedgerEntry>({ ...ledger.of(organizationId), consistent: true })
        expect(entries.map(({ postings }) => postings.map(({ cents }) => cents))).toEqual([[520, -520]])
      },
    }
  },
  'an administrator who has left gets no more bills': async () => {
    const { organizationId, opened, customerId } = await aClub()
    const organization = await organizations.get({ organizationId }, consistent)
    if (!organization) throw new Error('The club was not created.')
    const userId = await aPerson()
    const next = { userId, firstName: 'Tia', lastName: 'T', flags: ['canEditBilling' as const] }
    await write(stamp, ...organizationAdministrators.appoint(organization, next))
    await write(stamp, ...organizationAdministrators.dismiss({ organizationId, userId: opened }))
    return {
      work: () => deliverTo(payer, organizationAdministrators.key({ organizationId, userId: opened }), start),
      check: async () => {
        expect((await row(organizationId))?.startedBy).toBe(userId)
        const { email } = stripe.books().get<{ email: string }>('platform', customerId, 'customer')
        expect(email).toBe(`${userId}@club.example`)
      },
    }
  },
  'the number of licenses is recorded once a day': async () => {
    const { organizationId } = await aClub()
    return {
      work: () => deliverTo(seatsHandler, { ...licences.key({ organizationId }), at: '2026-11-22T13:00:00.000Z' }),
      check: async () =>
        expect(await seats.get({ organizationId, day: '2026-11-22' }, consistent)).toMatchObject({ given: 2, used: 0 }),
    }
  },
}

it.each(Object.entries(scenes))('%s, when interrupted at any call', async (_, prepare) => {
  expect((await atEveryAwait(prepare)).changes).toBeGreaterThanOrEqual(1)
})

import { expect, it } from 'vitest'
import { handler as heard } from '#functions/money/providerEventHandler.ts'
import { handler as homes } from '#functions/money/homesHandler.ts'
import { handler as owes } from '#functions/money/owedHandler.ts'
import { handler as gives } from '#functions/money/refundsHandler.ts'
import { handler as tells } from '#functions/money/feeMailHandler.ts'
import { disputes, refunds } from '#functions/table/payments.ts'
import { fees } from '#functions/table/fees.ts'
import { meOf } from '#functions/table/me.ts'
import { outbox } from '#functions/table/outbox.ts'
import { families } from '#functions/table/players.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { update, write } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { atEveryAwait, type Scenario } from '../everyAwait.ts'
import { wholeTable } from '../wholeTable.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithFee, balancesOf, feeDetails, entriesOf, feeNow } from './charging.ts'
import { eventsOf, paymentNow, postWebhook, returnFromPage } from './online.ts'
import * as fluidPay from './payingByFluidPay.ts'
import * as payPal from './payingByPayPal.ts'
import { payOnline, readyToPay } from './readyToPay.ts'
import { requestRefund, atStripe, paidSlowly, refundStates } from './slowRefunds.ts'

const mailsOf = async (playerFeeId: string) =>
  (await wholeTable()).filter(
    (item) => item['kind'] === outbox.kind && JSON.stringify(item['about']).includes(playerFeeId),
  ).length
const asksBack = async (at: { club: { user: (name: string) => string }; feePlayerId: string; paymentId: string }) => {
  const { club, feePlayerId, paymentId } = at
  const body = { refundId: 'refund-1', paymentId, amountInCents: 2000, as: 'waived', withFee: false } as const
  await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
}
const giving = (paymentId: string, now?: string) =>
  deliverTo(gives, refunds.key({ paymentId, refundId: 'refund-1' }), now)

/** Mia's $50 paid by PayPal, with the event processed; PayPal deducts $2.32. */
async function paidByPayPal() {
  const world = await payPal.startPayment()
  await payPal.agree(world.url)
  await returnFromPage(world.payId, world.paymentId)
  const told = async (about = world.paymentId) => {
    const events = await payPal.eventsAbout(about)
    for (const event of events) await payPal.postPayPalWebhook(event)
    return async () => payPal.deliverPayPalEvents(events)
  }
  return { ...world, told }
}

const scenes: Record<string, () => Promise<Scenario>> = {
  'each parent gets one mail about the amount owed': async () => {
    const { feePlayerId } = await aClubWithFee({ tell: true })
    return {
      work: () => deliverTo(tells, fees.key({ playerFeeId: feePlayerId })),
      check: async () => expect([(await feeNow(feePlayerId))?.mail, await mailsOf(feePlayerId)]).toEqual(['told', 2]),
    }
  },
  'a fee for one parent is due from the whole family once that parent has left': async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const { playerId } = club.mia
    const userId = club.user('parent')
    await update(stamp, fees.change({ playerFeeId: feePlayerId }, { set: { payers: [userId] } }))
    await write(stamp, ...families.leave({ playerId, userId, relation: 'own' }))
    return {
      work: () => deliverTo(homes, families.key({ playerId, userId })),
      check: async () => expect((await feeNow(feePlayerId))?.payers).toBeUndefined(),
    }
  },
  'each parent’s Today shows the amount owed': async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const key = { ...fees.key({ playerFeeId: feePlayerId }), kind: 'Fee', change: 'created' } as const
    return {
      work: () => deliverTo(owes, key),
      check: async () => {
        const told = ['parent', 'parent2'].map(async (name) => (await meOf({ userId: club.user(name) })).owed)
        expect((await Promise.all(told)).map((owed) => owed.map(({ dues }) => dues))).toEqual([
          [['2026-12-01']],
          [['2026-12-01']],
        ])
      },
    }
  },
  'a Stripe event is stored once': async () => {
    const { wanted, account } = await readyToPay()
    const paymentId = await payOnline(wanted)
    const event = (await eventsOf(account.stripeAccount)).find(({ type }) => type === 'payment_intent.succeeded')
    if (!event) throw new Error('No event was sent.')
    const key = providerEvents.key({ provider: 'stripe', account: account.stripeAccount, eventId: event.id })
    let noted = 0
    return {
      // Stripe resends events that are not acknowledged.
      work: async () => {
        if ((await postWebhook(event)).status === 200) noted += 1
      },
      check: async () => {
        expect(noted).toBeGreaterThan(0)
        await deliverTo(heard, key)
        expect((await paymentNow(paymentId))?.state).toBe('paid')
      },
    }
  },
  'a PayPal event is stored once': async () => {
    const { paymentId, url } = await payPal.startPayment()
    await payPal.agree(url)
    const [event] = await payPal.eventsAbout(paymentId)
    if (!event) throw new Error('No event was sent.')
    return {
      work: () => payPal.postPayPalWebhook(event),
      check: async () => {
        await payPal.deliverPayPalEvents([event])
        expect((await paymentNow(paymentId))?.state).toBe('paid')
      },
    }
  },
  'a payment approved at PayPal is captured once by its event': async () => {
    const { club, paymentId, url } = await payPal.startPayment()
    await payPal.agree(url)
    const events = await payPal.eventsAbout(paymentId)
    for (const event of events) await payPal.postPayPalWebhook(event)
    return {
      work: () => payPal.deliverPayPalEvents(events),
      check: async () => {
        expect((await paymentNow(paymentId))?.state).toBe('paid')
        expect(await balancesOf(club)).toEqual(payPal.bookedAmounts)
      },
    }
  },
  'a refund that the club made in PayPal is booked once': async () => {
    const world = await paidByPayPal()
    await payPal.controlPayPal('refund', { order: world.order, cents: 2000 })
    return {
      work: await world.told(),
      check: async () => {
        expect(await refundStates(world.paymentId)).toEqual([['done', 2000]])
        const clearing = payPal.total - 232 - 2000
        expect(await balancesOf(world.club)).toMatchObject({
          'assets:clearing:paypal': clearing,
          'income:reductions': 2000,
        })
      },
    }
  },
  'a payment that PayPal reversed is owed again, once': async () => {
    const world = await paidByPayPal()
    const { order } = world
    const { dispute_id: dispute } = await payPal.controlPayPal<{ dispute_id: string }>('dispute', { order })
    await payPal.controlPayPal('dispute', { order, dispute, won: false })
    await payPal.controlPayPal('reverse', { order })
    const { chargeId = '' } = (await paymentNow(world.paymentId)) ?? {}
    // The dispute as decided, and the payment as reversed.
    const events = (await payPal.controlPayPal<payPal.SignedEvent[]>('sent')).filter(
      ({ body }) => body.includes(chargeId) && /CUSTOMER.DISPUTE.RESOLVED|CAPTURE.REVERSED/.test(body),
    )
    expect(events).toHaveLength(2)
    for (const event of events) await payPal.postPayPalWebhook(event)
    return {
      work: () => payPal.deliverPayPalEvents(events),
      check: async () => {
        expect(new Set((await disputes.of(world)).map(({ status }) => status))).toEqual(new Set(['lost']))
        expect((await balancesOf(world.club))['assets:disputed']).toBeUndefined()
        expect((await feeDetails(world.club, world.feePlayerId)).outstandingInCents).toBe(5000)
      },
    }
  },
  'a refund by Stripe is made once': async () => {
    const slow = await paidSlowly()
    await requestRefund(slow, 2000)
    return {
      work: () => giving(slow.paymentId),
      check: async () => {
        expect([await refundStates(slow.paymentId), (await atStripe(slow)).length]).toEqual([[['processing', 2000]], 1])
        const { balances, entries } = {
          balances: await balancesOf(slow.club),
          entries: (await entriesOf(slow.club)).length,
        }
        // Five entries: the charge, the payment, the fees deducted, the refund requested, and its return.
        expect([balances['assets:clearing:stripe'], balances['liabilities:credit'], entries]).toEqual([
          3000,
          undefined,
          5,
        ])
      },
    }
  },
  'a refund by FluidPay is made once': async () => {
    const world = await fluidPay.startPayment()
    await fluidPay.submitCard(world.payId, world.paymentId, fluidPay.goodToken())
    await fluidPay.controlFluidPay('settle', { order: lastPart(world.paymentId) })
    await asksBack(world)
    let minutes = 0
    return {
      work: () => giving(world.paymentId),
      // Late enough that earlier requests have timed out.
      retryWork: () =>
        giving(world.paymentId, new Date(Date.parse('2026-11-21T18:00:00Z') + (minutes += 15) * 60_000).toISOString()),
      check: async () => {
        expect((await fluidPay.atFluidPay(world.paymentId)).map((each) => each.amount_refunded)).toEqual([2000])
        expect(await refundStates(world.paymentId)).toEqual([['done', 2000]])
        expect((await balancesOf(world.club))['liabilities:credit']).toBeUndefined()
      },
    }
  },
  'a refund that PayPal rejects becomes family credit once': async () => {
    const world = await paidByPayPal()
    const cancel = { as: world.club.user('admin'), feePlayerId: world.feePlayerId, body: { paid: 'refund' } } as const
    expect((await call('POST /rest-api/fee/cancel/{feePlayerId}', cancel)).status).toBe(200)
    const [refund] = await refunds.of(world)
    if (!refund) throw new Error('No refund was requested.')
    return {
      work: () => deliverTo(gives, refunds.key(refund)),
      check: async () => {
        expect(await refundStates(world.paymentId)).toEqual([['refused', 5000]])
        expect((await balancesOf(world.club))['liabilities:credit']).toBe(-5000)
      },
    }
  },
}

it.each(Object.entries(scenes))('%s, after a crash at any call', async (_, prepare) => {
  expect((await atEveryAwait(prepare)).changes).toBeGreaterThanOrEqual(1)
})

import { expect, it } from 'vitest'
import { handler as heard } from '#functions/money/providerEventHandler.ts'
import type { EventSubject } from '#functions/providers/stripeObjects.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { refunds } from '#functions/table/payments.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { atEveryAwait, type Scenario } from '../everyAwait.ts'
import { deliverTo } from '../workers.ts'
import { balancesOf, feeDetails, sumsOf } from './charging.ts'
import { cards, controlStripe, paymentAt, paymentNow, payOnPage, postWebhook, stripeApi } from './online.ts'
import { readyToPay, total } from './readyToPay.ts'
import {
  aDispute,
  aPayment,
  aPayout,
  aRefund,
  paidState,
  booksOf,
  deliverStripeEvents,
  isPaid,
  lostDispute,
  newest,
  doOnce,
  receiveStripeEvents,
} from './stripeEvents.ts'

/** Stripe's events about a club's account are processed by `money-heard`: interrupted at any call, it is run again. */

/** Stripe has reported that a dispute began, which was processed, and then how it was decided. */
async function heardOf(won: boolean) {
  const world = await aDispute()
  const work = await receiveStripeEvents(world, /dispute/)
  await work()
  await world.close(won)
  return { world, work }
}
async function isWon({ club, shown }: Awaited<ReturnType<typeof aDispute>>) {
  expect(await balancesOf(club)).toEqual(paidState)
  expect(await shown()).toEqual(['PAID', 0, [['won', 0, 0]]])
}

/** Scenarios for each thing that an event may be about. A new one without scenarios does not compile. */
const scenes: Record<keyof EventSubject, Record<string, () => Promise<Scenario>>> = {
  paymentId: {
    'a payment whose payer never returned': async () => {
      const world = await aPayment()
      return { work: await receiveStripeEvents(world, /^payment_intent.succeeded/), check: () => isPaid(world) }
    },
    'a pending bank payment that failed': async () => {
      const world = await aPayment()
      const intent = (await newest(world, 'payment_intents'))?.id
      const becomes = (status: string) => controlStripe('bank', { account: world.stripeAccount, intent, status })
      const work = await receiveStripeEvents(world, /^payment_intent.succeeded/)
      await becomes('processing')
      await work()
      await becomes('requires_payment_method')
      return {
        work,
        check: async () => {
          const { comingInCents, status } = await feeDetails(world.club, world.feePlayerId)
          expect([(await paymentNow(world.paymentId))?.state, comingInCents, status]).toEqual(['closed', 0, 'UNPAID'])
          expect(await balancesOf(world.club)).toEqual({ 'assets:receivable': 5000, 'income:fees': -5000 })
        },
      }
    },
  },
  payoutId: {
    'a payout': async () => {
      const world = await aPayout()
      return {
        work: await receiveStripeEvents(world, /^payout/),
        check: async () => {
          const { balances, entries } = await booksOf(world)
          expect([balances['assets:bank'], balances['assets:clearing:stripe'], entries]).toEqual([5000, undefined, 4])
          expect((await world.listed()).map(({ cents, differences }) => [cents, differences])).toEqual([[5000, []]])
        },
      }
    },
    'a payout that the club requested itself': async () => {
      const world = await aPayout({ byHand: true })
      return {
        work: await receiveStripeEvents(world, /^payout/),
        check: async () => {
          const { balances, entries } = await booksOf(world)
          expect([balances['assets:bank'], entries, (await world.listed()).length]).toEqual([5000, 4, 1])
        },
      }
    },
    'a payout that the bank returns': async () => {
      const world = await aPayout()
      await (await receiveStripeEvents(world, /^payout/))()
      await controlStripe('fail-payout', { account: world.stripeAccount, payout: world.payout })
      return {
        work: await receiveStripeEvents(world, /^payout.failed/),
        check: async () => {
          const { balances, entries } = await booksOf(world)
          expect([balances['assets:bank'], balances['assets:clearing:stripe'], entries]).toEqual([undefined, 5000, 5])
          expect((await world.listed()).map(({ failedAt }) => failedAt !== undefined)).toEqual([true])
        },
      }
    },
    'a payout that the bank returns while it is processed': async () => {
      const world = await aPayout()
      const sentBack = doOnce(async () => {
        await controlStripe('fail-payout', { account: world.stripeAccount, payout: world.payout })
        return receiveStripeEvents(world, /^payout.failed/)
      })
      return {
        work: await receiveStripeEvents(world, /^payout/),
        overtakes: sentBack,
        retryWork: sentBack,
        check: async () => {
          const { balances } = await booksOf(world)
          expect([balances['assets:bank'], balances['assets:clearing:stripe']]).toEqual([undefined, 5000])
        },
      }
    },
  },
  dispute: {
    'a dispute that is opened': async () => {
      const world = await aDispute()
      return {
        work: await receiveStripeEvents(world, /dispute/),
        check: async () => {
          expect((await balancesOf(world.club))['assets:disputed']).toBe(total)
          expect(await world.shown()).toEqual(['PAID', 0, [['open', total, 1500]]])
        },
      }
    },
    'a dispute that is lost': async () => {
      const { world, work } = await heardOf(false)
      return {
        work,
        check: async () => {
          expect(await balancesOf(world.club)).toEqual(lostDispute)
          expect(await world.shown()).toEqual(['UNPAID', 5000, [['lost', total, 1500]]])
        },
      }
    },
    'a dispute that is won': async () => {
      const { world, work } = await heardOf(true)
      return {
        work,
        check: () => isWon(world),
      }
    },
    'a dispute that is won while its opening is processed': async () => {
      const world = await aDispute()
      const won = doOnce(async () => {
        await world.close(true)
        return receiveStripeEvents(world, /dispute.closed/)
      })
      return {
        work: await receiveStripeEvents(world, /dispute.created/),
        overtakes: won,
        retryWork: won,
        check: () => isWon(world),
      }
    },
    'a dispute that is won after it was lost': async () => {
      const world = await aDispute()
      const work = await receiveStripeEvents(world, /dispute/)
      await world.close(false)
      await work()
      await world.close(true)
      return {
        work,
        check: async () => {
          await isWon(world)
          expect(await sumsOf(world.club)).toEqual([['2026-12-01', 5000, 5000, 0]])
        },
      }
    },
  },
  refund: {
    'a slow refund that has arrived': async () => {
      const world = await aRefund(cards.slowRefund)
      await world.end(true)
      return {
        work: await receiveStripeEvents(world, /^refund.updated/),
        check: async () => {
          expect(await world.standing()).toEqual([['done', 5000]])
          const { balances, entries } = await booksOf(world)
          expect([balances['assets:clearing:stripe'], balances['liabilities:credit'], entries]).toEqual([
            undefined,
            undefined,
            5,
          ])
        },
      }
    },
    'a slow refund that has failed': async () => {
      const world = await aRefund(cards.slowRefund)
      await world.end(false)
      return {
        work: await receiveStripeEvents(world, /^refund/),
        check: async () => {
          expect(await world.standing()).toEqual([['refused', 5000]])
          const { balances } = await booksOf(world)
          expect([balances['liabilities:credit'], balances['assets:clearing:stripe']]).toEqual([-5000, 5000])
        },
      }
    },
    'a refund that the club made in Stripe': async () => {
      const world = await aPayment()
      await deliverStripeEvents(world)
      const charge = (await newest(world, 'payment_intents'))?.latest_charge ?? ''
      await stripeApi('POST', 'refunds', { charge, amount: '2000' }, world.stripeAccount)
      return {
        work: await receiveStripeEvents(world, /^refund/),
        check: async () => {
          expect(await refunds.of(world)).toMatchObject([{ state: 'done', cents: 2000 }])
          const { balances, entries } = await booksOf(world)
          expect([balances['income:reductions'], balances['assets:clearing:stripe'], entries]).toEqual([2000, 3000, 4])
          expect((await feeDetails(world.club, world.feePlayerId)).paidInCents).toBe(3000)
        },
      }
    },
  },
  paymentAccountId: {
    'an account that may now take payments': async () => {
      const world = await readyToPay()
      const { paymentAccountId, stripeAccount } = world.account
      await update(
        stamp,
        paymentAccounts.change({ paymentAccountId }, { set: { chargesEnabled: false, active: false } }),
      )
      const event = { id: 'evt_account', type: 'account.updated', account: stripeAccount }
      await postWebhook({ ...event, data: { object: { id: stripeAccount } } })
      const key = providerEvents.key({ provider: 'stripe', account: stripeAccount, eventId: 'evt_account' })
      return {
        work: () => deliverTo(heard, key),
        check: async () =>
          expect(await paymentAccounts.get({ paymentAccountId }, { consistent: true })).toMatchObject({
            chargesEnabled: true,
            active: true,
          }),
      }
    },
  },
  isOurRight: {
    'an account that its club has disconnected': async () => {
      const { paymentAccountId, stripeAccount } = (await readyToPay()).account
      await controlStripe('leave', { account: stripeAccount })
      const event = { id: 'evt_left', type: 'account.application.deauthorized', account: stripeAccount }
      await postWebhook({ ...event, data: { object: { id: 'ca_local' } } })
      const key = providerEvents.key({ provider: 'stripe', account: stripeAccount, eventId: event.id })
      return {
        work: () => deliverTo(heard, key),
        check: async () =>
          expect(await paymentAccounts.get({ paymentAccountId }, { consistent: true })).toMatchObject({
            chargesEnabled: false,
            missing: ['disconnected'],
          }),
      }
    },
  },
  card: {
    'a replaced card whose owner never returned': async () => {
      const world = await readyToPay()
      const { stripeAccount } = world.account
      const as = world.club.user('parent')
      const id = { orgId: world.club.organizationId }
      for (const attempt of ['attempt-1', 'attempt-2']) {
        const { body } = await call('POST /rest-api/fee/cards/{orgId}', { as, ...id, body: { attempt } })
        const page = await payOnPage(body.url)
        // The first card is confirmed; the second replaces it.
        if (attempt === 'attempt-1') await call('POST /rest-api/fee/cards/{orgId}/kept', { as, ...id })
        expect(paymentAt(page)).toBe('')
      }
      return {
        work: await receiveStripeEvents({ stripeAccount }, /^checkout/),
        check: async () => {
          const owner = { organizationId: world.club.organizationId, userId: as }
          const card = await savedCards.get(owner, { consistent: true })
          expect([card?.state, card?.settingUp]).toEqual(['on', undefined])
          expect((await methodsAt(stripeAccount, card?.customer ?? '')).length).toBeLessThanOrEqual(2)
        },
      }
    },
  },
}
const methodsAt = async (account: string, customer: string) =>
  (await stripeApi<{ data: { id: string }[] }>('GET', `customers/${customer}/payment_methods`, {}, account)).data ?? []

for (const [about, each] of Object.entries(scenes))
  it.each(Object.entries(each))(
    `an event is processed completely despite a crash at any call, ${about}: %s`,
    async (_, prepare) => {
      const { changes } = await atEveryAwait(prepare)
      expect(changes).toBeGreaterThanOrEqual(1)
    },
  )

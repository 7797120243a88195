// own: the sweeper processes all payments there are
import { expect, it } from 'vitest'
import { handler as sweeps } from '#functions/money/sweepHandler.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { payouts } from '#functions/table/payouts.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { update } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { atEveryAwait, type Scenario } from '../everyAwait.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { runScheduled } from '../workers.ts'
import { balancesOf, feeDetails, entriesOf, feeNow, sumsOf } from './charging.ts'
import { deliverRefunds, eventsOf, paymentNow, start, stripeApi } from './online.ts'
import * as fluidPay from './payingByFluidPay.ts'
import * as payPal from './payingByPayPal.ts'
import { payOnline, readyToPay, total } from './readyToPay.ts'
import { requestRefund, atStripe, endRefund, paidSlowly, refundStates } from './slowRefunds.ts'
import { aDispute, paidState } from './stripeEvents.ts'

process.env.SITE_URL = 'https://app.club.example'

/** A quarter of an hour after the tests' time, and the evening of that day, when FluidPay is checked. */
const soon = '2026-11-21T18:20:00Z'
const evening = '2026-11-22T00:10:00Z'
const sweep = (time = soon) => runScheduled(sweeps, time)

const owedAsBefore = { 'assets:receivable': 5000, 'income:fees': -5000 }
const chargesAt = async (account: string) =>
  (await stripeApi<{ data: { status: string }[] }>('GET', 'payment_intents', { limit: '100' }, account)).data.filter(
    ({ status }) => status === 'succeeded',
  ).length

/** At FluidPay, where only the scenes that say so are checked. */
async function atFluidPay({ isLookedAt = false, settles = false } = {}) {
  const world = await fluidPay.startPayment()
  const { paymentAccountId } = world.wanted
  if (!isLookedAt)
    await update(stamp, paymentAccounts.change({ paymentAccountId }, { set: { lookAt: '2027-11-22T00:00:00Z' } }))
  const order = lastPart(world.paymentId)
  const isTyped = () => fluidPay.submitCard(world.payId, world.paymentId, fluidPay.goodToken())
  if (settles) {
    await isTyped()
    await fluidPay.controlFluidPay('settle', { order })
  }
  return { ...world, order, isTyped }
}

/** A slow refund whose outcome Stripe already knows. */
async function toldLater(arrived: boolean) {
  const slow = await paidSlowly()
  await requestRefund(slow)
  await deliverRefunds(slow.paymentId)
  await endRefund(slow, (await atStripe(slow))[0]?.id ?? '', arrived)
  return slow
}

const swept: Record<string, () => Promise<Scenario>> = {
  'a FluidPay payment that was returned': async () => {
    const { club, feePlayerId, order } = await atFluidPay({ isLookedAt: true, settles: true })
    await fluidPay.controlFluidPay('return', { order })
    return {
      work: () => sweep(evening),
      check: async () => {
        expect((await feeDetails(club, feePlayerId)).outstandingInCents).toBe(5000)
        expect(await balancesOf(club)).toMatchObject({
          'assets:receivable': 5000,
          'expenses:disputes': 234,
          'assets:bank': total,
        })
      },
    }
  },
  'a refund that the club made in FluidPay, and the payouts': async () => {
    const { club, order } = await atFluidPay({ isLookedAt: true, settles: true })
    await fluidPay.controlFluidPay('refund', { order, cents: 1500 })
    await fluidPay.controlFluidPay('settle', { order })
    return {
      work: () => sweep(evening),
      check: async () => {
        const balances = await balancesOf(club)
        expect([balances['assets:bank'], balances['assets:clearing:fluidpay'], balances['income:reductions']]).toEqual([
          total - 1500,
          undefined,
          1500,
        ])
        const rows = await payouts.of(club.organizationId)
        const inOrder = rows.toSorted((a, b) => a.cents - b.cents)
        expect(inOrder.map(({ cents, differences }) => [cents, differences.length])).toEqual([
          [-1500, 0],
          [total, 0],
        ])
      },
    }
  },
  'a refund that the club makes in FluidPay during the check': async () => {
    const { club, order } = await atFluidPay({ isLookedAt: true, settles: true })
    await fluidPay.controlFluidPay('refund', { order, cents: 1500 })
    let happens: Promise<unknown> | undefined
    const more = async () => {
      await (happens ??= fluidPay.controlFluidPay('refund', { order, cents: 500 }))
      await sweep(evening)
    }
    return {
      work: () => sweep(evening),
      overtakes: more,
      retryWork: async () => {
        await more()
        await sweep('2026-11-23T00:20:00Z')
        await sweep('2026-11-24T00:30:00Z')
      },
      check: async () => {
        const balances = await balancesOf(club)
        expect([balances['income:reductions'], balances['assets:clearing:fluidpay']]).toEqual([2000, -2000])
      },
    }
  },
  'a FluidPay payment whose response was lost': async () => {
    const { club, paymentId, isTyped } = await atFluidPay()
    await fluidPay.loseAnswers(isTyped)
    return {
      work: sweep,
      check: async () => {
        expect((await fluidPay.atFluidPay(paymentId)).length).toBe(1)
        expect(await balancesOf(club)).toEqual(fluidPay.bookedAmounts)
      },
    }
  },
  'a refund requested from FluidPay': async () => {
    const { club, feePlayerId, paymentId } = await atFluidPay({ settles: true })
    const body = { refundId: 'refund-1', paymentId, amountInCents: 2000, as: 'waived', withFee: false } as const
    await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
    let times = 0
    return {
      work: sweep,
      // Late enough that earlier requests have timed out; the two concurrent runs get the same time.
      retryWork: () => {
        const minutes = 20 + 15 * Math.ceil(++times / 2)
        return sweep(new Date(Date.parse('2026-11-21T18:00:00Z') + minutes * 60_000).toISOString())
      },
      check: async () => {
        expect((await fluidPay.atFluidPay(paymentId)).map((each) => each.amount_refunded)).toEqual([2000])
        expect(await refundStates(paymentId)).toEqual([['done', 2000]])
        expect(await balancesOf(club)).toMatchObject({
          'assets:clearing:fluidpay': total - 2000,
          'income:reductions': 2000,
        })
      },
    }
  },
  'a card payment whose payer never returned': async () => {
    const { club, wanted, account } = await readyToPay()
    await payOnline(wanted)
    return {
      work: sweep,
      check: async () => {
        expect([await balancesOf(club), (await entriesOf(club)).length]).toEqual([paidState, 3])
        expect(await sumsOf(club)).toEqual([['2026-12-01', 5000, 5000, 0]])
        expect(await chargesAt(account.stripeAccount)).toBe(1)
      },
    }
  },
  'a card payment that was never made': async () => {
    const { club, wanted, feePlayerId } = await readyToPay()
    await start(wanted)
    return {
      work: () => sweep('2026-11-22T19:00:00Z'),
      check: async () => {
        expect([await balancesOf(club), (await feeNow(feePlayerId))?.paying]).toEqual([owedAsBefore, undefined])
      },
    }
  },
  'a payment that was never requested from the provider': async () => {
    const { club, wanted, feePlayerId } = await readyToPay()
    await killedAfter(1, () => start(wanted))
    expect((await feeNow(feePlayerId))?.paying).toBeDefined()
    return {
      work: () => sweep('2026-11-22T19:00:00Z'),
      check: async () =>
        expect([await balancesOf(club), (await feeNow(feePlayerId))?.paying]).toEqual([owedAsBefore, undefined]),
    }
  },
  'a PayPal payment whose payer approved it and never returned': async () => {
    const { club, url, paymentId } = await payPal.startPayment()
    await payPal.agree(url)
    return {
      work: sweep,
      check: async () => {
        expect((await paymentNow(paymentId))?.state).toBe('paid')
        expect(await balancesOf(club)).toEqual(payPal.bookedAmounts)
      },
    }
  },
  'a refund that no worker has processed': async () => {
    const slow = await paidSlowly()
    await requestRefund(slow)
    return {
      work: sweep,
      check: async () => {
        expect([await refundStates(slow.paymentId), (await atStripe(slow)).length]).toEqual([[['processing', 5000]], 1])
        const balances = await balancesOf(slow.club)
        expect([balances['liabilities:credit'], balances['income:reductions']]).toEqual([undefined, 5000])
        await endRefund(slow, (await atStripe(slow))[0]?.id ?? '', true)
        await sweep('2026-11-23T20:00:00Z')
      },
    }
  },
  'a slow refund that has failed': async () => {
    const slow = await toldLater(false)
    return {
      work: () => sweep('2026-11-23T20:00:00Z'),
      check: async () => {
        expect(await refundStates(slow.paymentId)).toEqual([['refused', 5000]])
        const balances = await balancesOf(slow.club)
        expect([balances['liabilities:credit'], balances['assets:clearing:stripe']]).toEqual([-5000, 5000])
      },
    }
  },
  'Stripe events that never arrived': async () => {
    const { club, stripeAccount, paymentAccountId } = await aDispute()
    await update(stamp, paymentAccounts.change({ paymentAccountId }, { set: { lookAt: soon } }))
    const ids = (await eventsOf(stripeAccount))
      .filter(({ type }) => type.startsWith('charge.dispute'))
      .map(({ id: eventId }) => ({ provider: 'stripe', account: stripeAccount, eventId }) as const)
    return {
      work: () => sweep(evening),
      check: async () => {
        const noted = await providerEvents.getMany(ids, { consistent: true })
        expect(noted.map((event) => event?.version)).toEqual(ids.map(() => 1))
        expect((await balancesOf(club))['assets:disputed']).toBeUndefined()
      },
    }
  },
  'a slow refund that has arrived': async () => {
    const slow = await toldLater(true)
    return {
      work: () => sweep('2026-11-23T20:00:00Z'),
      check: async () => {
        expect(await refundStates(slow.paymentId)).toEqual([['done', 5000]])
        expect((await balancesOf(slow.club))['liabilities:credit']).toBeUndefined()
      },
    }
  },
}

it.each(Object.entries(swept))('the sweeper, interrupted at any call, settles %s', async (_, prepare) => {
  expect((await atEveryAwait(prepare)).changes).toBeGreaterThanOrEqual(1)
})

import { describe, expect, it } from 'vitest'
import { settleDispute } from '#functions/money/pay/dispute.ts'
import { settleRefund } from '#functions/money/pay/settleRefund.ts'
import { interleave } from '../interleave.ts'
import { stamp } from '../club.ts'
import { balancesOf, feeDetails } from './charging.ts'
import { deliverRefunds } from './online.ts'
import { repeatRefund, requestRefund, atStripe, endRefund, paidSlowly, shownPayment } from './slowRefunds.ts'

describe('a refund that fails while the payer’s bank takes the payment back', () => {
  /** A refund is in progress and has failed at the provider; a dispute of this amount is lost. */
  async function bothGo(refunded: number, taken: number) {
    const paid = await paidSlowly()
    await requestRefund(paid, refunded)
    await deliverRefunds(paid.paymentId)
    const [refund] = await atStripe(paid)
    await endRefund(paid, refund?.id ?? '', false)
    const told = {
      disputeId: 'du_1',
      chargeId: 'ch_1',
      status: 'lost',
      reason: 'fraudulent',
      dueBy: undefined,
    } as const
    return {
      paid,
      fail: () => settleRefund(stamp, { paymentId: paid.paymentId, refundId: 'refund-1' }),
      lose: () => settleDispute(stamp, paid.paymentId, { ...told, cents: taken, withdrawnCents: taken, feeCents: 0 }),
      credit: async () => {
        const shown = await shownPayment(paid.club, paid.feePlayerId)
        return [0 - ((await balancesOf(paid.club))['liabilities:credit'] ?? 0), shown[1]]
      },
    }
  }
  const transaction = 'TransactWriteCommand'

  it.each([
    ['failure before dispute', async ({ fail, lose }) => [await fail(), await lose()]],
    ['dispute before failure', async ({ fail, lose }) => [await lose(), await fail()]],
    ['failure during dispute', ({ fail, lose }) => interleave(transaction, fail, lose)],
    ['dispute during failure', ({ fail, lose }) => interleave(transaction, lose, fail)],
  ] satisfies [string, (both: Awaited<ReturnType<typeof bothGo>>) => Promise<unknown>][])(
    'leaves no credit, in any order: %s',
    async (_, inOrder) => {
      const both = await bothGo(5000, 5234)
      await inOrder(both)
      await Promise.all([both.fail(), both.lose()])
      expect(await both.credit()).toEqual([0, 0])
      const [payment] = (await feeDetails(both.paid.club, both.paid.feePlayerId)).payments
      expect([payment?.givenBackInCents, payment?.takenByBankInCents]).toEqual([5000, 5000])
      expect(await balancesOf(both.paid.club)).toMatchObject({ 'income:reductions': 5000, 'expenses:disputes': 234 })
      expect((await repeatRefund(both.paid, 'CASH')).status).toBe(200)
      expect((await balancesOf(both.paid.club))['assets:cash']).toBeUndefined()
    },
  )

  it('becomes family credit only for the part the bank has not taken', async () => {
    for (const isFirst of [true, false]) {
      const { fail, lose, credit, paid } = await bothGo(2000, 4234)
      for (const step of isFirst ? [fail, lose] : [lose, fail]) await step()
      // Of $52.34 the bank has withdrawn $42.34: the $32.34 kept, and $10 of the refund.
      expect(await credit()).toEqual([1000, 1000])
      expect((await balancesOf(paid.club))['assets:disputed']).toBeUndefined()
    }
  })
})

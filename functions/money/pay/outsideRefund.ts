import { organizationOf } from '#shared/ids.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { sumsMoved } from '../../table/feeBooks.ts'
import { type Fee, type FeePayment, feePayments, fees } from '../../table/fees.ts'
import { ledger } from '../../table/ledger.ts'
import { type Payment, payments, refundPatience, refunds } from '../../table/payments.ts'
import { untilSettled, write } from '../../table/table.ts'
import type { Kept, Stamp } from '../../table/writes.ts'
import { clearingOf } from './taken.ts'
import { become } from './becomeRefund.ts'

/** A refund that we have not asked for: the club has given it back at its provider. */
export type OutsideRefund = { providerRefundId: string; cents: number; as: 'done' | 'processing' | 'refused' }

/**
 * What a club gives back at its provider is booked here as what it has let go: nobody is asked for it again. Once, however
 * often it is told.
 */
export const settleOutsideRefund = (stamp: Stamp, paymentId: string, told: OutsideRefund): Promise<void> =>
  untilSettled(async () => {
    const { providerRefundId, cents, as } = told
    const id = { paymentId, refundId: `at-${providerRefundId}` }
    const [payment, all] = await Promise.all([
      payments.get({ paymentId }, { consistent: true }),
      refunds.of({ paymentId }),
    ])
    if (payment?.state !== 'paid') return
    const standing = as === 'refused' ? { as, why: as } : { as, providerRefundId }
    const before = all.find((refund) => refund.providerRefundId === providerRefundId)
    if (before?.state === 'refused') return
    if (before) return void (await become(stamp, { refund: before, payment, standing }))
    if (as === 'refused') return
    // What we could not give back there, and lies in the family's credit, the club has given back itself.
    const refused = all.find((refund) => refund.state === 'refused' && refund.cents === cents)
    if (refused)
      return void (await become(stamp, {
        refund: { ...refused, state: 'wanted', withFee: undefined },
        payment,
        standing,
      }))
    const parts = await givenBackOf(payment, cents)
    const sumOf = (state: Fee['state']) =>
      parts.filter(({ fee }) => fee.state === state).reduce((sum, { taken }) => sum + taken, 0)
    const [reduced, fromCredit] = [sumOf('open'), sumOf('cancelled')]
    await write(
      stamp,
      refunds.create({
        ...id,
        cents,
        state: as,
        askedAt: stamp.at,
        providerRefundId,
        ...(as === 'processing' && { lookAt: addSeconds(stamp.at, refundPatience.processing) }),
      }),
      payments.change({ paymentId }, { add: { returned: cents }, when: [['state', '=', 'paid']] }),
      ...parts.map(({ part, taken }) =>
        feePayments.change(part, {
          set: { givenBack: part.givenBack + taken },
          when: [['givenBack', '=', part.givenBack]],
        }),
      ),
      ...parts.map(({ fee, taken }) =>
        fees.change(fee, { set: after(fee, taken), when: [['version', '=', fee.version]] }),
      ),
      ...sumsMoved(
        parts.map(({ fee, taken }) => ({
          playerFeeId: fee.playerFeeId,
          before: fee,
          after: { ...fee, ...after(fee, taken) },
        })),
      ),
      ledger.book({
        organizationId: organizationOf(paymentId),
        effect: `refund:${providerRefundId}`,
        bookedAt: stamp.at,
        about: paymentId,
        postings: [
          { account: 'income:reductions', cents: reduced },
          { account: 'liabilities:credit', cents: fromCredit },
          // What is more than was paid on fees was paid for the processing of it.
          { account: 'income:surcharge', cents: cents - reduced - fromCredit },
          { account: clearingOf(payment), cents: -cents },
        ],
      }),
    )
  })

const after = (fee: Fee, taken: number) => ({
  paid: fee.paid - taken,
  ...(fee.state === 'open' && { waived: fee.waived + taken }),
})

type Part = { fee: Kept<Fee>; part: Kept<FeePayment>; taken: number }

/** Of which fees so much is given back: of the first ones first, and of each no more than was paid on it. */
async function givenBackOf({ parts, paymentId }: Payment, cents: number): Promise<Part[]> {
  const [found, paid] = await Promise.all([
    fees.getMany(parts, { consistent: true }),
    feePayments.getMany(
      parts.map(({ playerFeeId }) => ({ playerFeeId, paymentId })),
      { consistent: true },
    ),
  ])
  let left = cents
  return found.flatMap((fee, i) => {
    const part = paid[i]
    const taken = fee && part ? Math.min(left, part.cents - part.givenBack, fee.paid) : 0
    if (!fee || !part || taken <= 0) return []
    left -= taken
    return [{ fee, part, taken }]
  })
}

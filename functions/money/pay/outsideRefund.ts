import { organizationOf } from '#shared/ids.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { sumsMoved } from '../../table/feeBooks.ts'
import { type Fee, type FeePayment, feePayments, fees } from '../../table/fees.ts'
import { ledger } from '../../table/ledger.ts'
import { type Payment, payments, type Refund, refundPatience, refunds } from '../../table/payments.ts'
import { untilSettled, write } from '../../table/table.ts'
import { asRead, type Kept, type Stamp } from '../../table/writes.ts'
import { become } from './becomeRefund.ts'
import { bookedOf } from './goneBack.ts'
import { paidOn } from './paidOn.ts'
import { givenBackFor } from './receiptFor.ts'
import { clearingOf, owedBackOf, shareBack } from './taken.ts'

/**
 * A refund that we have not asked for: the club has given it back at its provider. `gone`: so much has gone back there in all, where only
 * that is known of it; then it is as much of it as is not booked yet.
 */
export type OutsideRefund = {
  providerRefundId: string
  as: 'done' | 'processing' | 'refused'
} & ({ cents: number } | { gone: number })

/**
 * What a club gives back at its provider is booked here, once, however often it is told. First it is what waits in the family's
 * credit because we could not give it back there; of that as much waits on as it is less. The rest the club has let go: nobody is
 * asked for it again.
 */
export const settleOutsideRefund = (stamp: Stamp, paymentId: string, told: OutsideRefund): Promise<void> =>
  untilSettled(async () => {
    const { providerRefundId, as } = told
    // One after the other: what is booked between them is met as a conflict on the payment.
    const payment = await payments.get({ paymentId }, { consistent: true })
    if (payment?.state !== 'paid') return
    const all = await refunds.of({ paymentId })
    const standing = as === 'refused' ? { as, why: as } : { as, providerRefundId }
    const lookAt = as === 'processing' ? addSeconds(stamp.at, refundPatience.processing) : undefined
    const [before, ...others] = all.filter((refund) => refund.providerRefundId === providerRefundId)
    if (before?.state === 'refused' || before?.byBank) return
    if (before) return void (await become(stamp, { refunds: [before, ...others], payment, standing }))
    const cents = 'cents' in told ? told.cents : told.gone - bookedOf(all)
    if (as === 'refused' || cents <= 0) return
    // What we could not give back there, and lies in the family's credit, the club has given back itself.
    const waited = waitingOf(all, cents)
    const fromWaiting = waited.reduce((sum, { taken }) => sum + taken, 0)
    const rest = cents - fromWaiting
    const inPart = waited.find(({ refund, taken }) => taken < refund.cents)
    const parts = await givenBackOf(payment, rest)
    // What was to go back with the platform's share does so here, too: Stripe alone keeps that.
    const feeBackOf = ({ refund, taken }: Waited) => owedBackOf(refund, taken, payment)
    const share = shareBack(
      payment,
      waited.reduce((sum, each) => sum + feeBackOf(each), 0),
    )
    const withFeeOf = ({ withFee }: Refund) => (payment.provider === 'STRIPE' ? undefined : withFee)
    const ofItsOwn: Share[] = inPart
      ? [
          {
            about: inPart.refund.about,
            cents: inPart.taken,
            feeBack: feeBackOf(inPart),
            withFee: withFeeOf(inPart.refund),
          },
        ]
      : sharesOf(rest, parts, payment, waited[0]?.refund.about)
    const sumOf = (state: Fee['state']) =>
      parts.filter(({ fee }) => fee.state === state).reduce((sum, { taken }) => sum + taken, 0)
    const [reduced, fromCredit] = [sumOf('open'), sumOf('cancelled') + fromWaiting]
    await write(
      stamp,
      ...waited.map(({ refund, taken }) => {
        const feeBack = feeBackOf({ refund, taken })
        const whole = { state: as, providerRefundId, feeBack, withFee: withFeeOf(refund), why: undefined, lookAt }
        const set = taken < refund.cents ? { cents: refund.cents - taken } : whole
        return refunds.change(refund, { set, when: asRead(refund) })
      }),
      ...givenBackFor(stamp, payment, {
        refundId: ofItsOwn.length > 0 ? `at-${providerRefundId}` : (waited[0]?.refund.refundId ?? ''),
        is: 'gone',
        providerRefundId,
      }),
      ...ofItsOwn.map((share, i) =>
        refunds.create({
          paymentId,
          refundId: i === 0 ? `at-${providerRefundId}` : `at-${providerRefundId}-${i}`,
          ...share,
          state: as,
          askedAt: stamp.at,
          providerRefundId,
          ...(lookAt !== undefined && { lookAt }),
        }),
      ),
      // Of two who have seen at once what has gone back in all, the second one reckons again.
      payments.change({ paymentId }, { add: { returned: rest }, when: asRead(payment) }),
      ...parts.map(({ part, taken }) =>
        feePayments.change(part, {
          set: { givenBack: part.givenBack + taken },
          when: [['givenBack', '=', part.givenBack]],
        }),
      ),
      ...parts.map(({ fee, taken }) => fees.change(fee, { set: after(fee, taken), when: asRead(fee) })),
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
          ...share.postings,
        ],
      }),
      ...share.writes,
    )
  })

type Waited = { refund: Kept<Refund>; taken: number }

/**
 * Of which refunds that wait in the family's credit so much was given back: of one of just that sum, or else of the first ones
 * first, and of the last of them perhaps a part.
 */
function waitingOf(all: readonly Kept<Refund>[], cents: number): Waited[] {
  const waiting = all
    .filter(({ state }) => state === 'refused')
    .toSorted((one, other) => one.askedAt.localeCompare(other.askedAt))
  const same = waiting.find((refund) => refund.cents === cents)
  let left = cents
  return (same ? [same] : waiting).flatMap((refund) => {
    const taken = Math.min(left, refund.cents)
    left -= taken
    return taken > 0 ? [{ refund, taken }] : []
  })
}

const after = (fee: Fee, taken: number) => ({
  paid: fee.paid - taken,
  ...(fee.state === 'open' && { waived: fee.waived + taken }),
})

/**
 * What is given back of which fee, as should it not arrive it is the family's credit there. What is more than was paid on fees is
 * with the first of them, or with `otherwise`.
 */
type Share = Pick<Refund, 'about' | 'cents' | 'surcharge' | 'feeBack' | 'withFee'>
function sharesOf(
  cents: number,
  parts: readonly Part[],
  { surcharge, parts: [paid] }: Payment,
  otherwise = paid?.playerFeeId,
): Share[] {
  if (cents === 0) return []
  const [first, ...others] = parts
  const rest = others.map(({ fee, taken }) => ({ about: fee.playerFeeId, cents: taken }))
  const ofFirst = rest.reduce((left, share) => left - share.cents, cents)
  const onTop = first ? ofFirst - first.taken : Math.min(cents, surcharge)
  const own = { about: first?.fee.playerFeeId ?? otherwise, cents: ofFirst, ...(onTop > 0 && { surcharge: onTop }) }
  return [own, ...rest]
}

type Part = { fee: Kept<Fee>; part: Kept<FeePayment>; taken: number }

/** Of which fees so much is given back: of the first ones first, and of each no more than was paid on it. */
async function givenBackOf(payment: Payment, cents: number): Promise<Part[]> {
  const paid = await paidOn(payment)
  let left = cents
  return paid.flatMap(({ fee, part }) => {
    const taken = Math.min(left, part.cents - part.givenBack, fee.paid)
    if (taken <= 0) return []
    left -= taken
    return [{ fee, part, taken }]
  })
}

import { organizationOf } from '#shared/ids.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import type { Refunded } from '../../providers/provider.ts'
import { providerOf } from '../../providers/providers.ts'
import { ledger, type Posting } from '../../table/ledger.ts'
import { type Payment, payments, type Refund, refundPatience, refunds } from '../../table/payments.ts'
import { untilSettled, update, write } from '../../table/table.ts'
import type { Kept, Stamp } from '../../table/writes.ts'
import { accountOf, clearingOf, keyHours } from './settle.ts'

type Id = { paymentId: string; refundId: string }

/**
 * What has become of a refund at its provider becomes true here: the worker that asks for it, the provider's notices and the
 * sweeper all run this. What has left the club's account is booked once; what comes back there is the family's credit again.
 */
export const settleRefund = (stamp: Stamp, id: Id): Promise<Refund['state'] | undefined> =>
  untilSettled(async () => {
    const [all, payment] = await Promise.all([refunds.of(id), payments.get(id, { consistent: true })])
    const refund = all.find(({ refundId }) => refundId === id.refundId)
    if (!refund || !payment?.chargeId || refund.state === 'refused' || refund.byHand) return refund?.state
    const isUnasked = refund.providerRefundId === undefined
    if (payment.provider === 'FLUIDPAY' && isUnasked && !(await inTurn(stamp, { refund, all, payment })))
      return waits(stamp, refund, refundPatience.wanted)
    const others = all.filter((other) => other !== refund && other.providerRefundId !== undefined && !other.byHand)
    const beforeCents = others.reduce((sum, { state, cents }) => (state === 'refused' ? sum : sum + cents), 0)
    const standing = await asked(stamp, refund, { ...payment, chargeId: payment.chargeId, beforeCents })
    if (standing.as === 'waits') return waits(stamp, refund, refundPatience.waits, payment)
    return become(stamp, { refund, payment, standing })
  })

/** How it stands at the provider. What was never asked there is asked now, by a key of its own: asked twice it is the same refund. */
async function asked(
  stamp: Stamp,
  refund: Kept<Refund>,
  payment: Kept<Payment> & { chargeId: string; beforeCents: number },
) {
  const { refundId, providerRefundId, cents, again = 0, askedAt } = refund
  const { paymentId, chargeId, platformCents, beforeCents } = payment
  const account = await accountOf(payment)
  const provider = providerOf(account)
  if (providerRefundId !== undefined) return provider.refunded({ account, providerRefundId })
  return provider.refund({
    account,
    refundId: `${paymentId}:${refundId}${again > 0 ? `:${again}` : ''}`,
    chargeId,
    cents,
    beforeCents,
    // Stripe refuses to give back a share of which there is none.
    withFee: refund.withFee === true && platformCents > 0,
    isOld: stamp.at > addHours(askedAt, keyHours),
  })
}

/** For so long what was asked of FluidPay may be under way, in seconds: our client hears no answer after that. */
const turnSeconds = 30

/**
 * FluidPay has no name of ours for what goes back: only by the sum of it is known what has. So what is to go back of a payment
 * is asked for one after the other, and each by one at a time.
 */
async function inTurn(
  stamp: Stamp,
  { refund: { refundId }, all, payment }: { refund: Refund; all: readonly Refund[]; payment: Kept<Payment> },
): Promise<boolean> {
  const { paymentId, version, givingBack: before } = payment
  const isOther = before !== undefined && before.refundId !== refundId
  const isTaken = isOther
    ? all.some((other) => other.refundId === before.refundId && other.state === 'wanted')
    : before !== undefined && before.until > stamp.at
  if (isTaken) return false
  const givingBack = { refundId, until: addSeconds(stamp.at, turnSeconds) }
  await update(stamp, payments.change({ paymentId }, { set: { givingBack }, when: [['version', '=', version]] }))
  return true
}

/** The provider does it once the charge has come to the bank, or another one was given back: it is asked again then. */
async function waits(
  stamp: Stamp,
  refund: Kept<Refund>,
  seconds: number,
  payment?: Pick<Payment, 'paymentId'>,
): Promise<Refund['state']> {
  const set = { lookAt: addSeconds(stamp.at, seconds) }
  const noTurn = { givingBack: undefined } as unknown as Partial<Payment>
  await write(
    stamp,
    refunds.change(refund, { set, when: [['version', '=', refund.version]] }),
    // It was heard that nothing is under way.
    ...(payment ? [payments.change({ paymentId: payment.paymentId }, { set: noTurn })] : []),
  )
  return refund.state
}

type Known = { refund: Kept<Refund>; payment: Kept<Payment>; standing: Refunded }

/** Writes how a refund stands by now, and what of it has left the club's account or has come back there. */
export async function become(stamp: Stamp, { refund, payment, standing }: Known): Promise<Refund['state']> {
  const before = refund.state
  const state = standing.as
  if (before === state && state !== 'processing') return state
  if (before === 'done' && state === 'processing') return before
  const end = (state === 'processing'
    ? { lookAt: addSeconds(stamp.at, refundPatience.processing) }
    : { lookAt: undefined }) as unknown as Partial<Refund>
  const more =
    standing.as === 'refused'
      ? { why: standing.why }
      : { providerRefundId: standing.providerRefundId, feeBack: feeBackOf(refund, payment) }
  await write(
    stamp,
    refunds.change(refund, { set: { state, ...more, ...end }, when: [['version', '=', refund.version]] }),
    ...entriesOf(stamp, { refund, payment, standing }),
  )
  return state
}

/** What of the platform's share goes back with it. */
const feeBackOf = ({ withFee, cents }: Refund, { platformCents, amount }: Payment): number =>
  withFee === true ? Math.round((platformCents * cents) / amount) : 0

function entriesOf(stamp: Stamp, { refund, payment, standing }: Known) {
  const { paymentId, cents, state: before } = refund
  const isBack = standing.as === 'refused'
  // Refused at once, it never left; on its way or done, it has left already.
  if (isBack === (before === 'wanted')) return []
  const providerRefundId = isBack ? refund.providerRefundId : standing.providerRefundId
  const sign = isBack ? -1 : 1
  const fee = isBack ? (refund.feeBack ?? 0) : feeBackOf(refund, payment)
  const postings: Posting[] = [
    { account: 'liabilities:credit', cents: sign * cents },
    { account: clearingOf(payment), cents: sign * (fee - cents) },
    { account: 'expenses:platform', cents: -sign * fee },
  ]
  return [
    ledger.book({
      organizationId: organizationOf(paymentId),
      effect: `${isBack ? 'refund-failed' : 'refund'}:${providerRefundId}`,
      bookedAt: stamp.at,
      about: paymentId,
      postings,
    }),
  ]
}

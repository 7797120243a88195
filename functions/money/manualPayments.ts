import type { money } from '#shared/api/money.ts'
import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { dayIn } from '#shared/rules/days.ts'
import { type ManualMethod, outstandingOf, paidOnFault } from '#shared/rules/fees.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { notifiedAmong } from '../people/childAccount.ts'
import type { CallOf } from '../serve.ts'
import { feePayments } from '../table/fees.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { familyOfFee } from '../table/feeFamilies.ts'
import { guardiansWith } from '../table/players.ts'
import type { Stamp } from '../table/writes.ts'
import { changeFee, transferPostings } from '../table/feeBooks.ts'
import { feeDetails } from './feeCards.ts'
import { accountOf, isOnline } from '../table/refunding.ts'

/** Records a manual payment of at most what is outstanding, and mails a receipt to the payers of the fee. Idempotent by `paymentId`. */
export async function addManualPayment({
  params: { feePlayerId },
  body,
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/manual-payment/{feePlayerId}'>) {
  if (body.paidOn !== undefined) {
    const club = await organizations.get({ organizationId: organizationOf(feePlayerId) })
    const fault = club && paidOnFault(body.paidOn, dayIn(stamp.at, club.timezone))
    if (fault) throw new Problem('bad_request', [faultAt('paidOn', fault.code, fault)])
  }
  await recordManualPayment(stamp, feePlayerId, body)
  return feeDetails(feePlayerId, stamp.at)
}

type ManualPayment = {
  paymentId: string
  amountInCents: number
  how: ManualMethod
  paidOn?: string | undefined
  note?: string | undefined
}

export const recordManualPayment = (
  stamp: Stamp,
  feePlayerId: string,
  { paymentId, amountInCents, how, paidOn, note }: ManualPayment,
) =>
  changeFee(stamp, feePlayerId, async (fee) => {
    const id = { playerFeeId: feePlayerId, paymentId }
    // The same request again, after a lost response; by now nothing may be owed any more.
    const storedPayment = await feePayments.get(id, { consistent: true })
    const isSame =
      storedPayment?.cents === amountInCents && storedPayment.how === how && storedPayment.paidOn === paidOn
    // A payment that was undone since is not entered again; the caller gets `saved_before`.
    if (
      isSame &&
      storedPayment.givenBack < storedPayment.cents &&
      (storedPayment.note ?? '') === (note ?? '') &&
      storedPayment.by === stamp.actor
    )
      return undefined
    if (storedPayment) throw new Problem('saved_before')
    const openCents = outstandingOf(fee)
    if (openCents <= 0) throw new Problem('fee_settled')
    if (amountInCents > openCents) throw new Problem('more_than_owed')
    const family = await familyOfFee(feePlayerId)
    const askedGuardians = guardiansWith(family, 'pays').filter(({ userId }) => isAskedOf(fee, userId))
    const payers = await notifiedAmong(askedGuardians, stamp.at)
    return {
      set: { paid: fee.paid + amountInCents },
      effect: `manual:${feePlayerId}:${paymentId}`,
      postings: transferPostings(amountInCents, { from: 'assets:receivable', to: accountOf(how) }),
      onDay: paidOn,
      more: [
        feePayments.create({
          ...id,
          cents: amountInCents,
          how,
          ...(note && { note }),
          ...(paidOn !== undefined && { paidOn }),
          paidAt: stamp.at,
          givenBack: 0,
        }),
        ...payers.map(({ userId }) =>
          outbox.add(stamp, {
            letter: 'manualReceipt',
            to: { userId },
            about: id,
            mailId: `receipt.${feePlayerId}.${paymentId}.${userId}`,
          }),
        ),
      ],
    }
  })

/** Reverses a manual payment: its amount is outstanding again. */
export async function undoManualPayment({
  params: { feePlayerId },
  body: { paymentId },
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/undo-payment/{feePlayerId}'>) {
  await changeFee(stamp, feePlayerId, async (fee) => {
    const id = { playerFeeId: feePlayerId, paymentId }
    const payment = await feePayments.get(id, { consistent: true })
    if (!payment || isOnline(payment)) throw new Problem('not_found')
    const { cents, givenBack, how } = payment
    if (givenBack === cents) return undefined
    if (fee.state === 'cancelled') throw new Problem('fee_settled')
    return {
      set: { paid: fee.paid - (cents - givenBack) },
      effect: `undo:${feePlayerId}:${paymentId}:${fee.version}`,
      postings: transferPostings(cents - givenBack, { from: accountOf(how as ManualMethod), to: 'assets:receivable' }),
      more: [feePayments.change(id, { set: { givenBack: cents }, when: [['givenBack', '=', givenBack]] })],
    }
  })
  return feeDetails(feePlayerId, stamp.at)
}

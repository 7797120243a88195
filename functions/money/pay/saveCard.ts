import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import type { SavedMethod } from '../../providers/provider.ts'
import type { Payment } from '../../table/payments.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { replacedCardsAfter } from './deleteCards.ts'

/** The key of the saved card of a payment; undefined if it saves none. */
export const savedCardIdOf = ({
  paymentId,
  payerId,
  saves,
}: Payment): Pick<SavedCard, 'organizationId' | 'userId'> | undefined =>
  saves === true && payerId !== undefined ? { organizationId: organizationOf(paymentId), userId: payerId } : undefined

type CardToSave = { label: string; saved: SavedMethod; storedCard: Stored<SavedCard> | undefined }

/** The write that saves the card of a payment, for the transaction that books it. The provider has to delete the previous card. */
export function saveCardWrites(stamp: Stamp, payment: Payment, { label, saved, storedCard }: CardToSave): Write[] {
  const id = savedCardIdOf(payment)
  if (!id) return []
  const set = {
    ...id,
    ...saved,
    paymentAccountId: payment.paymentAccountId,
    label,
    state: 'on' as const,
    refusals: 0,
    // From the next hour on: fees that are due today may be in the payment that is being booked.
    lookAt: addHours(stamp.at, 1),
  }
  if (!storedCard) return [savedCards.create(set)]
  const next = { ...set, ...replacedCardsAfter(storedCard, saved.method) }
  return [savedCards.change(id, { set: next, when: ifUnchanged(storedCard) })]
}

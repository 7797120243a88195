import { providerOf } from '../../providers/providers.ts'
import { paymentAccounts } from '../../table/paymentAccounts.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { update } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'

type Forgetting = Pick<SavedCard, 'forgetting'>

/** Which cards the provider has to delete once another card replaces this one. */
export const forgettingAfter = ({ forgetting = [], method, paymentAccountId }: SavedCard, next: string): Forgetting =>
  method === '' || method === next ? {} : { forgetting: [...forgetting, { paymentAccountId, method }] }

/** Deletes previous cards, which are not charged any more, at the provider. Repeatable. */
export async function forgetReplaced(stamp: Stamp, card: Stored<SavedCard>): Promise<Stored<SavedCard>> {
  // A charge in progress is completed.
  if (card.forgetting === undefined || card.charging !== undefined) return card
  for (const { paymentAccountId, method } of card.forgetting) {
    const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
    if (account) await providerOf(account).forget?.({ account, method })
  }
  const set = { forgetting: undefined }
  return update(stamp, savedCards.change(card, { set, when: ifUnchanged(card) }))
}

/** Deletes a person at the providers of a club; false while a page or payment of theirs is open there. */
export async function forgetOwner({
  organizationId,
  userId,
}: Pick<SavedCard, 'organizationId' | 'userId'>): Promise<boolean> {
  const accounts = (await paymentAccounts.of({ organizationId })).filter((each) => each.providerAccountId !== undefined)
  const forgotten = await Promise.all(
    accounts.map(async (account) => providerOf(account).forgetOwner?.({ account, userId })),
  )
  return !forgotten.includes('under way')
}

import { providerOf } from '../../providers/providers.ts'
import { paymentAccounts } from '../../table/paymentAccounts.ts'
import { type SavedCard, savedCards } from '../../table/savedCards.ts'
import { update } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../../table/writes.ts'

type ReplacedCards = Pick<SavedCard, 'forgetting'>

/** The cards that the provider has to delete, after another one has replaced this. */
export const replacedCardsAfter = (
  { forgetting = [], method, paymentAccountId }: SavedCard,
  next: string,
): ReplacedCards =>
  method === '' || method === next ? {} : { forgetting: [...forgetting, { paymentAccountId, method }] }

/** Has the provider delete the earlier cards of a row, unless a charge is under way. Idempotent. Gives the row as it is then. */
export async function deleteReplacedCards(stamp: Stamp, card: Stored<SavedCard>): Promise<Stored<SavedCard>> {
  // Not while a charge is under way.
  if (card.forgetting === undefined || card.charging !== undefined) return card
  for (const { paymentAccountId, method } of card.forgetting) {
    const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
    if (account) await providerOf(account).deleteCard?.({ account, method })
  }
  const set = { forgetting: undefined }
  return update(stamp, savedCards.change(card, { set, when: ifUnchanged(card) }))
}

/** Has the providers of a club delete the owner of a card; false while a payment of theirs is under way there. */
export async function deleteCardOwner({
  organizationId,
  userId,
}: Pick<SavedCard, 'organizationId' | 'userId'>): Promise<boolean> {
  const accounts = (await paymentAccounts.of({ organizationId })).filter((each) => each.providerAccountId !== undefined)
  const results = await Promise.all(
    accounts.map(async (account) => providerOf(account).deleteOwner?.({ account, userId })),
  )
  return !results.includes('under way')
}

import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'

type SavedCardId = { organizationId: string; userId: string }
/**
 * A saved card, which is charged with the fees of a user's players in a club on their due days.
 *   on       it is charged
 *   stopped  it was refused too often, or must not be tried again: its owner has to pay and to save another one
 *   off      its owner has removed it
 * `customer` and `method`: the provider's ids of its owner and of the card.
 */
export type SavedCard = SavedCardId & {
  paymentAccountId: string
  customer: string
  method: string
  label: string
  state: 'on' | 'stopped' | 'off'
  /** How often in a row it was declined. */
  refusals: number
  /** When the next run looks at it; the key on the index. */
  lookAt?: string | undefined
  /** The provider's page on which its owner can save a card: its id, and the account. */
  settingUp?: string | undefined
  settingUpAt?: string | undefined
  /** Earlier cards, which are to be deleted at the provider. */
  forgetting?: { paymentAccountId: string; method: string }[] | undefined
  /** The id of the payment that is under way. */
  charging?: string | undefined
}

/** A row without a card: the provider knows the user. */
export const noCard = { customer: '', method: '', label: '', state: 'off' as const, refusals: 0 }

const list = 'SAVED-CARDS'
const partition = (userId: string) => `CARDS#${userId}`
const rows = entity<SavedCard, SavedCardId>('Saved card', {
  key: ({ organizationId, userId }) => ({ pk: partition(userId), sk: `CARD#${organizationId}` }),
  gsi2: by(['lookAt', 'organizationId', 'userId'], ({ lookAt, organizationId, userId }) => [
    list,
    `${lookAt}#${organizationId}#${userId}`,
  ]),
})
export const savedCards = {
  ...rows,
  of: (userId: string) => all<SavedCard>({ pk: partition(userId), ...startingWith('CARD#') }),
  /** The cards that a run has to look at by an instant. */
  toLookAt: (by: string): Range => ({ index: 'gsi2', pk: list, from: '0', to: by }),
}

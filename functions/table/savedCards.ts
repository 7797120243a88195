import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'

type SavedCardId = { organizationId: string; userId: string }
/**
 * The card that a club charges for what a person's players owe, on the due day.
 *   on       it is charged
 *   stopped  it was declined too often, or must not be tried again: its owner pays, and saves another
 *   off      its owner has switched it off
 * `customer` and `method` are the provider's ids of its owner and the card.
 */
export type SavedCard = SavedCardId & {
  paymentAccountId: string
  customer: string
  method: string
  label: string
  state: 'on' | 'stopped' | 'off'
  /** How often in a row it was declined. */
  refusals: number
  /** When it is due to be checked; only while it is on. */
  lookAt?: string | undefined
  /**
   * The provider's page on which its owner can save a card: its id, and the account. The id is set before the owner is sent
   * there.
   */
  settingUp?: string | undefined
  settingUpAt?: string | undefined
  /** Previous cards that the provider still has to delete. */
  forgetting?: { paymentAccountId: string; method: string }[] | undefined
  /** The payment that is being charged. */
  charging?: string | undefined
}

/** For an owner whom the provider knows, without a card to charge. */
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
  /** The cards that are due to be checked by an instant. */
  toLookAt: (by: string): Range => ({ index: 'gsi2', pk: list, from: '0', to: by }),
}

import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'

type SavedCardId = { organizationId: string; userId: string }
/**
 * The card from which somebody has a club take what their players owe there, on the day that it is due.
 *   on       it is charged
 *   stopped  it was refused too often, or is not to be tried again: its owner pays, and saves another
 *   off      its owner has switched it off
 * `customer` and `method` are what the provider calls its owner and the card.
 */
export type SavedCard = SavedCardId & {
  paymentAccountId: string
  customer: string
  method: string
  label: string
  state: 'on' | 'stopped' | 'off'
  /** How often in a row it was refused. */
  refusals: number
  /** When it is looked at next: only while it is on. */
  lookAt?: string | undefined
  /** The page of the provider's on which its owner is to leave one: what the provider calls it, and of which account. */
  settingUp?: string | undefined
  settingUpAt?: string | undefined
  /** Cards before it, which the provider is to forget. */
  forgetting?: { paymentAccountId: string; method: string }[] | undefined
  /** The payment that is being charged. */
  charging?: string | undefined
}

/** Of whom the provider knows, and has no card that is charged. */
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
  /** Those that are to be looked at by an instant. */
  toLookAt: (by: string): Range => ({ index: 'gsi2', pk: list, from: '0', to: by }),
}

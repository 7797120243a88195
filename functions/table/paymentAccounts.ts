import type { ProviderName } from '#shared/rules/processors.ts'
import type { Clear, Sealed } from '../secrets/sealed.ts'
import { by, entity } from './entity.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf } from './organizations.ts'
import { all, type Range, startingWith } from './table.ts'

type PaymentAccountId = { paymentAccountId: string }
/** A club's account at a payment provider, and its surcharge. `publicKey` is the key for browsers. */
export type PaymentAccount = PaymentAccountId & {
  provider: ProviderName
  email?: string
  publicKey?: string
  perMille: number
  cents: number
  active: boolean
  addedAt?: string
  /**
   * When the account is next checked for events that we did not get: because its provider sends none, or because some may be
   * lost.
   */
  lookAt?: string | undefined
  /** The instant up to which it was checked. */
  lookedAt?: string
  /** `active` was set by hand, or when the account could take payments for the first time. */
  decided?: true
  /** The club's account id at the provider, whether it can take payments, and what information its owner still has to give. */
  providerAccountId?: string
  chargesEnabled?: boolean
  payoutsEnabled?: boolean
  missing?: readonly string[]
}
/** How often an account is checked for missed events, in hours. */
export const checkEveryHours = 24
const dueList = 'ACCOUNTS-LOOK'
const providerIdPartition = (providerAccountId: string) => `ACCOUNT-AT#${providerAccountId}`
const rows = entity<PaymentAccount, PaymentAccountId>('Payment account', {
  key: ({ paymentAccountId }) => ({
    pk: organizationPartitionOf(paymentAccountId),
    sk: `ORG-PAYS#${paymentAccountId}`,
  }),
  gsi1: by(['providerAccountId', 'paymentAccountId'], ({ providerAccountId, paymentAccountId }) => [
    providerIdPartition(providerAccountId),
    paymentAccountId,
  ]),
  gsi2: by(['lookAt', 'paymentAccountId'], ({ lookAt, paymentAccountId }) => [
    dueList,
    `${lookAt}#${paymentAccountId}`,
  ]),
})
export const paymentAccounts = {
  ...rows,
  of: (id: OrganizationId) => all<PaymentAccount>({ pk: organizationPartition(id), ...startingWith('ORG-PAYS#') }),
  /** The ids of our accounts with this id at the provider. */
  async idsAtProvider(providerAccountId: string): Promise<string[]> {
    const range = { index: 'gsi1', pk: providerIdPartition(providerAccountId), from: '!', to: '~' } as const
    return (await all<{ gsi1sk: string }>(range)).map(({ gsi1sk }) => gsi1sk)
  },
  /** The accounts that are due to be checked by an instant. */
  dueForCheck: (by: string): Range => ({ index: 'gsi2', pk: dueList, from: '0', to: by }),
}

/**
 * The secret key for charging. In a partition of its own, so that few functions can read it. `before`: the previous key, with
 * which older charges may still be found. Both are sealed for this item.
 */
type PaymentKey = PaymentAccountId & { privateKey: Sealed | Clear; before?: Sealed | Clear }
export const paymentKeys = entity<PaymentKey, PaymentAccountId>('Payment key', {
  key: ({ paymentAccountId }) => ({ pk: `KEY#${paymentAccountId}`, sk: 'KEY' }),
})

import type { ProviderName } from '#shared/rules/processors.ts'
import type { Clear, Sealed } from '../secrets/sealed.ts'
import { by, entity } from './entity.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf } from './organizations.ts'
import { all, type Range, startingWith } from './table.ts'

type PaymentAccountId = { paymentAccountId: string }
/** Who takes payments for a club, and what they take. `publicKey` is the one that browsers may have. */
export type PaymentAccount = PaymentAccountId & {
  provider: ProviderName
  email?: string
  publicKey?: string
  perMille: number
  cents: number
  active: boolean
  addedAt?: string
  /** When it is looked at what has happened there without us: where nobody tells us of it, or as what is told may be missed. */
  lookAt?: string | undefined
  /** Up to when that is known. */
  lookedAt?: string
  /** Whether it is used was decided: by hand, or when it could take payments for the first time. */
  decided?: true
  /** The club's account at the provider, whether it can be paid there, and what its owner has still to say. */
  providerAccountId?: string
  chargesEnabled?: boolean
  payoutsEnabled?: boolean
  missing?: readonly string[]
}
/** So often it is looked at what has happened there that was not heard, in hours. */
export const lookEvery = 24
const looking = 'ACCOUNTS-LOOK'
const calledThere = (providerAccountId: string) => `ACCOUNT-AT#${providerAccountId}`
const rows = entity<PaymentAccount, PaymentAccountId>('Payment account', {
  key: ({ paymentAccountId }) => ({
    pk: organizationPartitionOf(paymentAccountId),
    sk: `ORG-PAYS#${paymentAccountId}`,
  }),
  gsi1: by(['providerAccountId', 'paymentAccountId'], ({ providerAccountId, paymentAccountId }) => [
    calledThere(providerAccountId),
    paymentAccountId,
  ]),
  gsi2: by(['lookAt', 'paymentAccountId'], ({ lookAt, paymentAccountId }) => [
    looking,
    `${lookAt}#${paymentAccountId}`,
  ]),
})
export const paymentAccounts = {
  ...rows,
  of: (id: OrganizationId) => all<PaymentAccount>({ pk: organizationPartition(id), ...startingWith('ORG-PAYS#') }),
  /** By what the provider calls it, the ids of ours. */
  async calledAtProvider(providerAccountId: string): Promise<string[]> {
    const range = { index: 'gsi1', pk: calledThere(providerAccountId), from: '!', to: '~' } as const
    return (await all<{ gsi1sk: string }>(range)).map(({ gsi1sk }) => gsi1sk)
  },
  /** Those that are to be looked at by an instant. */
  toLookAt: (by: string): Range => ({ index: 'gsi2', pk: looking, from: '0', to: by }),
}

/**
 * The key that charges. In a partition of its own, so that the functions which may read it can be counted. `before`: the one
 * that it took the place of, by which older charges may still be found. Both are sealed for this item.
 */
type PaymentKey = PaymentAccountId & { privateKey: Sealed | Clear; before?: Sealed | Clear }
export const paymentKeys = entity<PaymentKey, PaymentAccountId>('Payment key', {
  key: ({ paymentAccountId }) => ({ pk: `KEY#${paymentAccountId}`, sk: 'KEY' }),
})

import { organizationOf } from '#shared/ids.ts'
import type { ProviderName } from '#shared/rules/processors.ts'
import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { all, startingWith } from './table.ts'

type PaymentAccountId = { paymentAccountId: string }
/** Who takes payments for a club, and what they take. `publicKey` is the one that browsers may have. */
export type PaymentAccount = PaymentAccountId & {
  provider: ProviderName
  email?: string
  publicKey?: string
  perMille: number
  cents: number
  active: boolean
  /** Whether it is used was decided: by hand, or when it could take payments for the first time. */
  decided?: true
  /** The club's account at the provider, whether it can be paid there, and what its owner has still to say. */
  providerAccountId?: string
  chargesEnabled?: boolean
  payoutsEnabled?: boolean
  missing?: readonly string[]
}
const rows = entity<PaymentAccount, PaymentAccountId>('Payment account', {
  key: ({ paymentAccountId }) => ({
    pk: organizationPartition({ organizationId: organizationOf(paymentAccountId) }),
    sk: `ORG-PAYS#${paymentAccountId}`,
  }),
})
export const paymentAccounts = {
  ...rows,
  of: (id: OrganizationId) => all<PaymentAccount>({ pk: organizationPartition(id), ...startingWith('ORG-PAYS#') }),
}

/** The key that charges. In a partition of its own, so that the functions which may read it can be counted. */
export const paymentKeys = entity<PaymentAccountId & { privateKey: string }, PaymentAccountId>('Payment key', {
  key: ({ paymentAccountId }) => ({ pk: `KEY#${paymentAccountId}`, sk: 'KEY' }),
})

import type { ProviderName } from '#shared/rules/processors.ts'
import type { PaymentAccount } from '../table/paymentAccounts.ts'

/** The providers by which families pay online. */
const online = ['STRIPE', 'PAYPAL'] as const satisfies readonly ProviderName[]
export type OnlineProvider = (typeof online)[number]

export const takesOnline = (name: ProviderName): name is OnlineProvider =>
  (online as readonly ProviderName[]).includes(name)

/** Whether a club's account takes payments online now. */
export const canPayWith = ({ active, provider, chargesEnabled, email }: PaymentAccount): boolean =>
  active && takesOnline(provider) && (provider === 'STRIPE' ? chargesEnabled === true : email !== undefined)

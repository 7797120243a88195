import type { ProviderName } from '#shared/rules/processors.ts'

/** The providers by which families pay online. */
const online = ['STRIPE'] as const satisfies readonly ProviderName[]
export type OnlineProvider = (typeof online)[number]

export const takesOnline = (name: ProviderName): name is OnlineProvider =>
  (online as readonly ProviderName[]).includes(name)

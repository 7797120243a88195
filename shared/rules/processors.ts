import { longestEmail, whyCannotEmail } from './emails.ts'
import { atMost, check, required, selected, type ValueFault, type ValueFaults, faultFrom } from './faults.ts'
import type { Rate } from './money.ts'

/** Payment providers. Only the last two are added by keys or an address. */
export const providerNames = ['STRIPE', 'PAYPAL', 'FLUIDPAY'] as const
export type ProviderName = (typeof providerNames)[number]
export const addedProviders = ['FLUIDPAY', 'PAYPAL'] as const satisfies readonly ProviderName[]
export type AddedProvider = (typeof addedProviders)[number]

/** The formats of FluidPay's keys: one for browsers, and a secret one for charging. */
export const publicKeyPattern = /^pub_[A-Za-z0-9]{20,40}$/
export const privateKeyPattern = /^api_[A-Za-z0-9]{20,40}$/

export const maxPercent = 100
/** In whole units of the currency. */
export const maxFeeAmount = 99_999

/** A fee as typed: percent with one decimal, and an amount in cents. */
type TypedRate = { percent: number | null; amount: number | null }
export const rateOf = ({ percent, amount }: TypedRate): Rate => ({
  perMille: Math.round((percent ?? 0) * 10),
  cents: amount ?? 0,
})

const overPercent = (percent: number | null): ValueFault | undefined =>
  percent !== null && percent > maxPercent ? { code: 'too_many_percent', limit: maxPercent } : undefined
const overAmount = (cents: number | null): ValueFault | undefined =>
  atMost(maxFeeAmount)(cents === null ? null : cents / 100)

/** The faults of a processor's fee. */
export const rateFaults = ({ percent, amount }: TypedRate): ValueFaults => ({
  percent: check(percent, overPercent),
  amount: check(amount, overAmount),
})

type ProviderForm = TypedRate & { provider: AddedProvider | ''; email: string; publicKey: string; privateKey: string }
const key = (pattern: RegExp) => (text: string) =>
  pattern.test(text.trim()) ? undefined : ({ code: 'invalid_key' } as const)

export const payPalFaults = ({ email }: Pick<ProviderForm, 'email'>): ValueFaults => ({
  email: check(email, required, faultFrom(whyCannotEmail, longestEmail)),
})
export const keyFaults = ({ publicKey, privateKey }: Pick<ProviderForm, 'publicKey' | 'privateKey'>): ValueFaults => ({
  publicKey: check(publicKey, required, key(publicKeyPattern)),
  privateKey: check(privateKey, required, key(privateKeyPattern)),
})

/** The faults of a processor form: each provider needs something else. */
export const processorFaults = ({ provider, email, publicKey, privateKey, ...rate }: ProviderForm): ValueFaults => ({
  provider: check(provider, selected),
  ...(provider === 'PAYPAL' && payPalFaults({ email })),
  ...(provider === 'FLUIDPAY' && keyFaults({ publicKey, privateKey })),
  ...rateFaults(rate),
})

import type { ProviderName } from '#shared/rules/processors.ts'
import { fluidpay } from './fluidpay.ts'
import { paypal } from './paypal.ts'
import type { PaymentProvider } from './provider.ts'
import { stripe } from './stripe.ts'

/** The implementations, by the provider of a club's account. */
const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
  STRIPE: stripe,
  PAYPAL: paypal,
  FLUIDPAY: fluidpay,
}

export const providerOf = ({ provider }: { provider: ProviderName }): PaymentProvider => providers[provider]

import type { ProviderName } from '#shared/rules/processors.ts'
import { Problem } from '#shared/problems.ts'
import { paypal } from './paypal.ts'
import type { PaymentProvider } from './provider.ts'
import { stripe } from './stripe.ts'
import { type OnlineProvider, takesOnline } from './takesOnline.ts'

/** Who takes payments online, by the provider of a club's account. */
const providers: Readonly<Record<OnlineProvider, PaymentProvider>> = { STRIPE: stripe, PAYPAL: paypal }

export function providerOf({ provider }: { provider: ProviderName }): PaymentProvider {
  if (!takesOnline(provider)) throw new Problem('payments_off')
  return providers[provider]
}

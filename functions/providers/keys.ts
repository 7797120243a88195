import { Problem } from '#shared/problems.ts'
import type { ProviderApi } from '../registry.ts'
import { readSecret } from '../secrets/readSecret.ts'

/**
 * Our credentials at the providers, as JSON in Secrets Manager. `stripe`: `key` is the secret API key, `publishable` the public one;
 * `platform` and `connect` are the signing secrets of its webhooks, for our own account and for clubs' accounts.
 */
export type StripeKeys = { key: string; publishable: string; platform: string; connect: string }
/** `paypal`: `client` and `secret` are the API credentials, `webhook` is the id of our webhook, which is part of what PayPal signs. */
type PayPalKeys = { client: string; secret: string; webhook: string }
type KeysOf = { stripe: StripeKeys; paypal: PayPalKeys }

type CachedKeys<T> = { current: T; previous: T | undefined; readAt: number }
const cached = new Map<ProviderApi, Promise<CachedKeys<unknown>>>()
/** How long they are cached, in milliseconds. */
const cacheMs = 10 * 60_000

/** The current credentials, and those before the last change. Throws `payments_off` if the stage has none. */
export async function providerKeys<Name extends keyof KeysOf>(
  name: Name,
): Promise<{ current: KeysOf[Name]; previous: KeysOf[Name] | undefined }> {
  const previous = await cached.get(name)?.catch(() => undefined)
  if (previous && performance.now() - previous.readAt < cacheMs) return previous as CachedKeys<KeysOf[Name]>
  const reading = read(name)
  cached.set(name, reading)
  reading.catch(() => cached.get(name) === reading && cached.delete(name))
  return reading as Promise<CachedKeys<KeysOf[Name]>>
}

async function read(name: ProviderApi): Promise<CachedKeys<unknown>> {
  const readAt = performance.now()
  const [current, previous] = await Promise.all([readSecret(name, 'AWSCURRENT'), readSecret(name, 'AWSPREVIOUS')])
  if (!current) throw new Problem('payments_off')
  return { current: parseJson(current.value), previous: previous && parseJson(previous.value), readAt }
}

const parseJson = (text: string): unknown => JSON.parse(text)

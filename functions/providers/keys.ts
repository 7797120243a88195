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

type Read<T> = { current: T; previous: T | undefined; readAt: number }
const known = new Map<ProviderApi, Promise<Read<unknown>>>()
/** How long they are cached, in milliseconds. */
const fresh = 10 * 60_000

/** The current credentials, and those before the last change. Throws `payments_off` if the stage has none. */
export async function providerKeys<Name extends keyof KeysOf>(
  name: Name,
): Promise<{ current: KeysOf[Name]; previous: KeysOf[Name] | undefined }> {
  const before = await known.get(name)?.catch(() => undefined)
  if (before && performance.now() - before.readAt < fresh) return before as Read<KeysOf[Name]>
  const asking = read(name)
  known.set(name, asking)
  asking.catch(() => known.get(name) === asking && known.delete(name))
  return asking as Promise<Read<KeysOf[Name]>>
}

async function read(name: ProviderApi): Promise<Read<unknown>> {
  const readAt = performance.now()
  const [current, previous] = await Promise.all([readSecret(name, 'AWSCURRENT'), readSecret(name, 'AWSPREVIOUS')])
  if (!current) throw new Problem('payments_off')
  return { current: parsed(current.value), previous: previous && parsed(previous.value), readAt }
}

const parsed = (text: string): unknown => JSON.parse(text)

import { Problem } from '#shared/problems.ts'
import type { OutsideName } from '../registry.ts'
import { readSecret } from '../secrets/readSecret.ts'

/**
 * Our credentials at the providers, as JSON in Secrets Manager. `stripe`: `key` is for its API, `publishable` is public;
 * `platform` and `connect` verify its webhooks, those of our own account and those of clubs' accounts.
 */
export type StripeKeys = { key: string; publishable: string; platform: string; connect: string }
/** `paypal`: `client` and `secret` are for its API, `webhook` is the id of the webhook that its signatures include. */
type PayPalKeys = { client: string; secret: string; webhook: string }
type KeysOf = { stripe: StripeKeys; paypal: PayPalKeys }

type Read<T> = { current: T; previous: T | undefined; readAt: number }
const known = new Map<OutsideName, Promise<Read<unknown>>>()
/** How long they are used without reading them again, in milliseconds. */
const fresh = 10 * 60_000

/** The current credentials and the previous ones. Throws `payments_off` if the stage has none. */
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

async function read(name: OutsideName): Promise<Read<unknown>> {
  const readAt = performance.now()
  const [current, previous] = await Promise.all([readSecret(name, 'AWSCURRENT'), readSecret(name, 'AWSPREVIOUS')])
  if (!current) throw new Problem('payments_off')
  return { current: parsed(current.value), previous: previous && parsed(previous.value), readAt }
}

const parsed = (text: string): unknown => JSON.parse(text)

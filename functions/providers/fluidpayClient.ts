import { Problem } from '#shared/problems.ts'
import { type Clear, type Sealed, unseal } from '../secrets/sealed.ts'
import { paymentKeys } from '../table/paymentAccounts.ts'

/** In milliseconds. FluidPay may take longer, but the gateway waits only 30 seconds; a lost result is looked up. */
const timeout = 20_000

/** FluidPay has refused, and would refuse again. */
export class FluidPayRefusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`FluidPay refuses: ${status}`)
    this.status = status
  }
}

type Method = 'GET' | 'POST'

/** The key exists but cannot be decrypted, so what it has charged is unknown. For users it is as if there were no key. */
export class UnreadKey extends Problem {
  constructor() {
    super('payments_off')
  }
}

const open = (paymentAccountId: string, value: Sealed | Clear) => unseal(paymentKeys.key({ paymentAccountId }), value)

/** The current keys of an account, with the one for charging decrypted. */
async function keysOf(paymentAccountId: string) {
  const key = await paymentKeys.get({ paymentAccountId }, { consistent: true })
  if (!key) throw new Problem('payments_off')
  const privateKey = await open(paymentAccountId, key.privateKey)
  if (privateKey === undefined) throw new UnreadKey()
  return { privateKey, before: key.before, since: key.at }
}

/** Calls FluidPay's API with the club's own key, which is read for the call and not kept. */
export async function fluidPay<Data>(
  paymentAccountId: string,
  method: Method,
  path: string,
  body?: object,
): Promise<Data> {
  const { privateKey } = await keysOf(paymentAccountId)
  return asked(privateKey, method, path, body)
}

/**
 * Looks something up with the club's key, then with its previous one: a key of another merchant account does not find the old
 * charges. Returns what was found, and `ask` with the same key. `askedAt`: when it was requested, if known; the previous key is
 * not tried for requests made after the key was changed. Throws `UnreadKey` if the previous key is needed but cannot be
 * decrypted, so that nothing is mistaken for missing.
 */
export async function foundAtFluidPay<Data>(
  paymentAccountId: string,
  look: (ask: <Answer>(method: Method, path: string, body?: object) => Promise<Answer>) => Promise<Data | undefined>,
  askedAt = '',
): Promise<{ found: Data; ask: <Answer>(method: Method, path: string, body?: object) => Promise<Answer> } | undefined> {
  const key = await keysOf(paymentAccountId)
  const askBy =
    (privateKey: string) =>
    <Answer>(method: Method, path: string, body?: object) =>
      asked<Answer>(privateKey, method, path, body)
  const notThere = (error: unknown) => {
    if (error instanceof FluidPayRefusal && error.status === 404) return undefined
    throw error
  }
  const ask = askBy(key.privateKey)
  const found = await look(ask).catch(notThere)
  if (found !== undefined) return { found, ask }
  if (key.before === undefined || askedAt > key.since) return undefined
  const old = await open(paymentAccountId, key.before)
  if (old === undefined) throw new UnreadKey()
  const askBefore = askBy(old)
  const before = await look(askBefore).catch((error: unknown) => {
    // The previous key is not valid any more: only the new one can find what it has charged.
    if (error instanceof Problem && error.code === 'payments_off') return undefined
    return notThere(error)
  })
  return before === undefined ? undefined : { found: before, ask: askBefore }
}

/** Whether FluidPay accepts a key. */
export async function isKeyKnown(privateKey: string): Promise<boolean> {
  try {
    await asked(privateKey, 'GET', '/user')
    return true
  } catch (error) {
    const isRefused = error instanceof FluidPayRefusal || (error instanceof Problem && error.code === 'payments_off')
    if (isRefused) return false
    throw error
  }
}

async function asked<Data>(privateKey: string, method: Method, path: string, body?: object): Promise<Data> {
  const answer = await fetch(`${process.env.FLUIDPAY_ADDRESS ?? ''}/api${path}`, {
    method,
    headers: { authorization: privateKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    // Following a redirect would send the key to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    // No response, or none in time: a retry may work.
    throw new Problem('busy')
  })
  if (answer.status === 401 || answer.status === 403) throw new Problem('payments_off')
  if (answer.status === 429 || answer.status >= 500) throw new Problem('busy')
  if (!answer.ok) throw new FluidPayRefusal(answer.status)
  return ((await answer.json()) as { data: Data }).data
}

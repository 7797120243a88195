import { isProblem, Problem } from '#shared/problems.ts'
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
export class UnreadableKey extends Problem {
  constructor() {
    super('payments_off')
  }
}

const unsealKey = (paymentAccountId: string, value: Sealed | Clear) =>
  unseal(paymentKeys.key({ paymentAccountId }), value)

/** The current keys of an account, with the one for charging decrypted. */
async function keysOf(paymentAccountId: string) {
  const key = await paymentKeys.get({ paymentAccountId }, { consistent: true })
  if (!key) throw new Problem('payments_off')
  const privateKey = await unsealKey(paymentAccountId, key.privateKey)
  if (privateKey === undefined) throw new UnreadableKey()
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
  return sendRequest(privateKey, method, path, body)
}

/**
 * Looks something up with the club's key, then with its previous one: a key of another merchant account does not find the old
 * charges. Returns what was found, and `request` with the same key. `askedAt`: when it was requested, if known; the previous key is
 * not tried for requests made after the key was changed. Throws `UnreadableKey` if the previous key is needed but cannot be
 * decrypted, so that nothing is mistaken for missing.
 */
export async function findAtFluidPay<Data>(
  paymentAccountId: string,
  lookUp: (ask: <Answer>(method: Method, path: string, body?: object) => Promise<Answer>) => Promise<Data | undefined>,
  askedAt = '',
): Promise<{ found: Data; ask: <Answer>(method: Method, path: string, body?: object) => Promise<Answer> } | undefined> {
  const key = await keysOf(paymentAccountId)
  const requestWith =
    (privateKey: string) =>
    <Answer>(method: Method, path: string, body?: object) =>
      sendRequest<Answer>(privateKey, method, path, body)
  const undefinedIfNotFound = (error: unknown) => {
    if (error instanceof FluidPayRefusal && error.status === 404) return undefined
    throw error
  }
  const request = requestWith(key.privateKey)
  const found = await lookUp(request).catch(undefinedIfNotFound)
  if (found !== undefined) return { found, ask: request }
  if (key.before === undefined || askedAt > key.since) return undefined
  const previousKey = await unsealKey(paymentAccountId, key.before)
  if (previousKey === undefined) throw new UnreadableKey()
  const requestWithPrevious = requestWith(previousKey)
  const foundBefore = await lookUp(requestWithPrevious).catch((error: unknown) => {
    // The previous key is not valid any more: only the new one can find what it has charged.
    if (isProblem(error, 'payments_off')) return undefined
    return undefinedIfNotFound(error)
  })
  return foundBefore === undefined ? undefined : { found: foundBefore, ask: requestWithPrevious }
}

/** Whether FluidPay accepts a key. */
export async function isValidKey(privateKey: string): Promise<boolean> {
  try {
    await sendRequest(privateKey, 'GET', '/user')
    return true
  } catch (error) {
    const isRefused = error instanceof FluidPayRefusal || isProblem(error, 'payments_off')
    if (isRefused) return false
    throw error
  }
}

async function sendRequest<Data>(privateKey: string, method: Method, path: string, body?: object): Promise<Data> {
  const response = await fetch(`${process.env.FLUIDPAY_ADDRESS ?? ''}/api${path}`, {
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
  if (response.status === 401 || response.status === 403) throw new Problem('payments_off')
  if (response.status === 429 || response.status >= 500) throw new Problem('busy')
  if (!response.ok) throw new FluidPayRefusal(response.status)
  return ((await response.json()) as { data: Data }).data
}

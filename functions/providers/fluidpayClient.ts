import { Problem } from '#shared/problems.ts'
import { type Clear, type Sealed, unseal } from '../secrets/sealed.ts'
import { paymentKeys } from '../table/paymentAccounts.ts'

/** In milliseconds: FluidPay may take longer, but the gateway waits for thirty seconds; what was not heard is looked up. */
const timeout = 20_000

/** FluidPay has said no, and would say so again. */
export class FluidPayRefusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`FluidPay refuses: ${status}`)
    this.status = status
  }
}

type Method = 'GET' | 'POST'

/** The key is there and does not open: what it has charged nobody can say. To people it is as if there were none. */
export class UnreadKey extends Problem {
  constructor() {
    super('payments_off')
  }
}

const open = (paymentAccountId: string, value: Sealed | Clear) => unseal(paymentKeys.key({ paymentAccountId }), value)

/** The keys of an account as they are now, the one that charges opened. */
async function keysOf(paymentAccountId: string) {
  const key = await paymentKeys.get({ paymentAccountId }, { consistent: true })
  if (!key) throw new Problem('payments_off')
  const privateKey = await open(paymentAccountId, key.privateKey)
  if (privateKey === undefined) throw new UnreadKey()
  return { privateKey, before: key.before, since: key.at }
}

/** A call of FluidPay's API with the club's own key, which is read for the call and kept nowhere. */
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
 * Looks for something with the club's key, and with the one that it had before: another merchant's charges are found by no
 * new key. Gives what was found, and how to ask on with the same key. `askedAt`: when it was asked for, where that is known: what was
 * asked since the key was changed the one before knows nothing of. Throws `UnreadKey` where the one before would have to be
 * asked, and does not open: nothing is taken for not there.
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
    // It counts no longer there: what it has charged is found by the new one, if by any.
    if (error instanceof Problem && error.code === 'payments_off') return undefined
    return notThere(error)
  })
  return before === undefined ? undefined : { found: before, ask: askBefore }
}

/** Whether FluidPay takes a key. */
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
    // Whoever is led elsewhere would tell it the key.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    // No answer, or none in time: it may work in a moment.
    throw new Problem('busy')
  })
  if (answer.status === 401 || answer.status === 403) throw new Problem('payments_off')
  if (answer.status === 429 || answer.status >= 500) throw new Problem('busy')
  if (!answer.ok) throw new FluidPayRefusal(answer.status)
  return ((await answer.json()) as { data: Data }).data
}

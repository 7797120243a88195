import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A process: how many changes it may ask for yet, or how many calls of whatever kind, which of its calls are not answered, and
 * what is done when it has ended.
 */
type Life = {
  left: number
  everyCall: boolean
  unanswered: Set<unknown>
  ended: () => void
  /** Of a process that is not killed but met at its calls: what becomes of one; see everyAwait.ts. */
  meets?: <T>(call: () => Promise<T>, changes: boolean) => Promise<T>
}
const living = new AsyncLocalStorage<Life>()
const never = new Promise<never>(() => {})

/** A call to the table or to a provider. The last change is made; after it the process asks for nothing, and hears of nothing. */
export async function outside<T>(call: () => Promise<T>, changes: boolean): Promise<T> {
  const life = living.getStore()
  if (!life) return call()
  if (life.meets) return life.meets(() => living.exit(call), changes)
  if (life.left === 0) return never
  if (changes || life.everyCall) life.left--
  const asked = living.exit(call)
  life.unanswered.add(asked)
  await Promise.allSettled([asked])
  life.unanswered.delete(asked)
  if (life.left > 0) return asked
  if (life.unanswered.size === 0) life.ended()
  return never
}

/** Does work whose calls to the outside are met. */
export const met = <T>(meets: NonNullable<Life['meets']>, work: () => Promise<T>): Promise<T> =>
  living.run({ left: 0, everyCall: true, unanswered: new Set(), ended: () => {}, meets }, work)
/** What somebody else does meanwhile, who is not met. */
export const elsewhere = <T>(work: () => T): T => living.exit(work)

let watching = false
/** From here on what is asked by `fetch` is a call to the outside. Files of tests share a process: once is enough. */
export function watchCalls(): void {
  if (watching) return
  watching = true
  const { fetch } = globalThis
  globalThis.fetch = (...given) => {
    const [input, { method = 'GET' } = {}] = given
    const call = () => fetch(...given)
    // A process reads its keys once for all that it does.
    const { href } = new URL(input instanceof Request ? input.url : input)
    const isKey = href === `${process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER']}/`
    return isKey ? call() : outside(call, method !== 'GET')
  }
}

/**
 * Does work as a process that is killed after the n-th change that it asks the table or a provider for: nothing of it runs after
 * that, no handler of errors either. What it asked for side by side is done. True when it was killed, false when it came to its end.
 * @param everyCall after the n-th call, be it a change or a read
 */
export async function killedAfter(
  n: number,
  work: () => Promise<unknown>,
  { everyCall = false } = {},
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const life: Life = { left: n, everyCall, unanswered: new Set(), ended: () => resolve(true) }
  return Promise.race([living.run(life, async () => (await work(), false)), promise])
}

/**
 * A round of a test for each n from 1 on, until nothing is killed any more: `dies` kills what it is given after its n-th change
 * and says whether it did. Gives how many changes there were to be killed after.
 * @param step only after every second change, for example, in the short run
 * @param everyCall after each of its reads, too: between two changes these find the table as it was
 */
export async function killedAtEvery(
  round: (dies: (work: () => Promise<unknown>) => Promise<boolean>, n: number) => Promise<void>,
  step = 1,
  { everyCall = false } = {},
): Promise<number> {
  for (let n = 1; n < 400; n += step) {
    let isKilled = false
    await round(async (work) => {
      const killed = await killedAfter(n, work, { everyCall })
      isKilled ||= killed
      return killed
    }, n)
    if (!isKilled) return n - 1
  }
  throw new Error('It does not come to an end.')
}

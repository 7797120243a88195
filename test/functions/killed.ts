import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A simulated process: how many writes (or calls of any kind) it has left, which of its calls are pending, and what runs when it
 * has ended.
 */
type SimulatedProcess = {
  left: number
  everyCall: boolean
  unanswered: Set<unknown>
  ended: () => void
  /** For a process that is intercepted at its calls instead of killed; see everyAwait.ts. */
  meets?: <T>(call: () => Promise<T>, changes: boolean) => Promise<T>
}
const processes = new AsyncLocalStorage<SimulatedProcess>()
const never = new Promise<never>(() => {})

/**
 * Wraps a call to the table or a provider. The last write is made; after it the process makes no more calls and gets no more
 * responses.
 */
export async function externalCall<T>(call: () => Promise<T>, changes: boolean): Promise<T> {
  const life = processes.getStore()
  if (!life) return call()
  if (life.meets) return life.meets(() => processes.exit(call), changes)
  if (life.left === 0) return never
  if (changes || life.everyCall) life.left--
  const asked = processes.exit(call)
  life.unanswered.add(asked)
  await Promise.allSettled([asked])
  life.unanswered.delete(asked)
  if (life.left > 0) return asked
  if (life.unanswered.size === 0) life.ended()
  return never
}

/** Runs work with all outside calls intercepted. */
export const intercepted = <T>(meets: NonNullable<SimulatedProcess['meets']>, work: () => Promise<T>): Promise<T> =>
  processes.run({ left: 0, everyCall: true, unanswered: new Set(), ended: () => {}, meets }, work)
/** Runs concurrent work of another process, which is not intercepted. */
export const inOtherProcess = <T>(work: () => T): T => processes.exit(work)

let watching = false
/** From now on, `fetch` requests count as outside calls. Test files share a process, so this applies once. */
export function interceptFetch(): void {
  if (watching) return
  watching = true
  const { fetch } = globalThis
  globalThis.fetch = (...given) => {
    const [input, { method = 'GET' } = {}] = given
    const call = () => fetch(...given)
    // A process reads its secrets only once.
    const { href } = new URL(input instanceof Request ? input.url : input)
    const isKey = href === `${process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER']}/`
    return isKey ? call() : externalCall(call, method !== 'GET')
  }
}

/**
 * Runs work as a process that is killed after its n-th write to the table or a provider: nothing of it runs afterwards, not even
 * error handlers. Its concurrent calls complete. Resolves to true if it was killed, false if it finished.
 * @param everyCall count every call, reads as well as writes
 */
export async function killedAfter(
  n: number,
  work: () => Promise<unknown>,
  { everyCall = false } = {},
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const life: SimulatedProcess = { left: n, everyCall, unanswered: new Set(), ended: () => resolve(true) }
  return Promise.race([processes.run(life, async () => (await work(), false)), promise])
}

/**
 * Runs a test round for each n from 1 until nothing is killed any more: `dies` kills the given work after its n-th write and
 * tells whether it did. Returns the number of writes it was killed after.
 * @param step 2, for example, kills only after every second write, for the short run
 * @param everyCall also kill after each read: between two writes, reads find the table unchanged
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
  throw new Error('The work does not end.')
}

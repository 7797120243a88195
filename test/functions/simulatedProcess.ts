import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A simulated process: how many writes (or calls of any kind) it has left, which of its calls are pending, and what runs when it
 * has ended.
 */
type SimulatedProcess = {
  callsLeft: number
  everyCall: boolean
  unanswered: Set<unknown>
  onEnd: () => void
  /** For a process that is intercepted at its calls instead of killed; see everyAwait.ts. */
  intercept?: <T>(call: () => Promise<T>, changes: boolean) => Promise<T>
}
const processes = new AsyncLocalStorage<SimulatedProcess>()
const never = new Promise<never>(() => {})

/**
 * Wraps a call to the table or a provider. The last write is made; after it the process makes no more calls and gets no more
 * responses.
 */
export async function externalCall<T>(call: () => Promise<T>, changes: boolean): Promise<T> {
  const process = processes.getStore()
  if (!process) return call()
  if (process.intercept) return process.intercept(() => processes.exit(call), changes)
  if (process.callsLeft === 0) return never
  if (changes || process.everyCall) process.callsLeft--
  const callPromise = processes.exit(call)
  process.unanswered.add(callPromise)
  await Promise.allSettled([callPromise])
  process.unanswered.delete(callPromise)
  if (process.callsLeft > 0) return callPromise
  if (process.unanswered.size === 0) process.onEnd()
  return never
}

/** Runs work with all outside calls intercepted. */
export const runIntercepted = <T>(
  intercept: NonNullable<SimulatedProcess['intercept']>,
  work: () => Promise<T>,
): Promise<T> =>
  processes.run({ callsLeft: 0, everyCall: true, unanswered: new Set(), onEnd: () => {}, intercept }, work)
/** Runs concurrent work of another process, which is not intercepted. */
export const inOtherProcess = <T>(work: () => T): T => processes.exit(work)

let isIntercepting = false
/** From now on, `fetch` requests count as outside calls. Test files share a process, so this applies once. */
export function interceptFetch(): void {
  if (isIntercepting) return
  isIntercepting = true
  const { fetch } = globalThis
  globalThis.fetch = (...args) => {
    const [input, { method = 'GET' } = {}] = args
    const call = () => fetch(...args)
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
  const process: SimulatedProcess = { callsLeft: n, everyCall, unanswered: new Set(), onEnd: () => resolve(true) }
  return Promise.race([processes.run(process, async () => (await work(), false)), promise])
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
      const wasKilled = await killedAfter(n, work, { everyCall })
      isKilled ||= wasKilled
      return wasKilled
    }, n)
    if (!isKilled) return n - 1
  }
  throw new Error('The work does not end.')
}

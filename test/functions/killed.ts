import { AsyncLocalStorage } from 'node:async_hooks'

/** How many calls to the outside a piece of work may make yet, and what ends it when there are none left. */
type Life = { left: number; end: () => void }
const living = new AsyncLocalStorage<Life>()
const never = new Promise<never>(() => {})

/** A call to the table or to a provider: the last one is made, and nobody hears of its answer. */
export async function outside<T>(call: () => Promise<T>): Promise<T> {
  const life = living.getStore()
  if (!life) return call()
  if (life.left <= 0) return never
  life.left--
  if (life.left > 0) return call()
  try {
    return await living.exit(call)
  } finally {
    life.end()
    await never
  }
}

let watching = false
/** From here on providers that are asked by `fetch` are calls to the outside. Files of tests share a process: once is enough. */
export function watchCalls(): void {
  if (watching) return
  watching = true
  const { fetch } = globalThis
  globalThis.fetch = (...given) => outside(() => fetch(...given))
}

/** Does work as a process that is killed after its n-th call to the outside: nothing of it runs after that, no handler of errors either. */
export async function killedAfter<T>(n: number, work: () => Promise<T>): Promise<'killed' | { done: T }> {
  const { promise: killed, resolve } = Promise.withResolvers<'killed'>()
  const life: Life = { left: n, end: () => resolve('killed') }
  return Promise.race([living.run(life, async () => ({ done: await work() })), killed])
}

/** The same for n from 1 on, until it comes to its end; `after` looks at what is left each time. Gives how often it was killed. */
export async function killedAtEvery<T>(work: (n: number) => Promise<T>, after: (n: number) => Promise<void>) {
  for (let n = 1; n < 200; n++) {
    const outcome = await killedAfter(n, () => work(n))
    await after(n)
    if (outcome !== 'killed') return n - 1
  }
  throw new Error('It does not come to an end.')
}

import { availableParallelism } from 'node:os'
import { type FunctionSpec, type Instance, startInstance } from './instance.ts'

export type FunctionPool = {
  /** Handles one event (JSON) and returns the result (JSON); rejects with a FunctionError. */
  run: (payload: string) => Promise<string>
  /** Uses new instances from the next event on, because the function's code has changed. */
  renew: () => void
  close: () => Promise<void>
}

/**
 * Limits concurrent instance starts to one per core: loading code keeps a core busy for long, and when a change invokes
 * all workers at once, their threads together would keep this process from answering its own calls in time.
 */
const turns = { free: availableParallelism(), waiting: [] as (() => void)[] }

const turn = (): void | Promise<void> =>
  turns.free > 0 ? void turns.free-- : new Promise((resolve) => turns.waiting.push(resolve))

function giveTurn(): void {
  const next = turns.waiting.shift()
  if (next) next()
  else turns.free++
}

/**
 * How many milliseconds an event waits for a busy instance before another one is started. Most events finish sooner
 * than an instance starts, which takes half a second of a core.
 */
const maxWaitMs = 1000

/**
 * The instances of one function. Each handles one event at a time, as on Lambda; more are started, up to `limit`, when
 * events are concurrent, and are kept warm. Beyond the limit events wait, where Lambda would start more.
 */
export function functionPool(spec: FunctionSpec, limit: number): FunctionPool {
  const all = new Set<Instance>()
  const waiting: ((instance: Instance | Promise<Instance>) => void)[] = []
  let idle: Instance[] = []
  let current = new Set<Instance>()
  let coming = 0
  let closed = false

  const start = async (): Promise<Instance> => {
    coming++
    await turn()
    coming--
    if (closed) {
      giveTurn()
      throw stopping()
    }
    const instance = startInstance(spec)
    all.add(instance)
    current.add(instance)
    void instance.started.then(giveTurn)
    return instance
  }
  const stopping = () => new Error(`${spec.name} is called while the local cloud stops.`)
  const drop = (instance: Instance): void => {
    all.delete(instance)
    current.delete(instance)
    void instance.end()
  }
  const take = (): Instance | Promise<Instance> => {
    if (closed) throw stopping()
    const warm = idle.pop()
    if (warm) return warm
    if (current.size + coming === 0) return start()
    return new Promise((resolve) => {
      waiting.push(resolve)
      setTimeout(() => startFor(resolve), maxWaitMs).unref()
    })
  }
  const startFor = (resolve: (typeof waiting)[number]): void => {
    const place = waiting.indexOf(resolve)
    if (place === -1 || closed || current.size + coming >= limit) return
    waiting.splice(place, 1)
    resolve(start())
  }
  const give = (instance: Instance): void => {
    const fit = !closed && instance.isAlive() && current.has(instance)
    if (!fit) drop(instance)
    const next = closed ? undefined : waiting.shift()
    if (next) next(fit ? instance : start())
    else if (fit) idle.push(instance)
  }
  return {
    async run(payload) {
      let instance = await take()
      // A warm instance may have died since its last event.
      while (!instance.isAlive()) {
        drop(instance)
        instance = await take()
      }
      try {
        return await instance.run(payload)
      } finally {
        give(instance)
      }
    },
    renew() {
      current = new Set()
      for (const instance of idle) drop(instance)
      idle = []
    },
    async close() {
      closed = true
      await Promise.all([...all].map((instance) => instance.end()))
    },
  }
}

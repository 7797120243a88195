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

const takeTurn = (): void | Promise<void> =>
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
  let startingCount = 0
  let isClosed = false

  const start = async (): Promise<Instance> => {
    startingCount++
    await takeTurn()
    startingCount--
    if (isClosed) {
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
  const removeInstance = (instance: Instance): void => {
    all.delete(instance)
    current.delete(instance)
    void instance.end()
  }
  const take = (): Instance | Promise<Instance> => {
    if (isClosed) throw stopping()
    const idleInstance = idle.pop()
    if (idleInstance) return idleInstance
    if (current.size + startingCount === 0) return start()
    return new Promise((resolve) => {
      waiting.push(resolve)
      setTimeout(() => startFor(resolve), maxWaitMs).unref()
    })
  }
  const startFor = (resolve: (typeof waiting)[number]): void => {
    const place = waiting.indexOf(resolve)
    if (place === -1 || isClosed || current.size + startingCount >= limit) return
    waiting.splice(place, 1)
    resolve(start())
  }
  const releaseInstance = (instance: Instance): void => {
    const isUsable = !isClosed && instance.isAlive() && current.has(instance)
    if (!isUsable) removeInstance(instance)
    const next = isClosed ? undefined : waiting.shift()
    if (next) next(isUsable ? instance : start())
    else if (isUsable) idle.push(instance)
  }
  return {
    async run(payload) {
      let instance = await take()
      // A warm instance may have died since its last event.
      while (!instance.isAlive()) {
        removeInstance(instance)
        instance = await take()
      }
      try {
        return await instance.run(payload)
      } finally {
        releaseInstance(instance)
      }
    },
    renew() {
      current = new Set()
      for (const instance of idle) removeInstance(instance)
      idle = []
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map((instance) => instance.end()))
    },
  }
}

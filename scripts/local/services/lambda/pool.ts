import { type FunctionSpec, type Instance, startInstance } from './instance.ts'

export type FunctionPool = {
  /** Handles one event (JSON) and gives the answer (JSON); rejects with a FunctionError. */
  run: (payload: string) => Promise<string>
  /** From the next event on the function runs in new instances: its code has changed. */
  renew: () => void
  close: () => Promise<void>
}

/**
 * The instances of one function. Each handles one event at a time, as on Lambda; they are started when events come at
 * once, up to `limit`, and kept warm. Beyond the limit events wait, where Lambda would start more.
 */
export function functionPool(spec: FunctionSpec, limit: number): FunctionPool {
  const all = new Set<Instance>()
  const waiting: ((instance: Instance) => void)[] = []
  let idle: Instance[] = []
  let current = new Set<Instance>()
  let closed = false

  const start = (): Instance => {
    const instance = startInstance(spec)
    all.add(instance)
    current.add(instance)
    return instance
  }
  const drop = (instance: Instance): void => {
    all.delete(instance)
    current.delete(instance)
    void instance.end()
  }
  const take = (): Instance | Promise<Instance> => {
    if (closed) throw new Error(`${spec.name} is called while the local cloud stops.`)
    const warm = idle.pop()
    if (warm) return warm
    if (current.size < limit) return start()
    return new Promise((resolve) => waiting.push(resolve))
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
      // A warm instance may have ended by itself since its last event.
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

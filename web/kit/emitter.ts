type Subscribe = (listener: () => void) => () => void

/** For state outside React, read with `useSyncExternalStore`: returns a subscribe and a notify function. */
export function createEmitter(): [subscribe: Subscribe, emit: () => void] {
  const listeners = new Set<() => void>()
  return [
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => {
      for (const listener of listeners) listener()
    },
  ]
}

type Subscribe = (listener: () => void) => () => void

/** For state outside React, which components read by `useSyncExternalStore`: the way to subscribe, and the way to notify all who have. */
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

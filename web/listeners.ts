/** The listeners of a value that is kept outside of React: `subscribe` is for `useSyncExternalStore`, `notify` calls all after a change. */
export function listenerSet() {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(): void {
      for (const listener of listeners) listener()
    },
  }
}

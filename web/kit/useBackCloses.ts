import { useEffect, useEffectEvent } from 'react'

/** Hears of the system's own way to close what is open: on Android that is Back. Not every browser has it. */
type Watcher = EventTarget & { destroy: () => void }
const watcherOf = (): (new () => Watcher) | undefined =>
  (globalThis as { CloseWatcher?: new () => Watcher }).CloseWatcher

/**
 * On Android Back closes what is open, as in every app there, and does not leave the page beneath it. Of several the last opened one is
 * asked; `close` may leave it open, and is then asked again the next time.
 */
export function useBackCloses(opened: boolean, close: () => void): void {
  const ask = useEffectEvent(close)
  useEffect(() => {
    const Watcher = watcherOf()
    // Whoever has keys has Escape, which this would hear of as well.
    if (!opened || !Watcher || !matchMedia('(pointer: coarse)').matches) return
    let watcher: Watcher | undefined
    function watch(Watcher: new () => Watcher) {
      watcher = new Watcher()
      // It watches for one time only.
      watcher.addEventListener('close', () => {
        watch(Watcher)
        ask()
      })
    }
    watch(Watcher)
    return () => watcher?.destroy()
  }, [opened])
}

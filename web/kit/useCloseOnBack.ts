import { useEffect, useEffectEvent } from 'react'

/** `CloseWatcher`, which reports the platform's close request: Back on Android. Not all browsers have it. */
type Watcher = EventTarget & { destroy: () => void }
const findCloseWatcher = (): (new () => Watcher) | undefined =>
  (globalThis as { CloseWatcher?: new () => Watcher }).CloseWatcher

/**
 * Makes Back on Android close the open dialog or menu instead of leaving the page beneath. Of several the one opened last is
 * asked; if `close` leaves it open, it is asked again next time.
 */
export function useCloseOnBack(opened: boolean, close: () => void): void {
  const requestClose = useEffectEvent(close)
  useEffect(() => {
    const Watcher = findCloseWatcher()
    // Desktops have Escape, which the watcher would also catch.
    if (!opened || !Watcher || !matchMedia('(pointer: coarse)').matches) return
    let watcher: Watcher | undefined
    function watch(Watcher: new () => Watcher) {
      watcher = new Watcher()
      // A watcher fires only once.
      watcher.addEventListener('close', () => {
        watch(Watcher)
        requestClose()
      })
    }
    watch(Watcher)
    return () => watcher?.destroy()
  }, [opened])
}

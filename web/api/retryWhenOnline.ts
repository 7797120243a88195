/**
 * Calls `what` now, whenever the device is back online, and every `every` milliseconds if given. Returns a function
 * that stops it.
 */
export function retryWhenOnline(what: () => void, every?: number): () => void {
  what()
  window.addEventListener('online', what)
  const timer = every === undefined ? undefined : setInterval(what, every)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', what)
  }
}

/**
 * Calls `callback` now, whenever the device is back online, and every `interval` milliseconds if given. Returns a function
 * that stops it.
 */
export function retryWhenOnline(callback: () => void, interval?: number): () => void {
  callback()
  window.addEventListener('online', callback)
  const timer = interval === undefined ? undefined : setInterval(callback, interval)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', callback)
  }
}

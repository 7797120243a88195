/** Calls `what` now, whenever the device is online again, and every `every` milliseconds if that is given. Gives a function that stops this. */
export function retryWhenOnline(what: () => void, every?: number): () => void {
  what()
  window.addEventListener('online', what)
  const timer = every === undefined ? undefined : setInterval(what, every)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', what)
  }
}

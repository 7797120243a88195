/** Does it now, whenever there is signal again, and every so many milliseconds, until the function that it gives is called. */
export function tryAgain(what: () => void, every?: number): () => void {
  what()
  window.addEventListener('online', what)
  const timer = every === undefined ? undefined : setInterval(what, every)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', what)
  }
}

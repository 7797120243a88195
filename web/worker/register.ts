/**
 * Has the browser keep the app (`worker.ts`), once the page has loaded and has nothing better to do. Not in development,
 * where files change by the second.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Where it is forbidden, as in some private windows, the app is loaded each time.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 1000))
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}

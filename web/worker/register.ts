/**
 * Registers the service worker (`worker.ts`) once the page has loaded and is idle. Not in development, where files change
 * all the time.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Where service workers are blocked, as in some private windows, the app is loaded from the network each time.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 1000))
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}

import { takeOverMessage } from './takeOverMessage.ts'

/** How often an open page checks for a new version, in milliseconds; browsers check by themselves on page loads. */
const checkInterval = 3_600_000

/**
 * Announces an installed version that is waiting, when it arrives and whenever the page becomes visible after an hour:
 * `announce` gets a function that activates it. Phones keep apps open for weeks, while the server's API moves on.
 */
export async function watchNewVersion(announce: (activate: () => void) => void): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.ready
  let lastCheckAt = Date.now()

  function activate(): void {
    const reload = () => location.reload()
    // Another tab may have activated it.
    if (!registration.waiting) return reload()
    serviceWorker.addEventListener('controllerchange', reload, { once: true })
    registration.waiting.postMessage(takeOverMessage)
  }
  function announceIfWaiting(): void {
    // The first installation on a device replaces nothing.
    if (registration.waiting && serviceWorker.controller) announce(activate)
  }
  function check(): void {
    if (document.visibilityState === 'hidden' || Date.now() - lastCheckAt < checkInterval) return
    lastCheckAt = Date.now()
    announceIfWaiting()
    // If it fails, such as offline, it is tried again an hour later.
    registration.update().catch(() => undefined)
  }

  announceIfWaiting()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', announceIfWaiting),
  )
  document.addEventListener('visibilitychange', check)
  setInterval(check, checkInterval)
}

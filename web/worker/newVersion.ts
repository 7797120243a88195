import { takeOver } from './takeOver.ts'

/** How often an open page checks for a new version, in milliseconds; browsers check by themselves on page loads. */
const lookEvery = 3_600_000

/**
 * Announces an installed version that is waiting, when it arrives and whenever the page becomes visible after an hour: `say` gets
 * a function that activates it. Phones keep apps open for weeks, while the server's API moves on.
 */
export async function watchVersion(say: (take: () => void) => void): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.ready
  let lookedAt = Date.now()

  function take(): void {
    const anew = () => location.reload()
    // Another tab may have activated it.
    if (!registration.waiting) return anew()
    serviceWorker.addEventListener('controllerchange', anew, { once: true })
    registration.waiting.postMessage(takeOver)
  }
  function tell(): void {
    // The first installation on a device replaces nothing.
    if (registration.waiting && serviceWorker.controller) say(take)
  }
  function look(): void {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < lookEvery) return
    lookedAt = Date.now()
    tell()
    // If it fails, such as offline, it is tried again an hour later.
    registration.update().catch(() => undefined)
  }

  tell()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell))
  document.addEventListener('visibilitychange', look)
  setInterval(look, lookEvery)
}

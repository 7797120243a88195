import { takeOver } from './takeOver.ts'

/** A page that stays open looks for a new version so often, in milliseconds: browsers do so by themselves when a page is loaded. */
const lookEvery = 3_600_000

/**
 * Tells of a version of the app that is on the device and waits, when it has come and each time that the page is looked at again an
 * hour later: `say` gets what has it take over. A phone keeps an app open for weeks, which asks a server that has changed since.
 */
export async function watchVersion(say: (take: () => void) => void): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.ready
  let lookedAt = Date.now()

  function take(): void {
    const anew = () => location.reload()
    // Another tab may have had it take over.
    if (!registration.waiting) return anew()
    serviceWorker.addEventListener('controllerchange', anew, { once: true })
    registration.waiting.postMessage(takeOver)
  }
  function tell(): void {
    // The first one that ever comes to a device replaces nothing.
    if (registration.waiting && serviceWorker.controller) say(take)
  }
  function look(): void {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < lookEvery) return
    lookedAt = Date.now()
    tell()
    // Without a signal the next hour looks.
    registration.update().catch(() => undefined)
  }

  tell()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell))
  document.addEventListener('visibilitychange', look)
  setInterval(look, lookEvery)
}

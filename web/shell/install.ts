import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'

/** What browsers that can put the app on the home screen tell, as soon as they would; the DOM's types lack it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let offered: InstallPrompt | undefined
const [subscribe, emit] = createEmitter()
function set(next: InstallPrompt | undefined) {
  offered = next
  emit()
}
// From the first script on: it is told once, and whoever does not listen then has missed it.
window.addEventListener('beforeinstallprompt', (event) => {
  // Not a banner over somebody's day: it is offered in the account menu.
  event.preventDefault()
  set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => set(undefined))

/** Asks whether to install the app; undefined where the browser does not offer it, or has it already. */
export function useInstall(): (() => void) | undefined {
  const prompt = useSyncExternalStore(subscribe, () => offered)
  if (!prompt) return undefined
  return () => {
    // It can be asked once; the browser tells again when it offers it again.
    set(undefined)
    void prompt.prompt()
  }
}

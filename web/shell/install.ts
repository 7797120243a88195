import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'

/** The event by which browsers offer to install the app; missing from the DOM types. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let offered: InstallPrompt | undefined
const [subscribe, emit] = createEmitter()
function set(next: InstallPrompt | undefined) {
  offered = next
  emit()
}
// At module load: the event fires once, and a later listener would miss it.
window.addEventListener('beforeinstallprompt', (event) => {
  // Suppress the browser's banner: installing is offered in the account menu.
  event.preventDefault()
  set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => set(undefined))

/** Prompts to install the app; undefined if the browser does not offer it or it is installed. */
export function useInstall(): (() => void) | undefined {
  const prompt = useSyncExternalStore(subscribe, () => offered)
  if (!prompt) return undefined
  return () => {
    // The prompt can be used once; the browser fires the event again if it offers another.
    set(undefined)
    void prompt.prompt()
  }
}

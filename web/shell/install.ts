import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'

/** The event by which browsers offer to install the app; missing from the DOM types. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

let installPrompt: InstallPrompt | undefined
const [subscribe, emit] = createEmitter()
function setPrompt(next: InstallPrompt | undefined) {
  installPrompt = next
  emit()
}
// At module load: the event fires once, and a later listener would miss it.
window.addEventListener('beforeinstallprompt', (event) => {
  // Suppress the browser's banner: installing is offered in the account menu.
  event.preventDefault()
  setPrompt(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => setPrompt(undefined))

/** Prompts to install the app; undefined if the browser does not offer it or it is installed. */
export function useInstall(): (() => void) | undefined {
  const prompt = useSyncExternalStore(subscribe, () => installPrompt)
  if (!prompt) return undefined
  return () => {
    // The prompt can be used once; the browser fires the event again if it offers another.
    setPrompt(undefined)
    void prompt.prompt()
  }
}

/**
 * Layout changes wait while a press is in progress: otherwise the target moves away from under the pointer and the tap is lost.
 * Leaving a field by keyboard does not wait.
 */
let isPressed = false
const waitingCallbacks = new Set<() => void>()
/** Ends a press that became no click, such as a scroll, in milliseconds. */
const maxPressTime = 700
let timer: ReturnType<typeof setTimeout> | undefined

function endPress(): void {
  clearTimeout(timer)
  // After the click has been handled.
  timer = setTimeout(() => {
    isPressed = false
    const callbacks = [...waitingCallbacks]
    waitingCallbacks.clear()
    for (const run of callbacks) run()
  })
}

if (typeof window !== 'undefined') {
  const listenerOptions = { capture: true, passive: true } as const
  const startPress = () => {
    isPressed = true
    clearTimeout(timer)
    timer = setTimeout(endPress, maxPressTime)
  }
  window.addEventListener('pointerdown', startPress, listenerOptions)
  window.addEventListener('click', endPress, listenerOptions)
  window.addEventListener('pointercancel', endPress, listenerOptions)
  window.addEventListener('keydown', endPress, listenerOptions)
}

/** Runs `run` now, or after the press in progress. */
export function afterTap(run: () => void): void {
  if (isPressed) waitingCallbacks.add(run)
  else run()
}

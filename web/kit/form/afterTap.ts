/**
 * Layout changes wait while a press is in progress: otherwise the target moves away from under the pointer and the tap is lost.
 * Leaving a field by keyboard does not wait.
 */
let pressed = false
const waiting = new Set<() => void>()
/** Ends a press that became no click, such as a scroll, in milliseconds. */
const longest = 700
let timer: ReturnType<typeof setTimeout> | undefined

function release(): void {
  clearTimeout(timer)
  // After the click has been handled.
  timer = setTimeout(() => {
    pressed = false
    const due = [...waiting]
    waiting.clear()
    for (const run of due) run()
  })
}

if (typeof window !== 'undefined') {
  const listen = { capture: true, passive: true } as const
  const press = () => {
    pressed = true
    clearTimeout(timer)
    timer = setTimeout(release, longest)
  }
  window.addEventListener('pointerdown', press, listen)
  window.addEventListener('click', release, listen)
  window.addEventListener('pointercancel', release, listen)
  window.addEventListener('keydown', release, listen)
}

/** Runs `run` now, or after the press in progress. */
export function afterTap(run: () => void): void {
  if (pressed) waiting.add(run)
  else run()
}

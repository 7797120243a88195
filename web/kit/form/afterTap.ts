/**
 * What changes the height of the page waits while a finger or a mouse is on its way to something: else that moves away from
 * under it, and the tap is lost. Who leaves a field by the keyboard does not wait.
 */
let pressed = false
const waiting = new Set<() => void>()
/** A press that became no click, such as one that scrolled. */
const longest = 700
let timer: ReturnType<typeof setTimeout> | undefined

function release(): void {
  clearTimeout(timer)
  // Once whatever was pressed has had its click.
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

/** Runs it now, or after the tap that is under way. */
export function afterTap(run: () => void): void {
  if (pressed) waiting.add(run)
  else run()
}

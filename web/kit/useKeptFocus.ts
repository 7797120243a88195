import { type RefObject, useEffect, useRef } from 'react'

/** By then, in milliseconds, a confirmation dialog has closed and returned focus. */
const settled = 300

/**
 * For containers of lists (with `tabIndex={-1}`): when the focused element is removed, such as a deleted or moved row, focus goes
 * to the container, so that Tab continues from there and not from the top of the page.
 */
export function useKeptFocus<Box extends HTMLElement>(): RefObject<Box | null> {
  const ref = useRef<Box>(null)
  useEffect(() => {
    const box = ref.current
    if (!box) return undefined
    let last: EventTarget | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = ({ target }: FocusEvent) => {
      last = target
    }
    const look = () => document.activeElement === document.body && box.focus({ preventScroll: true })
    const watching = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected) return
      last = null
      timer = setTimeout(look, settled)
    })
    box.addEventListener('focusin', note)
    watching.observe(box, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      box.removeEventListener('focusin', note)
      watching.disconnect()
    }
  }, [])
  return ref
}

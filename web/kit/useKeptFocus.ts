import { type RefObject, useEffect, useRef } from 'react'

/** By then a dialog that asked has left, and has given its focus back, in milliseconds. */
const settled = 300

/**
 * For what holds lists (with `tabIndex={-1}`): when what had focus in it is gone, as a row that was deleted or moved, focus
 * goes to the box, so that the next Tab goes on from there and not from the top of the page.
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

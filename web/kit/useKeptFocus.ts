import { type RefObject, useEffect, useRef } from 'react'

/** By then, in milliseconds, a confirmation dialog has closed and returned focus. */
const dialogCloseTime = 300

/**
 * For containers of lists (with `tabIndex={-1}`): when the focused element is removed, such as a deleted or moved row, focus goes
 * to the container, so that Tab continues from there and not from the top of the page.
 */
export function useKeptFocus<Box extends HTMLElement>(): RefObject<Box | null> {
  const ref = useRef<Box>(null)
  useEffect(() => {
    const box = ref.current
    if (!box) return undefined
    let lastFocused: EventTarget | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const noteFocus = ({ target }: FocusEvent) => {
      lastFocused = target
    }
    const restoreFocus = () => document.activeElement === document.body && box.focus({ preventScroll: true })
    const observer = new MutationObserver(() => {
      if (!(lastFocused instanceof Node) || lastFocused.isConnected) return
      lastFocused = null
      timer = setTimeout(restoreFocus, dialogCloseTime)
    })
    box.addEventListener('focusin', noteFocus)
    observer.observe(box, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      box.removeEventListener('focusin', noteFocus)
      observer.disconnect()
    }
  }, [])
  return ref
}

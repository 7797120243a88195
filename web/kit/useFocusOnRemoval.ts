import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a part that is removed after its own button was pressed: moves the focus, if it was within, to `to` if that is given, else to the
 * heading of the dialog or page, so that the keyboard does not start at the top of the document. Give the ref to the part's element.
 */
export function useFocusOnRemoval(to?: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      if (!current?.contains(document.activeElement)) return
      const around = current.closest<HTMLElement>('[role="dialog"], main')
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was named last is meant, and not what was named when it came
      const next = to?.current ?? around?.querySelector<HTMLElement>('h1[tabindex]') ?? around
      next?.focus({ preventScroll: true })
    }
  }, [to])
  return box
}

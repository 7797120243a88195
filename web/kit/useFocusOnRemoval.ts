import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a component that is removed by its own button: on removal, moves focus from inside it to `to` if given, else to the heading
 * of the dialog or page, so that Tab does not start at the top of the document. Attach the ref to its element.
 */
export function useFocusOnRemoval(to?: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      if (!current?.contains(document.activeElement)) return
      const around = current.closest<HTMLElement>('[role="dialog"], main')
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the latest target is intended, not the one at mount
      const next = to?.current ?? around?.querySelector<HTMLElement>('h1[tabindex]') ?? around
      next?.focus({ preventScroll: true })
    }
  }, [to])
  return box
}

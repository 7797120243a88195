import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a component that is removed by its own button: on removal, moves focus from inside it to `target` if given, else to the heading
 * of the dialog or page, so that Tab does not start at the top of the document. Attach the ref to its element.
 */
export function useFocusOnRemoval(target?: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      if (!current?.contains(document.activeElement)) return
      const container = current.closest<HTMLElement>('[role="dialog"], main')
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the latest target is intended, not the one at mount
      const focusTarget = target?.current ?? container?.querySelector<HTMLElement>('h1[tabindex]') ?? container
      focusTarget?.focus({ preventScroll: true })
    }
  }, [target])
  return box
}

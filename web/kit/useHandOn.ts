import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For what has a button and goes once that has worked: by keyboard one goes on from what `to` names by then, or from the head of what
 * comes in its place.
 */
export function useHandOn(to?: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
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

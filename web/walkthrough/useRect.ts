import { useLayoutEffect, useState } from 'react'

type Rect = { top: number; left: number; width: number; height: number }

/** An element's position on the screen, updated on scroll, resize and layout changes. */
export function useRect(element: Element | null): Rect | null {
  const [rect, setRect] = useState<Rect | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const { top, left, width, height } = element.getBoundingClientRect()
      setRect({ top, left, width, height })
    }
    measure()
    const resizeObserver = new ResizeObserver(measure)
    resizeObserver.observe(element)
    resizeObserver.observe(document.body)
    window.addEventListener('resize', measure)
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      resizeObserver.disconnect()
      window.removeEventListener('resize', measure)
      window.removeEventListener('scroll', measure, { capture: true })
    }
  }, [element])
  return element && rect
}

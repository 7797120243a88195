import { useEffect } from 'react'
import { prefetchPage } from '../chunks.ts'

/** Prefetches the screen of a link when it is hovered or focused. */
export function usePrefetch(): void {
  useEffect(() => {
    function prefetchLink({ target }: Event): void {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
      if (link && link.origin === location.origin && !link.target) void prefetchPage(link.pathname)
    }
    const events = ['pointerover', 'focusin'] as const
    for (const event of events) document.addEventListener(event, prefetchLink, { passive: true })
    return () => {
      for (const event of events) document.removeEventListener(event, prefetchLink)
    }
  }, [])
}

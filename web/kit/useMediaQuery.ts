import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const mediaQuery = matchMedia(query)
      mediaQuery.addEventListener('change', listener)
      return () => mediaQuery.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** True below 640 px, where panels open from below instead of from the side. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 639.98px)')

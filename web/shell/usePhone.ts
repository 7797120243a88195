import { useSyncExternalStore } from 'react'

const query = '(max-width: 639.98px)'
const subscribe = (changed: () => void) => {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

/** True below 640 px, where things come from below instead of from the side. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)

import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { screenAt } from '../paths.ts'
import { names, readItem } from '../session/stored.ts'

/** Where a device keeps that somebody agrees to it. */
export const countedName = (userId: string) => `${names.personal}${userId}.counted`
export const isCounted = (userId: string) => readItem(countedName(userId)) === 'yes'

/** Counts the screens that are opened where that was agreed to; nobody else loads what does it. */
export function useCountScreens(userId: string): void {
  const { pathname } = useLocation()
  const { screen } = screenAt(pathname)
  useEffect(() => {
    if (isCounted(userId))
      void import('./countedScreens.ts').then(
        ({ countScreen }) => countScreen(screen),
        // What gets lost is not counted.
        () => undefined,
      )
  }, [userId, screen])
}

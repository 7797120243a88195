import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { screenAt } from '../paths.ts'
import { names, readItem } from '../session/stored.ts'

/** The storage key of the user's consent. */
export const toConsentName = (userId: string) => `${names.personal}${userId}.counted`
export const hasConsent = (userId: string) => readItem(toConsentName(userId)) === 'yes'

/** Counts opened screens if the user has agreed to it; the code for it is loaded only then. */
export function useCountScreens(userId: string): void {
  const { pathname } = useLocation()
  const { screen } = screenAt(pathname)
  useEffect(() => {
    if (hasConsent(userId))
      void import('./countedScreens.ts').then(
        ({ countScreen }) => countScreen(screen),
        // Lost counts are not retried.
        () => undefined,
      )
  }, [userId, screen])
}

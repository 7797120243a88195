import { Suspense, useEffect, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { setNavigate } from './navigateOutside.ts'
import { ScreenRoutes } from '../routes.tsx'
import { onSession, signedInUser } from '../session/tokens.ts'
import { dismissSnackbars, Snackbars } from '../kit/Snackbar.tsx'
import { useSlow } from '../api/pendingRequests.ts'
import { Boundary } from './Boundary.tsx'
import { GuardedRouter } from './GuardedRouter.tsx'
import { Outline } from './Outline.tsx'
import english from './texts.en.json'
import { usePushNavigation } from './usePushNavigation.ts'
import { useNewVersion } from './useNewVersion.ts'

/** The whole product in a page. */
export const App = () => (
  <GuardedRouter>
    <Pages />
  </GuardedRouter>
)

/** Everything inside a router; tests bring their own. */
export function Pages() {
  const t = useTexts('shell', english)
  const navigate = useNavigate()
  // Refusals and ended sessions are met outside React; from here on they move inside the page instead of loading it.
  // What the page's head has shown meanwhile could only be looked at, and came with its looks.
  useLayoutEffect(() => {
    document.getElementById('root')?.removeAttribute('inert')
    document.adoptedStyleSheets = []
  }, [])
  useEffect(() => setNavigate((to) => void navigate(to, { replace: true })), [navigate])
  // What was told to somebody who has signed out in another tab is nobody else's.
  useEffect(() => onSession((elsewhere) => elsewhere && !signedInUser() && dismissSnackbars()), [])
  usePushNavigation()
  useNewVersion(t('newVersion'), t('loadVersion'))
  const slow = useSlow()
  return (
    <>
      <Boundary>
        <Suspense fallback={<Outline />}>
          <ScreenRoutes />
        </Suspense>
      </Boundary>
      <Snackbars closeLabel={t('close')} loading={slow ? t('loading') : undefined} />
    </>
  )
}

import { Suspense, useEffect, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { setNavigate } from './navigateOutside.ts'
import { ScreenRoutes } from '../routes.tsx'
import { onSessionChange, signedInUser } from '../session/tokens.ts'
import { dismissSnackbars, Snackbars } from '../kit/Snackbar.tsx'
import { useSlow } from '../api/pendingRequests.ts'
import { Boundary } from './Boundary.tsx'
import { GuardedRouter } from './GuardedRouter.tsx'
import { Outline } from './Outline.tsx'
import english from './texts.en.json'
import { usePushNavigation } from './usePushNavigation.ts'
import { useNewVersion } from './useNewVersion.ts'

/** The root component. */
export const App = () => (
  <GuardedRouter>
    <Pages />
  </GuardedRouter>
)

/** Everything inside the router; tests bring their own router. */
export function Pages() {
  const t = useTexts('shell', english)
  const navigate = useNavigate()
  // Refusals and ended sessions are handled outside React; from here on they navigate without a page load. The snapshot shown by
  // the page's head was inert and brought its own style sheet: remove both.
  useLayoutEffect(() => {
    document.getElementById('root')?.removeAttribute('inert')
    document.adoptedStyleSheets = []
  }, [])
  useEffect(() => setNavigate((to) => void navigate(to, { replace: true })), [navigate])
  // After a sign-out in another tab, messages for the previous user must not stay visible.
  useEffect(() => onSessionChange((elsewhere) => elsewhere && !signedInUser() && dismissSnackbars()), [])
  usePushNavigation()
  useNewVersion(t('newVersion'), t('loadVersion'))
  const isSlow = useSlow()
  return (
    <>
      <Boundary>
        <Suspense fallback={<Outline />}>
          <ScreenRoutes />
        </Suspense>
      </Boundary>
      <Snackbars closeLabel={t('close')} loading={isSlow ? t('loading') : undefined} />
    </>
  )
}

import { Suspense, useCallback, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { PersistedCache } from '../cache.tsx'
import { Shortcuts, StillThere, Walkthrough } from '../chunks.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/useSession.ts'
import { useUserId } from '../session/useUserId.ts'
import { useOutboxSync } from '../events/outbox/useOutboxSync.ts'
import { Boundary } from './Boundary.tsx'
import { Navigation } from './Navigation.tsx'
import { Outline } from './Outline.tsx'
import styles from './Shell.module.css'
import english from './texts.en.json'
import { SelectedContext, useSelection } from './useSelection.ts'
import { useAfterPaint } from './useAfterPaint.ts'
import { useForeignTeamWarning } from './useForeignTeamWarning.ts'

/**
 * The frame of everything that needs a person: who is not signed in goes to sign in and comes back. An `open` screen is
 * shown to strangers as well, without the frame.
 */
export function Shell({ open }: { open?: boolean }) {
  const userId = useUserId()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // Set by the script in the page's head, for the look of the page while it waits.
    if (userId) delete document.documentElement.dataset.signedOut
  }, [userId])
  if (userId) {
    return (
      <PersistedCache key={userId} userId={userId}>
        <Frame userId={userId} />
      </PersistedCache>
    )
  }
  if (open) return <Outlet />
  return <Navigate to={paths.login({}, { redirectUri: pathname === '/' ? undefined : pathname + search })} replace />
}

function Frame({ userId }: { userId: string }) {
  const t = useTexts('shell', english)
  const [opened, setOpened] = useState(false)
  const close = useCallback(() => setOpened(false), [])
  const selected = useSelection(
    userId,
    useCallback(() => setOpened(true), []),
  )
  const { pathname, search } = useLocation()
  // A page inside a frame of ours has the navigation around it already.
  const hideNav = new URLSearchParams(search).get('hideNav') === 'true'
  const ending = useSession()
  useForeignTeamWarning(selected, t('unauthorized'))
  const painted = useAfterPaint()
  const [asked, setAsked] = useState({ around: 0, keys: 0 })
  // Who points with a finger has no keys to press.
  const [hasKeys] = useState(() => matchMedia('(hover: hover)').matches)
  const { selection, coaching, playersAndTeams } = selected
  const coach = (playersAndTeams.data?.organizations.length ?? 0) > 0
  useOutboxSync(userId, pathname === paths.today() || pathname === paths.fanCalendar())
  return (
    <SelectedContext value={selected}>
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      {!hideNav && (
        <Navigation
          userId={userId}
          opened={opened}
          close={close}
          showAround={coach ? () => setAsked({ ...asked, around: asked.around + 1 }) : undefined}
          showKeys={hasKeys ? () => setAsked({ ...asked, keys: asked.keys + 1 }) : undefined}
        />
      )}
      <main id="main" className={styles.main} tabIndex={-1}>
        <Boundary resetKeys={[pathname]}>
          <Suspense fallback={<Outline />}>
            <Outlet />
          </Suspense>
        </Boundary>
      </main>
      {coach && painted && !hideNav && (
        <Suspense fallback={null}>
          <Walkthrough.Component
            coachesTeam={coaching && typeof selection === 'object' && !!selection.teamId}
            asked={asked.around}
          />
        </Suspense>
      )}
      {hasKeys && painted && !hideNav && (
        <Suspense fallback={null}>
          <Shortcuts.Component userId={userId} asked={asked.keys} />
        </Suspense>
      )}
      {ending && (
        <Suspense fallback={null}>
          <StillThere.Component {...ending} />
        </Suspense>
      )}
    </SelectedContext>
  )
}

import { type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { cookieAmong } from '#shared/rules/inPlace.ts'
import { useTexts } from '../i18n.ts'
import { loadSnapshots, PersistedCache } from '../cache.tsx'
import { chunk } from '../chunk.ts'
import {
  AccountItems,
  SecondFactorBanner,
  InPlace,
  Shortcuts,
  StillThere,
  SubscriptionBanner,
  Support,
  ChatQueueSender,
  Walkthrough,
} from '../chunks.ts'
import { paths, screenAt } from '../paths.ts'
import { useSession } from '../session/useSession.ts'
import { readLasting, sayingsOf } from '../session/stored.ts'
import { useUserId } from '../session/useUserId.ts'
import { useOutboxSync } from '../events/outbox/useOutboxSync.ts'
import { Boundary } from './Boundary.tsx'
import { prefetchDialogs } from '../kit/lazyParts.ts'
import { LazyPart } from '../kit/LazyPart.tsx'
import { Logo } from './Logo.tsx'
import { Navigation } from './Navigation.tsx'
import { Outline } from './Outline.tsx'
import { PlaceContext, stepsBack } from './place.ts'
import styles from './Shell.module.css'
import english from './texts.en.json'
import { SelectedContext, useSelection } from './useSelection.ts'
import { useAfterPaint } from './useAfterPaint.ts'
import { useCountScreens } from './useCountScreens.ts'
import { usePrefetch } from './usePrefetch.ts'
import { useTellLanguage } from './useTellLanguage.ts'
import { useQuiet } from './useQuiet.ts'
import { usePushAgain } from './usePushAgain.ts'
import { useForeignTeamWarning } from './useForeignTeamWarning.ts'

const PageDialog = chunk(() => import('./PageDialog.tsx').then(({ PageDialog }) => PageDialog))

/**
 * The frame of everything that requires sign-in: others are sent to the login and back. Visitors see an `open` screen with
 * nothing around it but the product's name.
 */
export function Shell({ open, children }: { open: boolean; children: ReactNode }) {
  const userId = useUserId()
  const { pathname, search } = useLocation()
  const [wasIn, setWasIn] = useState(false)
  if (userId && !wasIn) setWasIn(true)
  useEffect(() => {
    // Set by the script in the page's head, which styles the page while it loads.
    if (userId) delete document.documentElement.dataset.signedOut
  }, [userId])
  if (userId) {
    return (
      <PersistedCache key={userId} userId={userId}>
        <Frame userId={userId}>{children}</Frame>
      </PersistedCache>
    )
  }
  if (open)
    return (
      <main data-no-foot="">
        <p className={styles.brand}>
          <Logo />
          Touchline
        </p>
        {children}
        <Help pathname={pathname} />
      </main>
    )
  const back = { redirectUri: pathname === '/' ? undefined : pathname + search }
  // The user was signed out elsewhere: another tab ended the session.
  return <Navigate to={paths.login({}, back)} state={{ ended: wasIn }} replace />
}

function Frame({ userId, children }: { userId: string; children: ReactNode }) {
  const t = useTexts('shell', english)
  const [opened, setOpened] = useState(false)
  const close = useCallback(() => setOpened(false), [])
  const selected = useSelection(
    userId,
    useCallback(() => setOpened(true), []),
  )
  const { pathname, search } = useLocation()
  const inFrame = useHideNav()
  const hideNav = inFrame || screenAt(pathname).record.navigation === 'hidden'
  usePrefetch()
  useTellLanguage(userId)
  useCountScreens(userId)
  const quiet = useQuiet()
  const ending = useSession(quiet)
  usePushAgain(userId, quiet)
  useEffect(() => {
    if (!quiet) return
    void AccountItems.prefetch()
    void prefetchDialogs()
    void loadSnapshots()
  }, [quiet])
  useForeignTeamWarning(selected, t('unauthorized'))
  const painted = useAfterPaint()
  const cookie = cookieAmong(document.cookie.split(';'))
  const [asked, setAsked] = useState({ around: 0, keys: 0 })
  // Touch-only devices have no keyboard for shortcuts.
  const [hasKeys] = useState(() => matchMedia('(hover: hover)').matches)
  const { selection, coaching, playersAndTeams } = selected
  const coach = (playersAndTeams.data?.organizations.length ?? 0) > 0
  useOutboxSync(userId, pathname === paths.today() || pathname === paths.fanCalendar())
  return (
    <SelectedContext value={selected}>
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      {cookie !== undefined && (
        <Suspense fallback={null}>
          <InPlace.Component cookie={cookie} />
        </Suspense>
      )}
      {!hideNav && (
        <Navigation
          userId={userId}
          opened={opened}
          close={close}
          showAround={coach ? () => setAsked({ ...asked, around: asked.around + 1 }) : undefined}
          showKeys={hasKeys ? () => setAsked({ ...asked, keys: asked.keys + 1 }) : undefined}
        />
      )}
      {playersAndTeams.data?.heldBackIn && userId && (
        <Suspense fallback={null}>
          <SecondFactorBanner.Component clubs={playersAndTeams.data.heldBackIn} userId={userId} />
        </Suspense>
      )}
      {coaching && painted && typeof selection === 'object' && (
        <Suspense fallback={null}>
          <SubscriptionBanner.Component orgId={selection.orgId} />
        </Suspense>
      )}
      {/* The address of the screen that is rendered: while the next one is loading, the page already has that one's address. */}
      <main
        id="main"
        data-drawn={pathname + search}
        className={styles.main}
        tabIndex={-1}
        {...(hideNav && { 'data-no-foot': '' })}
      >
        <Boundary resetKeys={[pathname]}>
          <Suspense fallback={<Outline />}>{children}</Suspense>
        </Boundary>
        <Help userId={userId} pathname={pathname} />
      </main>
      <Over />
      {coach && painted && !hideNav && (
        <Suspense fallback={null}>
          <Walkthrough.Component
            coachesTeam={coaching && typeof selection === 'object' && !!selection.teamId}
            asked={asked.around}
          />
        </Suspense>
      )}
      {painted && <Sayings userId={userId} />}
      {hasKeys && quiet && !hideNav && (
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

/** Sends queued chat messages from whichever screen is open; checked at every navigation. */
function Sayings({ userId }: { userId: string }) {
  const [wanted, setWanted] = useState(false)
  if (!wanted && (readLasting(sayingsOf(userId)) ?? '[]') !== '[]') setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <ChatQueueSender.Component userId={userId} />
    </Suspense>
  )
}

/** The support section, on screens that have it; rendered once the content above is complete and will not shift it. */
function Help({ userId, pathname }: { userId?: string; pathname: string }) {
  const quiet = useQuiet()
  if (!quiet || !screenAt(pathname).record.support) return null
  return (
    <Suspense fallback={null}>
      <Support.Component key={userId} userId={userId} pathname={pathname} />
    </Suspense>
  )
}

/** The page dialog, over the page that it was opened from. */
function Over() {
  const { over } = useContext(PlaceContext)
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(false)
  if (over && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <LazyPart
      isNeeded={over !== undefined}
      onFailed={() => over && void navigate(-stepsBack(over.state))}
      fallback={<div className={styles.over} aria-hidden="true" />}
    >
      <PageDialog.Component over={over} />
    </LazyPart>
  )
}

/** `?hideNav=true`: the page is embedded in a frame with its own navigation. Applies to every page visited from there. */
function useHideNav(): boolean {
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('hideNav') === 'true'
  const [atFirst] = useState(asked && window.parent !== window)
  return asked || atFirst
}

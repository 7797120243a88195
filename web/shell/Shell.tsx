import { type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { findCookie } from '#shared/rules/impersonation.ts'
import { useTexts } from '../i18n.ts'
import { loadSnapshots, PersistedCache } from '../cache.tsx'
import { chunk } from '../chunk.ts'
import {
  AccountItems,
  SecondFactorBanner,
  ImpersonationBanner,
  Shortcuts,
  StillThere,
  SubscriptionBanner,
  SupportChat,
  ChatQueueSender,
  Walkthrough,
} from '../chunks.ts'
import { paths, screenAt } from '../paths.ts'
import { useSessionEnding } from '../session/useSessionEnding.ts'
import { readLasting, toUnsentChatName } from '../session/stored.ts'
import { useUserId } from '../session/useUserId.ts'
import { useOutboxSync } from '../events/outbox/useOutboxSync.ts'
import { Boundary } from './Boundary.tsx'
import { prefetchDialogs } from '../kit/lazyParts.ts'
import { LazyPart } from '../kit/LazyPart.tsx'
import { Logo } from './Logo.tsx'
import { Navigation } from './Navigation.tsx'
import { Outline } from './Outline.tsx'
import { NavigationStateContext, readStepsBack } from './navigationState.ts'
import styles from './Shell.module.css'
import english from './texts.en.json'
import { SelectedContext, useSelection } from './useSelection.ts'
import { useAfterFirstReads } from './useAfterFirstReads.ts'
import { useCountScreens } from './useCountScreens.ts'
import { usePrefetch } from './usePrefetch.ts'
import { useReportLanguage } from './useReportLanguage.ts'
import { useFirstScreenLoaded } from './useFirstScreenLoaded.ts'
import { useRestorePush } from './useRestorePush.ts'
import { useForeignTeamWarning } from './useForeignTeamWarning.ts'

const PageDialog = chunk(() => import('./PageDialog.tsx').then(({ PageDialog }) => PageDialog))

/**
 * The frame of everything that requires sign-in: others are sent to the login and back. Visitors see an `open` screen with
 * nothing around it but the product's name.
 */
export function Shell({ open, children }: { open: boolean; children: ReactNode }) {
  const userId = useUserId()
  const { pathname, search } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (userId && !wasSignedIn) setWasSignedIn(true)
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
        <SupportSection pathname={pathname} />
      </main>
    )
  const query = { redirectUri: pathname === '/' ? undefined : pathname + search }
  // The user was signed out elsewhere: another tab ended the session.
  return <Navigate to={paths.login({}, query)} state={{ ended: wasSignedIn }} replace />
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
  const isEmbedded = useHideNav()
  const isNavigationHidden = isEmbedded || screenAt(pathname).record.navigation === 'hidden'
  usePrefetch()
  useReportLanguage(userId)
  useCountScreens(userId)
  const isQuiet = useFirstScreenLoaded()
  const ending = useSessionEnding(isQuiet)
  useRestorePush(userId, isQuiet)
  useEffect(() => {
    if (!isQuiet) return
    void AccountItems.prefetch()
    void prefetchDialogs()
    void loadSnapshots()
  }, [isQuiet])
  useForeignTeamWarning(selected, t('unauthorized'))
  const isAfterFirstReads = useAfterFirstReads()
  const cookie = findCookie(document.cookie.split(';'))
  const [requestCounts, setRequestCounts] = useState({ around: 0, keys: 0 })
  // Touch-only devices have no keyboard for shortcuts.
  const [hasKeys] = useState(() => matchMedia('(hover: hover)').matches)
  const { selection, coaching, playersAndTeams } = selected
  const isCoach = (playersAndTeams.data?.organizations.length ?? 0) > 0
  useOutboxSync(userId, pathname === paths.today() || pathname === paths.fanCalendar())
  return (
    <SelectedContext value={selected}>
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      {cookie !== undefined && (
        <Suspense fallback={null}>
          <ImpersonationBanner.Component cookie={cookie} />
        </Suspense>
      )}
      {!isNavigationHidden && (
        <Navigation
          userId={userId}
          opened={opened}
          close={close}
          startTour={
            isCoach ? () => setRequestCounts({ ...requestCounts, around: requestCounts.around + 1 }) : undefined
          }
          showShortcuts={
            hasKeys ? () => setRequestCounts({ ...requestCounts, keys: requestCounts.keys + 1 }) : undefined
          }
        />
      )}
      {playersAndTeams.data?.heldBackIn && userId && (
        <Suspense fallback={null}>
          <SecondFactorBanner.Component clubs={playersAndTeams.data.heldBackIn} userId={userId} />
        </Suspense>
      )}
      {coaching && isAfterFirstReads && typeof selection === 'object' && (
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
        {...(isNavigationHidden && { 'data-no-foot': '' })}
      >
        <Boundary resetKeys={[pathname]}>
          <Suspense fallback={<Outline />}>{children}</Suspense>
        </Boundary>
        <SupportSection userId={userId} pathname={pathname} />
      </main>
      <PageDialogHost />
      {isCoach && isAfterFirstReads && !isNavigationHidden && (
        <Suspense fallback={null}>
          <Walkthrough.Component
            coachesTeam={coaching && typeof selection === 'object' && !!selection.teamId}
            requestCount={requestCounts.around}
          />
        </Suspense>
      )}
      {isAfterFirstReads && <UnsentMessagesSender userId={userId} />}
      {hasKeys && isQuiet && !isNavigationHidden && (
        <Suspense fallback={null}>
          <Shortcuts.Component userId={userId} requestCount={requestCounts.keys} />
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
function UnsentMessagesSender({ userId }: { userId: string }) {
  const [isRequested, setIsRequested] = useState(false)
  if (!isRequested && (readLasting(toUnsentChatName(userId)) ?? '[]') !== '[]') setIsRequested(true)
  if (!isRequested) return null
  return (
    <Suspense fallback={null}>
      <ChatQueueSender.Component userId={userId} />
    </Suspense>
  )
}

/** The support section, on screens that have it; rendered once the content above is complete and will not shift it. */
function SupportSection({ userId, pathname }: { userId?: string; pathname: string }) {
  const isQuiet = useFirstScreenLoaded()
  if (!isQuiet || !screenAt(pathname).record.support) return null
  return (
    <Suspense fallback={null}>
      <SupportChat.Component key={userId} userId={userId} pathname={pathname} />
    </Suspense>
  )
}

/** The page dialog, over the page that it was opened from. */
function PageDialogHost() {
  const { dialog } = useContext(NavigationStateContext)
  const navigate = useNavigate()
  const [isRequested, setIsRequested] = useState(false)
  if (dialog && !isRequested) setIsRequested(true)
  if (!isRequested) return null
  return (
    <LazyPart
      isNeeded={dialog !== undefined}
      onFailed={() => dialog && void navigate(-readStepsBack(dialog.state))}
      fallback={<div className={styles.over} aria-hidden="true" />}
    >
      <PageDialog.Component location={dialog} />
    </LazyPart>
  )
}

/** `?hideNav=true`: the page is embedded in a frame with its own navigation. Applies to every page visited from there. */
function useHideNav(): boolean {
  const { search } = useLocation()
  const isHiddenByQuery = new URLSearchParams(search).get('hideNav') === 'true'
  const [wasEmbedded] = useState(isHiddenByQuery && window.parent !== window)
  return isHiddenByQuery || wasEmbedded
}

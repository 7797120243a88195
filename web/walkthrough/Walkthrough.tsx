import { lazy, Suspense, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { NavigationStateContext } from '../shell/navigationState.ts'
import { isGeneralPage } from './isGeneralPage.ts'
import { offerWalkthroughs } from './offer.ts'
import { type Step, readySteps } from './steps.ts'

const loadTour = () => import('./Tour.tsx')
const Tour = lazy(() => loadTour().then(({ Tour }) => ({ default: Tour })))

type ActiveTour = { steps: Step[]; end: (finished: boolean) => void }
type Props = {
  /** The user is looking at a team as its coach. */
  coachesTeam: boolean
  /** How often the user has asked for the walkthrough. */
  requestCount: number
}

/** Offers coaches a walkthrough: automatically when they look at a team, and on request. Renders nothing until then. */
export function Walkthrough({ coachesTeam, requestCount }: Props) {
  const [activeTour, setActiveTour] = useState<ActiveTour>()
  const [isOpen, setIsOpen] = useState(false)
  const pageBelow = useLocation()
  const { dialog } = useContext(NavigationStateContext)
  // A page in a dialog counts from its navigation on, not only once the dialog has been loaded and covers the parts pointed at.
  const { pathname } = dialog ?? pageBelow
  const isCoachingTeam = useRef(coachesTeam)
  const currentPath = useRef(pathname)
  const closeTour = useRef<() => void>(undefined)

  const showTour = useCallback(async (steps: Step[]): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    closeTour.current = () => resolve(false)
    setActiveTour({ steps, end: resolve })
    setIsOpen(true)
    // Only the first outcome counts.
    const finished = await promise
    closeTour.current = undefined
    setIsOpen(false)
    return finished
  }, [])

  useEffect(() => {
    isCoachingTeam.current = coachesTeam
  }, [coachesTeam])

  useEffect(() => {
    const controller = new AbortController()
    const isApplicable = (name: WalkthroughName) =>
      requestCount > 0
        ? isCoachingTeam.current || name === 'coachNav'
        : isCoachingTeam.current && isGeneralPage(currentPath.current)
    const isReady = (name: WalkthroughName) => isApplicable(name) && readySteps(name).length > 0
    void offerWalkthroughs({
      isRequested: requestCount > 0,
      isReady,
      load: () => loadTour().then(Boolean, () => false),
      show: (name) => showTour(readySteps(name)),
      signal: controller.signal,
    })
    return () => controller.abort()
  }, [requestCount, showTour])

  // Going to another screen, signing out or leaving the page closes it.
  useEffect(() => {
    if (currentPath.current !== pathname) closeTour.current?.()
    currentPath.current = pathname
  }, [pathname])
  useEffect(() => {
    const onLeave = () => closeTour.current?.()
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
  return (
    activeTour && (
      <Suspense fallback={null}>
        <Tour steps={activeTour.steps} opened={isOpen} onEnd={activeTour.end} />
      </Suspense>
    )
  )
}

import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { isPlace } from './isPlace.ts'
import { offerWalkthroughs } from './offer.ts'
import { type Step, stepsNow } from './steps.ts'

const loadTour = () => import('./Tour.tsx')
const Tour = lazy(() => loadTour().then(({ Tour }) => ({ default: Tour })))

type Shown = { steps: Step[]; end: (finished: boolean) => void }
type Props = {
  /** The user is looking at a team as its coach. */
  coachesTeam: boolean
  /** How often the user has asked for the walkthrough. */
  asked: number
}

/** Offers coaches a walkthrough: automatically when they look at a team, and on request. Renders nothing until then. */
export function Walkthrough({ coachesTeam, asked }: Props) {
  const [shown, setShown] = useState<Shown>()
  const [opened, setOpened] = useState(false)
  const { pathname } = useLocation()
  const coaches = useRef(coachesTeam)
  const at = useRef(pathname)
  const close = useRef<() => void>(undefined)

  const show = useCallback(async (steps: Step[]): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    close.current = () => resolve(false)
    setShown({ steps, end: resolve })
    setOpened(true)
    // Only the first outcome counts.
    const finished = await promise
    close.current = undefined
    setOpened(false)
    return finished
  }, [])

  useEffect(() => {
    coaches.current = coachesTeam
  }, [coachesTeam])

  useEffect(() => {
    const leaving = new AbortController()
    const isWanted = (name: WalkthroughName) =>
      asked > 0 ? coaches.current || name === 'coachNav' : coaches.current && isPlace(at.current)
    const isReady = (name: WalkthroughName) => isWanted(name) && stepsNow(name).length > 0
    void offerWalkthroughs({
      asked: asked > 0,
      isReady,
      load: () => loadTour().then(Boolean, () => false),
      show: (name) => show(stepsNow(name)),
      signal: leaving.signal,
    })
    return () => leaving.abort()
  }, [asked, show])

  // Going to another screen, signing out or leaving the page closes it.
  useEffect(() => {
    if (at.current !== pathname) close.current?.()
    at.current = pathname
  }, [pathname])
  useEffect(() => {
    const leave = () => close.current?.()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return (
    shown && (
      <Suspense fallback={null}>
        <Tour steps={shown.steps} opened={opened} end={shown.end} />
      </Suspense>
    )
  )
}

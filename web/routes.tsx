import { useMemo } from 'react'
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { screenAt } from './paths.ts'
import { isBack, NavigationStateContext, findPageBelow } from './shell/navigationState.ts'
import { ScreenAt } from './shell/ScreenAt.tsx'
import { Shell } from './shell/Shell.tsx'

/** Renders the screen of the address in its frame, or the screen beneath the dialog that the address belongs to. */
export function ScreenRoutes() {
  const location = useLocation()
  const pageLocation = findPageBelow(location)
  const navigationType = useNavigationType()
  const dialog = pageLocation && location
  const navigationState = useMemo(() => ({ dialog, isBack: isBack(navigationType) }), [dialog, navigationType])
  return (
    <NavigationStateContext value={navigationState}>
      {/* Everything on the page sees the page's own location, whatever is over it. */}
      <Routes location={pageLocation ?? location}>
        <Route path="*" element={<FramedScreen />} />
      </Routes>
    </NavigationStateContext>
  )
}

function FramedScreen() {
  const location = useLocation()
  const { frame } = screenAt(location.pathname).record
  const screen = <ScreenAt location={location} />
  return frame === 'bare' ? screen : <Shell open={frame === 'open'}>{screen}</Shell>
}

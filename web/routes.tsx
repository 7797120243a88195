import { createElement, lazy, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { load, loadedToday } from './load.ts'
import { paths, type ScreenPath, screens } from './paths.ts'
import { Shell } from './shell/Shell.tsx'

const TodayScreen = lazy(load.today)
const PlayersScreen = lazy(load.players)
const TeamScreen = lazy(load.team)
const MonthScreen = lazy(load.month)
const UpcomingScreen = lazy(load.upcoming)
const OrganizationScreen = lazy(load.organization)
const ProfileScreen = lazy(load.profile)
const AnswerScreen = lazy(() => import('./answer/AnswerScreen.tsx'))
const LoginScreen = lazy(() => import('./session/LoginScreen.tsx'))
const LogoutScreen = lazy(() => import('./session/LogoutScreen.tsx'))
const ForbiddenScreen = lazy(() => import('./shell/ForbiddenScreen.tsx'))
const NotFoundScreen = lazy(() => import('./shell/NotFoundScreen.tsx'))

/** At once where it is there already: what waits in `lazy` is drawn a moment after an outline of it. */
const Today = () => createElement(loadedToday() ?? TodayScreen)

const toToday = <Navigate to={paths.today()} replace />

/** Which screen stands at which address. An address of `paths.ts` without one does not compile. */
const elements: Record<ScreenPath, ReactNode> = {
  '/': toToday,
  '/dashboard': toToday,
  '/today': <Today />,
  '/players': <PlayersScreen />,
  '/calendar': <UpcomingScreen />,
  '/:orgId/teams': <OrganizationScreen />,
  '/:orgId/:teamId/teams': <TeamScreen />,
  '/:orgId/:teamId/calendar': <MonthScreen />,
  '/user/edit/:userId': <ProfileScreen />,
  '/answer': <AnswerScreen />,
  '/login': <LoginScreen />,
  '/logout': <LogoutScreen />,
  '/forbidden': <ForbiddenScreen />,
  '*': <NotFoundScreen />,
}

/** Outside the frame: the way in, the way out, and what needs neither. */
const bare: ReadonlySet<ScreenPath> = new Set(['/answer', '/login', '/logout'])
/** Inside the frame, and shown to strangers without it. */
const open: ReadonlySet<ScreenPath> = new Set(['/forbidden', '*'])

const routesFor = (wanted: (path: ScreenPath) => boolean) =>
  screens
    .filter(({ path }) => wanted(path))
    .map(({ path }) => <Route key={path} path={path} element={elements[path]} />)

/** Every screen of the product. */
export const ScreenRoutes = () => (
  <Routes>
    {routesFor((path) => bare.has(path))}
    <Route element={<Shell open />}>{routesFor((path) => open.has(path))}</Route>
    <Route element={<Shell />}>{routesFor((path) => !bare.has(path) && !open.has(path))}</Route>
  </Routes>
)

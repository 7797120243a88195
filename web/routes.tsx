import { Navigate, Route, Routes, useParams } from 'react-router-dom'
import { screenChunks } from './chunks.ts'
import { areIds } from './paths.ts'
import { type ScreenRecord, type Shown, screenList } from './screens.ts'
import { Shell } from './shell/Shell.tsx'

/** A screen begins anew for another team; not for another page of its own, as another month or folder. */
function ScreenAt({ screen }: { screen: Shown }) {
  const params = useParams()
  const { Component } = screenChunks[areIds(params) ? screen : 'notFound']
  return <Component key={`${params['orgId']} ${params['teamId']}`} />
}

const routesIn = (...frames: ScreenRecord['frame'][]) =>
  screenList
    .filter(({ frame }) => frames.includes(frame))
    .map(({ screen, path, redirect }) => (
      <Route
        key={screen}
        path={path}
        element={redirect ? <Navigate to={redirect} replace /> : <ScreenAt screen={screen as Shown} />}
      />
    ))

/** Every screen of the product, in its frame. */
export const ScreenRoutes = () => (
  <Routes>
    {routesIn('bare')}
    <Route element={<Shell open />}>{routesIn('open')}</Route>
    <Route element={<Shell />}>{routesIn('shell', 'dialog')}</Route>
  </Routes>
)

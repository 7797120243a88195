import { type Location, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { screenChunks } from '../chunks.ts'
import { areIds } from '../paths.ts'
import { type Shown, screenList } from '../screens.ts'

/** A screen begins anew for another team; not for another page of its own, as another month or folder. */
function Parts({ screen }: { screen: Shown }) {
  const params = useParams()
  const { Component } = screenChunks[areIds(params) ? screen : 'notFound']
  return <Component key={`${params['orgId']} ${params['teamId']}`} />
}

const routes = screenList.map(({ screen, path, redirect }) => (
  <Route
    key={screen}
    path={path}
    element={redirect ? <Navigate to={redirect} replace /> : <Parts screen={screen as Shown} />}
  />
))

/** The screen that stands at an address. */
export const ScreenAt = ({ location }: { location: Location }) => <Routes location={location}>{routes}</Routes>

import { type Location, Navigate, Route, Routes, useParams } from 'react-router-dom'
import { Refused, screenChunks } from '../chunks.ts'
import { areIds, subjectAt } from '../paths.ts'
import { type ScreenRecord, type Shown, screenList, screens } from '../screens.ts'
import { useUserId } from '../session/useUserId.ts'
import { useWhyCannot } from './useWhyCannot.ts'

/** A screen begins anew for another team; not for another page of its own, as another month or folder. */
function Parts({ screen }: { screen: Shown }) {
  const params = useParams()
  const { Component } = screenChunks[areIds(params) ? screen : 'notFound']
  const why = useWhyRefused(screens[screen], subjectAt(params))
  if (why) return <Refused.Component why={why} />
  return <Component key={`${params['orgId']} ${params['teamId']}`} />
}

/** Strangers are asked to sign in by the screen itself, and as long as rights are not known it is shown. */
function useWhyRefused({ can }: ScreenRecord, about: string | undefined): string | undefined {
  const isSignedIn = useUserId() !== undefined
  const whyCannot = useWhyCannot()
  return can && about && isSignedIn ? whyCannot(can, about) : undefined
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

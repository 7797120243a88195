import type { ReactNode } from 'react'
import { type Location, Navigate, Route, Routes, useParams } from 'react-router-dom'
import type { Can } from '#shared/permissions.ts'
import { Refused, screenChunks } from '../chunks.ts'
import { areIds, subjectAt } from '../paths.ts'
import type { ScreenRecord } from '../screenRecord.ts'
import { type Shown, screenList, screens } from '../screens.ts'
import { useUserId } from '../session/useUserId.ts'
import { useWhyCannot } from './useWhyCannot.ts'

/** A screen begins anew for another team; not for another page of its own, as another month or folder. */
function Parts({ screen }: { screen: Shown }) {
  const params = useParams()
  // What is no id is nobody's: there is nothing that one might not do there.
  if (!areIds(params)) return <screenChunks.notFound.Component />
  const { Component } = screenChunks[screen]
  const { can }: ScreenRecord = screens[screen]
  const about = subjectAt(params)
  const shown = <Component key={`${params['orgId']} ${params['teamId']}`} />
  if (!can || !about) return shown
  return (
    <Permitted can={can} about={about}>
      {shown}
    </Permitted>
  )
}

type PermittedProps = { can: Can; about: string; children: ReactNode }
/**
 * Strangers are asked to sign in by the screen itself, and as long as rights are not known it is shown. Only around what is for
 * some: to ask for rights ends a session that is over, and what a mail leads to needs none.
 */
function Permitted({ can, about, children }: PermittedProps) {
  const isSignedIn = useUserId() !== undefined
  const why = useWhyCannot()(can, about)
  return isSignedIn && why ? <Refused.Component why={why} /> : children
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

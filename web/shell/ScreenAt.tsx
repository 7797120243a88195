import type { ReactNode } from 'react'
import { type Location, Navigate, Route, Routes, useParams } from 'react-router-dom'
import type { Can } from '#shared/permissions.ts'
import { Refused, screenChunks } from '../chunks.ts'
import { screenAt, subjectAt } from '../paths.ts'
import type { ScreenRecord } from '../screenRecord.ts'
import { type Shown, screens } from '../screens.ts'
import { useUserId } from '../session/useUserId.ts'
import { useWhyCannot } from './useWhyCannot.ts'

/** A screen begins anew for another team; not for another page of its own, as another month or folder. */
function Parts({ screen }: { screen: Shown }) {
  const params = useParams()
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

/** The screen that stands at an address. */
export function ScreenAt({ location }: { location: Location }) {
  const { screen, record } = screenAt(location.pathname)
  const { path, redirect } = record
  const element = redirect ? <Navigate to={redirect} replace /> : <Parts screen={screen as Shown} />
  return (
    <Routes location={location}>
      <Route path={path} element={element} />
    </Routes>
  )
}

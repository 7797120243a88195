import type { ReactNode } from 'react'
import { type Location, Navigate, Route, Routes, useParams } from 'react-router-dom'
import type { Can } from '#shared/permissions.ts'
import { Refused, screenChunks } from '../chunks.ts'
import { screenAt, subjectAt } from '../paths.ts'
import type { ScreenRecord } from '../screenRecord.ts'
import { type ScreenWithFile, screens } from '../screens.ts'
import { useUserId } from '../session/useUserId.ts'
import { useWhyCannot } from './useWhyCannot.ts'

/** Remounts a screen for another team, but not for another page of the same one, such as a month or folder. */
function KeyedScreen({ screen }: { screen: ScreenWithFile }) {
  const params = useParams()
  const { Component } = screenChunks[screen]
  const { can }: ScreenRecord = screens[screen]
  const about = subjectAt(params)
  const element = <Component key={`${params['orgId']} ${params['teamId']}`} />
  if (!can || !about) return element
  return (
    <PermissionGate can={can} about={about}>
      {element}
    </PermissionGate>
  )
}

type PermissionGateProps = { can: Can; about: string; children: ReactNode }
/**
 * Shows the reason if the user lacks the right. Visitors are asked to sign in by the screen itself, and while rights are unknown
 * the screen is shown. Used only for screens that need a right: fetching rights signs the user out if the session has expired,
 * and pages opened from an email need none.
 */
function PermissionGate({ can, about, children }: PermissionGateProps) {
  const isSignedIn = useUserId() !== undefined
  const denialReason = useWhyCannot()(can, about)
  return isSignedIn && denialReason ? <Refused.Component reason={denialReason} /> : children
}

/** Renders the screen at an address. */
export function ScreenAt({ location }: { location: Location }) {
  const { screen, record } = screenAt(location.pathname)
  const { path, redirect } = record
  const element = redirect ? <Navigate to={redirect} replace /> : <KeyedScreen screen={screen as ScreenWithFile} />
  return (
    <Routes location={location}>
      <Route path={path} element={element} />
    </Routes>
  )
}

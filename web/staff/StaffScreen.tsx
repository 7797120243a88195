import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { StaffRole } from '#shared/permissions.ts'
import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useApi } from '../api.ts'
import styles from './Staff.module.css'
import english from './texts.en.json'

export const supportRoles = ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] as const satisfies readonly StaffRole[]
export const trackRoles = ['ROLE_ADMIN', 'ROLE_TRACK'] as const satisfies readonly StaffRole[]
export const salesRoles = ['ROLE_ADMIN', 'ROLE_SALES'] as const satisfies readonly StaffRole[]

type Props = {
  title: string
  /** The staff roles that may see it; others are redirected. */
  roles: readonly StaffRole[]
  actions?: ReactNode
  children: ReactNode
}

/** A screen for the product's staff. */
export function StaffScreen({ title, roles, actions, children }: Props) {
  const t = useTexts('staff', english)
  // The profile has the user's roles.
  const { data: profile } = useApi('GET /rest-api/users/profile', {})
  const denialReason = useWhyCannot()({ staff: roles })
  if (profile && denialReason) return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen title={title} actions={profile && actions}>
      {profile && denialReason === undefined ? (
        children
      ) : (
        <Skeletons label={t('loading')}>
          <Skeleton height="240px" />
        </Skeletons>
      )}
    </Screen>
  )
}

/** Links between the reports; the current one is not a link. */
export function ReportLinks() {
  const t = useTexts('staff', english)
  const { pathname } = useLocation()
  const whyCannot = useWhyCannot()
  const reports = [
    [paths.statsReport(), t('stats'), salesRoles],
    [paths.clubsReport(), t('clubs'), salesRoles],
    [paths.subscriptionsReport(), t('subscriptions'), salesRoles],
    [paths.costsReport(), t('costs'), salesRoles],
    [paths.promotions(), t('promotions'), salesRoles],
    [paths.useReport(), t('use'), trackRoles],
  ] as const
  return (
    <nav aria-label={t('reports')} className={styles.tools}>
      {reports.map(([to, label, roles]) =>
        to === pathname || whyCannot({ staff: roles }) !== undefined ? null : (
          <ButtonLink key={to} to={to}>
            {label}
          </ButtonLink>
        ),
      )}
    </nav>
  )
}

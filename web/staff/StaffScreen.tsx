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

export const support = ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] as const satisfies readonly StaffRole[]
export const track = ['ROLE_ADMIN', 'ROLE_TRACK'] as const satisfies readonly StaffRole[]
export const sales = ['ROLE_ADMIN', 'ROLE_SALES'] as const satisfies readonly StaffRole[]

type Props = {
  title: string
  /** Who of the product's own people it is for; whoever is none of them is led away. */
  roles: readonly StaffRole[]
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the product's own people. */
export function StaffScreen({ title, roles, actions, children }: Props) {
  const t = useTexts('staff', english)
  // Which roles one has stands in the profile.
  const { data: profile } = useApi('GET /rest-api/users/profile', {})
  const why = useWhyCannot()({ staff: roles })
  if (profile && why) return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen title={title} actions={profile && actions}>
      {profile && why === undefined ? (
        children
      ) : (
        <Skeletons label={t('loading')}>
          <Skeleton height="240px" />
        </Skeletons>
      )}
    </Screen>
  )
}

/** From one report to the others; the one that is shown is no link. */
export function ReportLinks() {
  const t = useTexts('staff', english)
  const { pathname } = useLocation()
  const whyCannot = useWhyCannot()
  const reports = [
    [paths.statsReport(), t('stats'), sales],
    [paths.clubsReport(), t('clubs'), sales],
    [paths.subscriptionsReport(), t('subscriptions'), sales],
    [paths.costsReport(), t('costs'), sales],
    [paths.promotions(), t('promotions'), sales],
    [paths.useReport(), t('use'), track],
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

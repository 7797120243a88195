import { Link, Navigate, useParams } from 'react-router-dom'
import { useFailureInPlace } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { useSelected } from '../shell/useSelection.ts'
import { Card } from '../kit/Card.tsx'
import { ChevronRightIcon, TeamIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import styles from './OrganizationScreen.module.css'
import english from './texts.en.json'

/** The teams of an organization, for its administrators: each leads to its roster. */
export default function OrganizationScreen() {
  const t = useTexts('organizations', english)
  const { orgId = '' } = useParams()
  const { data, error, isValidating, mutate } = useSelected().playersAndTeams
  useFailureInPlace('GET /api/v1/playersAndTeams', {})
  const organization = data?.organizations.find(({ id }) => id === orgId)
  if (data && !organization) return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen title={organization?.name ?? t('unknown')}>
      {!data && !error && (
        <Skeletons label={t('loading')}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height="60px" />
          ))}
        </Skeletons>
      )}
      {!data && error && (
        <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
      )}
      {organization?.teams.length === 0 && (
        <EmptyState title={t('noTeams')} hint={t('noTeamsHint')} icon={<TeamIcon size={32} />} />
      )}
      {organization && organization.teams.length > 0 && (
        <>
          <p className={styles.count}>{t('teamCount', { count: organization.teams.length })}</p>
          <ul className={styles.teams} aria-label={t('teams')}>
            {organization.teams.map(({ id, name }) => (
              <Card key={id} as="li" className={styles.team}>
                <Link to={paths.team({ orgId, teamId: id })}>
                  <TeamIcon />
                  <span>{name}</span>
                  <ChevronRightIcon size={20} />
                </Link>
              </Card>
            ))}
          </ul>
        </>
      )}
    </Screen>
  )
}

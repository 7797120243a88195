import { type AnswerOf, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { confirm } from '../kit/confirm.ts'
import { TeamIcon } from '../kit/icons.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useSportTexts } from '../sports/useSportTexts.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'

const LIST = 'GET /rest-api/organization/details'
type Organization = AnswerOf<typeof LIST>['organizations'][number]

/** The clubs that the user runs or coaches in, with links into each. */
export default function OrganizationsScreen() {
  const t = useTexts('settings', english)
  const read = useApi(LIST, {}, { handles: ['failures'] })
  return (
    <Screen title={t('organizations')}>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loadingOrganizations')} rows={2} height="120px" />}
        failed={t('organizationsFailed')}
        empty={{
          when: ({ organizations }) => organizations.length === 0,
          show: (
            <EmptyState title={t('noOrganizations')} hint={t('noOrganizationsHint')} icon={<TeamIcon size={32} />} />
          ),
        }}
      >
        {({ organizations }) => (
          <ul className={styles.cards} aria-label={t('organizations')}>
            {organizations.map((organization) => (
              <OrganizationCard key={organization.id} organization={organization} />
            ))}
          </ul>
        )}
      </Loaded>
    </Screen>
  )
}

function OrganizationCard({
  organization: { id, name, logoUrl, sport, orgAdmin, permissions, teamCount },
}: {
  organization: Organization
}) {
  const t = useTexts('settings', english)
  const { sportText } = useSportTexts()
  const { data } = useSelected().playersAndTeams
  const teams = data?.organizations.find((each) => each.id === id)?.teams ?? []
  const coachedTeams = teams.filter(({ permissions: teamPermissions }) => teamPermissions.length > 0)
  return (
    <Card as="li">
      <h2 className={styles.cardTitle}>
        <Avatar name={name} id={id} url={logoUrl} size="small" />{' '}
        {orgAdmin ? <Link to={paths.organization({ orgId: id })}>{name}</Link> : name}
      </h2>
      <p className={styles.facts}>
        <Badge>{orgAdmin ? t('administrator') : t('coach')}</Badge> {t('teamCount', { count: teamCount })} ·{' '}
        {sportText(sport.name)}
      </p>
      <div className={styles.actions}>
        {orgAdmin && <ButtonLink to={paths.organization({ orgId: id })}>{t('openTeams')}</ButtonLink>}
        {permissions.includes('canEditTeam') && (
          <ButtonLink to={paths.settings({ id, page: 'settings' })}>{t('settings')}</ButtonLink>
        )}
        {permissions.includes('canEditAdministrators') && (
          <ButtonLink to={paths.settings({ id, page: 'administrators' })}>{t('administrators')}</ButtonLink>
        )}
        {permissions.includes('canEditAdministrators') && (
          <ButtonLink to={paths.audit({ orgId: id })}>{t('auditLog')}</ButtonLink>
        )}
        <ButtonLink to={paths.agreements({ id })}>{t('agreements')}</ButtonLink>
        <ButtonLink to={paths.links({ id })}>{t('links')}</ButtonLink>
        {permissions.includes('canEditEvents') && (
          <ButtonLink to={paths.venues({ orgId: id })}>{t('venues')}</ButtonLink>
        )}
        {orgAdmin && <LeaveButton unit={{ id, name }} />}
        {coachedTeams.map((team) => (
          <LeaveButton key={team.id} unit={team} />
        ))}
      </div>
    </Card>
  )
}

/** Lets users give up their rights on a club or team, even if they may not see its other administrators. */
function LeaveButton({ unit: { id: orgUnitId, name } }: { unit: { id: string; name: string } }) {
  const t = useTexts('settings', english)
  const { save, saving } = useSave('POST /rest-api/organization/leave', {
    refreshes: [LIST, 'GET /api/v1/playersAndTeams'],
    saved: t('left', { name }),
    failed: problemText,
  })
  async function confirmLeave() {
    const isConfirmed = await confirm({
      title: t('leaveTitle', { name }),
      lost: t('leaveAllLost'),
      kept: t('leaveKept'),
      yes: t('leave'),
    })
    if (isConfirmed) await save({ body: { orgUnitId } })
  }
  return (
    <Button kind="quiet" flush busy={saving} onClick={() => void confirmLeave()}>
      {t('leaveUnit', { name })}
    </Button>
  )
}

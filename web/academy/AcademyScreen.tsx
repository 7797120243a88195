import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { AcademyIcon } from '../kit/icons.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Tabs } from '../kit/Tabs.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import styles from './Academy.module.css'
import english from './texts.en.json'

/** The libraries that the reader can open: of their own players, and of the clubs they run or coach for. */
export default function AcademyScreen() {
  const t = useTexts('academy', english)
  const players = useApi('GET /rest-api/academy/organization-player', {}, { handles: ['failures'] })
  const clubs = useApi('GET /rest-api/academy/organization', {}, { handles: ['failures'] })
  const [chosenTab, setChosenTab] = useState<'players' | 'teams'>()
  const firstTab = players.data && players.data.players.length === 0 ? 'teams' : 'players'
  const skeleton = <RowSkeletons label={t('loading')} rows={3} />
  return (
    <Screen
      title={t('academy')}
      actions={
        <>
          <ButtonLink to={paths.recordings()}>{t('recordings')}</ButtonLink>
          <ButtonLink to={paths.assignmentsHome()}>{t('assignments')}</ButtonLink>
        </>
      }
    >
      <Tabs
        label={t('academy')}
        value={chosenTab ?? firstTab}
        onChange={setChosenTab}
        tabs={[
          {
            value: 'players',
            label: t('players'),
            content: (
              <Loaded
                read={players}
                skeleton={skeleton}
                failed={t('failed')}
                empty={{
                  when: (data) => data.players.length === 0,
                  show: (
                    <EmptyState title={t('noPlayers')} hint={t('noPlayersHint')} icon={<AcademyIcon size={32} />} />
                  ),
                }}
              >
                {(data) => (
                  <ul className={styles.places}>
                    {data.players.map(({ id, name, teams, following, organizationId }) => (
                      <li key={id}>
                        <Card>
                          <Link to={paths.playerStorage({ organizationId, playerId: id })} className={styles.place}>
                            <b>{name}</b>
                            <span className={styles.muted}>{teams.join(', ')}</span>
                          </Link>
                          {following && <Badge>{t('following')}</Badge>}
                        </Card>
                      </li>
                    ))}
                  </ul>
                )}
              </Loaded>
            ),
          },
          {
            value: 'teams',
            label: t('teams'),
            content: (
              <Loaded
                read={clubs}
                skeleton={skeleton}
                failed={t('failed')}
                empty={{
                  when: (data) => data.organizations.length === 0,
                  show: <EmptyState title={t('noTeams')} hint={t('noTeamsHint')} icon={<AcademyIcon size={32} />} />,
                }}
              >
                {(data) => (
                  <ul className={styles.places}>
                    {data.organizations.map(({ id: orgId, name, teams, orgAdmin, academyEnabled }) => (
                      <li key={orgId}>
                        <Card>
                          {orgAdmin ? (
                            <Link to={paths.storage({ orgId })} className={styles.place}>
                              <b>{name}</b>
                            </Link>
                          ) : (
                            <b>{name}</b>
                          )}
                          {!academyEnabled && <p className={styles.muted}>{t('notEnabled')}</p>}
                          <ul className={styles.chips} aria-label={t('teamsOf', { name })}>
                            {teams.map((team) => (
                              <li key={team.id}>
                                <Link to={paths.storage({ orgId, teamId: team.id })}>{team.name}</Link>
                              </li>
                            ))}
                          </ul>
                        </Card>
                      </li>
                    ))}
                  </ul>
                )}
              </Loaded>
            ),
          },
        ]}
      />
    </Screen>
  )
}

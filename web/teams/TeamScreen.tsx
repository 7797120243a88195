import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { Avatar } from '../kit/Avatar.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Link } from '../kit/Link.tsx'
import { PlayersIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { useUserId } from '../session/useUserId.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Team } from './answers.ts'
import { FilteredRoster } from './FilteredRoster.tsx'
import { isEmailKeyword } from './emailKeywords.ts'
import { LicenceDialog } from './LicenceDialog.tsx'
import styles from './Team.module.css'
import { AddPlayer, MovePlayers } from './TeamDialogs.tsx'
import { TeamMenu } from './TeamMenu.tsx'
import texts from './texts.en.json'
import { useArchive } from './useArchive.ts'

/** A team with its players and coaches. */
export default function TeamScreen() {
  const t = useTexts('teams', texts)
  const { teamId = '', menu } = useParams()
  const read = useApi('GET /api/v1/team/{teamId}', { teamId }, { handles: ['failures'] })
  const { data } = read
  // The team is already chosen.
  if (isEmailKeyword(menu)) return <Navigate to={paths.emailTeam({ teamId })} replace />
  return (
    <Screen
      title={data?.name ?? t('roster')}
      actions={data && data.permissions.length > 0 && <TeamActions team={data} />}
    >
      <Loaded read={read} failed={t('loadFailed')} skeleton={<RosterSkeleton label={t('loading')} />}>
        {(team) => <Members key={team.id} team={team} />}
      </Loaded>
    </Screen>
  )
}

function Members({ team }: { team: Team }) {
  const t = useTexts('teams', texts)
  const isCoach = team.permissions.length > 0
  const isRosterHidden = !team.isRosterVisible && !isCoach
  const whyCannot = useWhyCannot()
  const limitReason = useWhyLimited(team.organization.id)
  const canAdd = !team.archived && (whyCannot('canEditPlayers', team.id) ?? limitReason) === undefined
  return (
    <>
      <p className={styles.organization}>
        {team.pictureUrl && <Avatar name={team.name} id={team.id} url={team.pictureUrl} size="large" />}
        {[team.organization.name, team.season].filter(Boolean).join(' · ')}
        {team.archived && <span className={styles.badge}>{t('archived')}</span>}
        {!isCoach && <Link to={paths.links({ id: team.id })}>{t('links')}</Link>}
      </p>
      <Coaches team={team} />
      {isRosterHidden && <p className={styles.hidden}>{t('hidden')}</p>}
      {team.players.length > 0 && <FilteredRoster team={team} />}
      {team.players.length === 0 && !isRosterHidden && (
        <EmptyState title={t('empty')} hint={t('emptyHint')} icon={<PlayersIcon size={32} />}>
          {/* New teams usually have their players in a table, or type them with their parents' addresses. */}
          {canAdd && <ButtonLink to={paths.addPlayers({ unitId: team.id })}>{t('addPlayers')}</ButtonLink>}
        </EmptyState>
      )}
    </>
  )
}

/** Actions for those who coach the team or run its club. */
function TeamActions({ team }: { team: Team }) {
  const t = useTexts('teams', texts)
  const [isAdding, setIsAdding] = useState(false)
  const [isMoving, setIsMoving] = useState(false)
  const whyCannot = useWhyCannot()
  const archive = useArchive(team.organization.id)
  const limitReason = useWhyLimited(team.organization.id)
  const reason =
    whyCannot('canEditPlayers', team.id) ?? limitReason ?? (team.archived ? t('archivedReason') : undefined)
  return (
    <>
      <TeamMenu
        orgId={team.organization.id}
        team={team}
        archive={archive}
        reason={whyCannot('canEditTeam', team.id)}
        isTeamScreen
        {...(team.players.length > 0 && { onMovePlayers: () => setIsMoving(true) })}
      />
      <Button kind="primary" onClick={() => setIsAdding(true)} disabledReason={reason}>
        {t('addPlayer')}
      </Button>
      <AddPlayer team={team} opened={isAdding} close={() => setIsAdding(false)} />
      <MovePlayers team={team} opened={isMoving} close={() => setIsMoving(false)} />
      <LicenceDialog archive={archive} />
    </>
  )
}

/** The coaches, with a link to chat with each who can be reached there. */
function Coaches({ team: { id: teamId, organization, orgAdmins } }: { team: Team }) {
  const t = useTexts('teams', texts)
  const canAppoint = useWhyCannot()('canEditAdministrators', teamId) === undefined
  const ownUserId = useUserId()
  const reachableIds = new Set(orgAdmins.flatMap(({ id, chats }) => (chats && id !== ownUserId ? [id] : [])))
  const { data: chat } = useApi(
    'GET /rest-api/chat/enabled/{orgUnitId}',
    reachableIds.size > 0 ? { orgUnitId: teamId } : undefined,
    { handles: ['failures', 'not_allowed'] },
  )
  if (orgAdmins.length === 0 && !canAppoint) return null
  return (
    <section aria-labelledby="coaches" className={styles.section}>
      <div className={styles.head}>
        <h2 id="coaches">{t('coaches')}</h2>
        {canAppoint && (
          <Link to={paths.settings({ id: teamId, page: 'administrators' })} className={styles.way}>
            {t('administrators')}
          </Link>
        )}
      </div>
      {orgAdmins.length > 0 && (
        <ul className={styles.coaches} data-unkept="">
          {orgAdmins.map(({ id, name, avatarUrl }) => (
            <li key={id}>
              <Avatar name={name} id={id} url={avatarUrl} size="small" />
              {name}
              {chat?.enabled && reachableIds.has(id) && (
                <ButtonLink loads kind="quiet" to={paths.chat({}, { orgId: organization.id, userId: id })}>
                  {t('chat')} <span className="visually-hidden">{name}</span>
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const RosterSkeleton = ({ label }: { label: string }) => (
  <Skeletons label={label}>
    <Skeleton width="160px" height="24px" />
    <Skeleton width="100%" height="44px" />
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className={styles.skeletonRow}>
        <Skeleton width="40px" height="40px" round />
        <Skeleton width="50%" height="20px" />
      </div>
    ))}
  </Skeletons>
)

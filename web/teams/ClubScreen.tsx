import { Navigate, useParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { TeamIcon } from '../kit/icons.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { AddLink } from '../shell/AddLink.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Overview } from './answers.ts'
import styles from './Club.module.css'
import { ClubAbout } from './ClubAbout.tsx'
import { ClubLinks, ClubMenu } from './ClubLinks.tsx'
import { ClubTeams } from './ClubTeams.tsx'
import { isEmailKeyword } from './emailKeywords.ts'
import { EmailTeams } from './EmailTeams.tsx'
import { FoundPlayers } from './FoundPlayers.tsx'
import { LicenceDialog } from './LicenceDialog.tsx'
import { NoTeams } from './NoTeams.tsx'
import { TeamTools } from './TeamTools.tsx'
import texts from './texts.en.json'
import { useArchive } from './useArchive.ts'
import { useClubIndex } from './useClubIndex.ts'
import { useTeamList } from './useTeamList.ts'

// Loaded on demand: it is only needed at the end of a season.
const ArchiveTeams = chunk(() => import('./ArchiveTeams.tsx').then((file) => file.ArchiveTeams)).Component

/** The teams of an organization with their players, for those who run it: search by tag, name or team; archive. */
export default function ClubScreen() {
  const t = useTexts('teams', texts)
  const { orgId = '', menu } = useParams()
  const read = useApi('GET /api/v1/orgOverview/{orgId}', { orgId }, { handles: ['failures', 'not_allowed'] })
  if (read.error?.code === 'not_allowed') return <Navigate to={paths.forbidden()} replace />
  return (
    <Screen
      title={read.data?.name ?? t('club')}
      actions={
        read.data && (
          <>
            {!isEmailKeyword(menu) && <ClubMenu orgId={orgId} name={read.data.name} />}
            <NewTeam orgId={orgId} />
          </>
        )
      }
    >
      <Loaded
        read={read}
        failed={t('clubFailed')}
        skeleton={
          <Skeletons label={t('clubLoading')}>
            <Skeleton height="44px" width="320px" />
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} height="60px" />
            ))}
          </Skeletons>
        }
      >
        {(club) => <ClubParts key={club.id} club={club} isEmailing={isEmailKeyword(menu)} />}
      </Loaded>
    </Screen>
  )
}

function NewTeam({ orgId }: { orgId: string }) {
  const t = useTexts('teams', texts)
  const reason = useWhyCannot()('canAddNewTeams', orgId)
  return (
    <AddLink orgId={orgId} denialReason={reason} to={paths.createTeam({ orgId })}>
      {t('newTeam')}
    </AddLink>
  )
}

/** `isEmailing`: teams are being selected for an email. */
function ClubParts({ club, isEmailing }: { club: Overview; isEmailing: boolean }) {
  const t = useTexts('teams', texts)
  const list = useTeamList(club, isEmailing)
  const { teams, query, isSearched, isNarrowed, filter, isChoosing, isArchiving, chosenIds } = list
  const archive = useArchive(club.id)
  const whyCannot = useWhyCannot()
  const activeCount = club.teams.filter(({ archived }) => !archived).length
  const hasArchived = activeCount < club.teams.length
  // A new club has nothing to search or filter; players without a team are listed if it has any.
  const isNew = club.teams.length === 0
  const canListPlayers = whyCannot('canEditPlayers', club.id) === undefined
  const index = useClubIndex(club.id, isSearched || list.openIds.size > 0 || (isNew && canListPlayers))
  return (
    <>
      <p className={styles.facts}>
        {t('teamCount', { count: activeCount })}
        {club.licenses && ` · ${t('licencesOf', { used: club.licenses.used, given: club.licenses.given })}`}
      </p>
      {isEmailing && !isNew && <EmailTeams orgId={club.id} teamIds={[...chosenIds]} />}
      <div className={classes(styles.columns, isEmailing && styles.alone)}>
        {!isEmailing && <ClubLinks orgId={club.id} />}
        <div className={styles.main}>
          {!isNew && (
            <TeamTools
              list={list}
              hasArchived={hasArchived}
              canArchive={!isEmailing && activeCount > 1 && whyCannot('canEditTeam', club.id) === undefined}
            />
          )}
          <LazyPart
            isNeeded={isArchiving}
            onFailed={() => list.setArchiveMode(false)}
            fallback={<Skeleton height="var(--target)" />}
          >
            {isArchiving && (
              <ArchiveTeams
                club={club}
                shownTeams={teams}
                chosenIds={chosenIds}
                onChoose={list.setChosenIds}
                archive={archive}
              />
            )}
          </LazyPart>
          {isSearched && <FoundPlayers club={club} index={index} searchText={query} onClear={() => list.search('')} />}
          {isNarrowed && teams.length === 0 && (
            <EmptyState title={t('noTeamFound', { typed: query })} icon={<TeamIcon size={32} />}>
              <Button onClick={() => list.search('')}>{t('showAllTeams')}</Button>
            </EmptyState>
          )}
          {query === '' && teams.length === 0 && (
            <NoTeams
              orgId={club.id}
              filter={filter}
              hasArchived={hasArchived}
              showArchived={() => {
                list.setArchiveMode(false)
                list.setFilter('archived')
              }}
            />
          )}
          {!isSearched && (
            <ClubTeams
              club={club}
              teams={teams}
              openIds={list.openIds}
              onToggle={list.toggleOpen}
              index={index}
              archive={archive}
              {...(isChoosing && { chosenIds, onChoose: list.toggleChosen })}
              showsUnassigned={filter !== 'archived' && (!isNew || (index.data?.players.length ?? 0) > 0)}
            />
          )}
        </div>
        {!isEmailing && <ClubAbout club={club} onFindTag={list.search} />}
      </div>
      <LicenceDialog archive={archive} />
    </>
  )
}

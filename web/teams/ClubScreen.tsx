import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { fold } from '#shared/rules/textMatching.ts'
import { useApi } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { TeamIcon } from '../kit/icons.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import { DeferredSearchField } from '../kit/DeferredSearchField.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { AddLink } from '../shell/AddLink.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSearchState } from '../shell/useSearchState.ts'
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
import texts from './texts.en.json'
import { useArchive } from './useArchive.ts'
import { useClubIndex } from './useClubIndex.ts'

// Loaded on demand: it is only needed at the end of a season.
const ArchiveTeams = chunk(() => import('./ArchiveTeams.tsx').then((file) => file.ArchiveTeams)).Component

type TeamFilter = 'active' | 'archived' | 'all'

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

/**
 * Which teams are shown, kept in the URL: `?type=archived` or `…/teams/archived`; active by default, all for any other value.
 * Changes replace the history entry, so that Back leaves the list.
 */
function useTeamFilter(): [TeamFilter, (shows: TeamFilter) => void] {
  const { menu } = useParams()
  const [search, setSearch] = useSearchParams()
  const type = search.get('type') ?? (isEmailKeyword(menu) ? undefined : menu) ?? 'active'
  const setFilter = (filter: TeamFilter) =>
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.set('type', filter)
        return next
      },
      { replace: true },
    )
  return [type === 'archived' || type === 'active' ? type : 'all', setFilter]
}

/** `isEmailing`: teams are being selected for an email. */
function ClubParts({ club, isEmailing }: { club: Overview; isEmailing: boolean }) {
  const t = useTexts('teams', texts)
  const [searchText, setSearchText] = useSearchState('')
  const query = searchText.trim()
  const [resetCount, setResetCount] = useState(0)
  function search(text: string) {
    setSearchText(text)
    setResetCount(resetCount + 1)
  }
  const clear = () => search('')
  const [filterInUrl, setFilter] = useTeamFilter()
  /** Active teams are being selected to be archived. */
  const [isArchiving, setIsArchiving] = useState(false)
  const filter = isArchiving ? 'active' : filterInUrl
  const isChoosing = isEmailing || isArchiving
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const archive = useArchive(club.id)
  const whyCannot = useWhyCannot()
  const canArchive = whyCannot('canEditTeam', club.id) === undefined && !isEmailing
  // In selection mode the search only narrows the list, so that the selection is kept.
  const isSearched = query !== '' && !isChoosing
  const isNarrowed = query !== '' && isChoosing
  const teams = club.teams.filter(
    ({ archived, name }) =>
      (filter === 'all' || archived === (filter === 'archived')) && (!isNarrowed || fold(name).includes(fold(query))),
  )
  // A new club has nothing to search or filter; players without a team are listed if it has any.
  const isNew = club.teams.length === 0
  const canListPlayers = whyCannot('canEditPlayers', club.id) === undefined
  const index = useClubIndex(club.id, isSearched || openIds.size > 0 || (isNew && canListPlayers))
  const areAllOpen = teams.length > 0 && teams.every(({ id }) => openIds.has(id))
  const toggleOpen = (id: string) => setOpenIds(toggleId(openIds, id))
  const hasArchived = club.teams.some(({ archived }) => archived)
  const activeCount = club.teams.filter(({ archived }) => !archived).length
  const canExpand = !isSearched && teams.length > 0
  const canArchiveShown = canArchive && !isSearched && filter !== 'archived' && activeCount > 1
  function setArchiveMode(on: boolean) {
    setChosenIds(new Set())
    setIsArchiving(on)
  }
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
            <div className={styles.tools}>
              <DeferredSearchField
                key={resetCount}
                initialValue={searchText}
                label={t(isChoosing ? 'filterTeams' : 'filterClub')}
                onSearch={setSearchText}
              />
              {!isArchiving && (hasArchived || filter !== 'active') && (
                <Segmented
                  label={t('whichTeams')}
                  labelHidden
                  value={filter}
                  onChange={(next) => setFilter(next as TeamFilter)}
                  options={[
                    { value: 'active', label: t('activeTeams') },
                    { value: 'archived', label: t('archivedTeams') },
                    { value: 'all', label: t('allTeams') },
                  ]}
                />
              )}
              {(canExpand || isArchiving || canArchiveShown) && (
                <div className={styles.ofAll}>
                  {canExpand && (
                    <Button
                      kind="quiet"
                      flush
                      onClick={() => setOpenIds(new Set(areAllOpen ? [] : [...teams.map(({ id }) => id), '']))}
                    >
                      {areAllOpen ? t('collapseAll') : t('expandAll')}
                    </Button>
                  )}
                  {(isArchiving || canArchiveShown) && (
                    <Button kind="quiet" onClick={() => setArchiveMode(!isArchiving)}>
                      {t(isArchiving ? 'archiveDone' : 'archiveSeveral')}
                    </Button>
                  )}
                </div>
              )}
            </div>
          )}
          <LazyPart
            isNeeded={isArchiving}
            onFailed={() => setArchiveMode(false)}
            fallback={<Skeleton height="var(--target)" />}
          >
            {isArchiving && (
              <ArchiveTeams
                club={club}
                shownTeams={teams}
                chosenIds={chosenIds}
                onChoose={setChosenIds}
                archive={archive}
              />
            )}
          </LazyPart>
          {isSearched && <FoundPlayers club={club} index={index} searchText={query} onClear={clear} />}
          {isNarrowed && teams.length === 0 && (
            <EmptyState title={t('noTeamFound', { typed: query })} icon={<TeamIcon size={32} />}>
              <Button onClick={clear}>{t('showAllTeams')}</Button>
            </EmptyState>
          )}
          {query === '' && teams.length === 0 && (
            <NoTeams
              orgId={club.id}
              filter={filter}
              hasArchived={hasArchived}
              showArchived={() => {
                setArchiveMode(false)
                setFilter('archived')
              }}
            />
          )}
          {!isSearched && (
            <ClubTeams
              club={club}
              teams={teams}
              openIds={openIds}
              onToggle={toggleOpen}
              index={index}
              archive={archive}
              {...(isChoosing && { chosenIds, onChoose: (id: string) => setChosenIds(toggleId(chosenIds, id)) })}
              showsUnassigned={filter !== 'archived' && (!isNew || (index.data?.players.length ?? 0) > 0)}
            />
          )}
        </div>
        {!isEmailing && <ClubAbout club={club} onFindTag={search} />}
      </div>
      <LicenceDialog archive={archive} />
    </>
  )
}

const toggleId = (all: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id])

import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { fold } from '#shared/rules/folded.ts'
import { useApi } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { TeamIcon } from '../kit/icons.tsx'
import { LatePart } from '../kit/LatePart.tsx'
import { LateSearchField } from '../kit/LateSearchField.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { AddLink } from '../shell/AddLink.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useKeptSearch } from '../shell/useKeptSearch.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Overview } from './answers.ts'
import styles from './Club.module.css'
import { ClubAbout } from './ClubAbout.tsx'
import { ClubLinks, ClubMenu } from './ClubLinks.tsx'
import { ClubTeams } from './ClubTeams.tsx'
import { isToEmail } from './emailKeywords.ts'
import { EmailTeams } from './EmailTeams.tsx'
import { FoundPlayers } from './FoundPlayers.tsx'
import { LicenceDialog } from './LicenceDialog.tsx'
import { NoTeams } from './NoTeams.tsx'
import texts from './texts.en.json'
import { useArchive } from './useArchive.ts'
import { useClubIndex } from './useClubIndex.ts'

// Loaded on demand: it is only needed at the end of a season.
const ArchiveTeams = chunk(() => import('./ArchiveTeams.tsx').then((file) => file.ArchiveTeams)).Component

type Shows = 'active' | 'archived' | 'all'

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
            {!isToEmail(menu) && <ClubMenu orgId={orgId} name={read.data.name} />}
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
        {(club) => <ClubParts key={club.id} club={club} emails={isToEmail(menu)} />}
      </Loaded>
    </Screen>
  )
}

function NewTeam({ orgId }: { orgId: string }) {
  const t = useTexts('teams', texts)
  const reason = useWhyCannot()('canAddNewTeams', orgId)
  return (
    <AddLink orgId={orgId} why={reason} to={paths.createTeam({ orgId })}>
      {t('newTeam')}
    </AddLink>
  )
}

/**
 * Which teams are shown, kept in the URL: `?type=archived` or `…/teams/archived`; active by default, all for any other value.
 * Changes replace the history entry, so that Back leaves the list.
 */
function useShows(): [Shows, (shows: Shows) => void] {
  const { menu } = useParams()
  const [search, setSearch] = useSearchParams()
  const type = search.get('type') ?? (isToEmail(menu) ? undefined : menu) ?? 'active'
  const change = (shows: Shows) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('type', shows)
        return next
      },
      { replace: true },
    )
  return [type === 'archived' || type === 'active' ? type : 'all', change]
}

/** `emails`: teams are being selected for an email. */
function ClubParts({ club, emails }: { club: Overview; emails: boolean }) {
  const t = useTexts('teams', texts)
  const [typed, setTyped] = useKeptSearch('')
  const wanted = typed.trim()
  const [cleared, setCleared] = useState(0)
  function find(what: string) {
    setTyped(what)
    setCleared(cleared + 1)
  }
  const clear = () => find('')
  const [asked, setShows] = useShows()
  /** Active teams are being selected to be archived. */
  const [archiving, setArchiving] = useState(false)
  const shows = archiving ? 'active' : asked
  const choosing = emails || archiving
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const archive = useArchive(club.id)
  const whyCannot = useWhyCannot()
  const mayArchive = whyCannot('canEditTeam', club.id) === undefined && !emails
  // In selection mode the search only narrows the list, so that the selection is kept.
  const isSearched = wanted !== '' && !choosing
  const isNarrowed = wanted !== '' && choosing
  const teams = club.teams.filter(
    ({ archived, name }) =>
      (shows === 'all' || archived === (shows === 'archived')) && (!isNarrowed || fold(name).includes(fold(wanted))),
  )
  // A new club has nothing to search or filter; players without a team are listed if it has any.
  const isNew = club.teams.length === 0
  const mayListPlayers = whyCannot('canEditPlayers', club.id) === undefined
  const index = useClubIndex(club.id, isSearched || open.size > 0 || (isNew && mayListPlayers))
  const allOpen = teams.length > 0 && teams.every(({ id }) => open.has(id))
  const toggle = (id: string) => setOpen(toggled(open, id))
  const hasArchived = club.teams.some(({ archived }) => archived)
  const active = club.teams.filter(({ archived }) => !archived).length
  const mayExpand = !isSearched && teams.length > 0
  const mayArchiveThese = mayArchive && !isSearched && shows !== 'archived' && active > 1
  function chooseToArchive(on: boolean) {
    setChosen(new Set())
    setArchiving(on)
  }
  return (
    <>
      <p className={styles.facts}>
        {t('teamCount', { count: active })}
        {club.licenses && ` · ${t('licencesOf', { used: club.licenses.used, given: club.licenses.given })}`}
      </p>
      {emails && !isNew && <EmailTeams orgId={club.id} teamIds={[...chosen]} />}
      <div className={classes(styles.columns, emails && styles.alone)}>
        {!emails && <ClubLinks orgId={club.id} />}
        <div className={styles.main}>
          {!isNew && (
            <div className={styles.tools}>
              <LateSearchField
                key={cleared}
                begin={typed}
                label={t(choosing ? 'filterTeams' : 'filterClub')}
                onSearch={setTyped}
              />
              {!archiving && (hasArchived || shows !== 'active') && (
                <Segmented
                  label={t('whichTeams')}
                  labelHidden
                  value={shows}
                  onChange={(next) => setShows(next as Shows)}
                  options={[
                    { value: 'active', label: t('activeTeams') },
                    { value: 'archived', label: t('archivedTeams') },
                    { value: 'all', label: t('allTeams') },
                  ]}
                />
              )}
              {(mayExpand || archiving || mayArchiveThese) && (
                <div className={styles.ofAll}>
                  {mayExpand && (
                    <Button
                      kind="quiet"
                      flush
                      onClick={() => setOpen(new Set(allOpen ? [] : [...teams.map(({ id }) => id), '']))}
                    >
                      {allOpen ? t('collapseAll') : t('expandAll')}
                    </Button>
                  )}
                  {(archiving || mayArchiveThese) && (
                    <Button kind="quiet" onClick={() => chooseToArchive(!archiving)}>
                      {t(archiving ? 'archiveDone' : 'archiveSeveral')}
                    </Button>
                  )}
                </div>
              )}
            </div>
          )}
          <LatePart
            wanted={archiving}
            onFailed={() => chooseToArchive(false)}
            fallback={<Skeleton height="var(--target)" />}
          >
            {archiving && (
              <ArchiveTeams club={club} shown={teams} chosen={chosen} choose={setChosen} archive={archive} />
            )}
          </LatePart>
          {isSearched && <FoundPlayers club={club} index={index} typed={wanted} clear={clear} />}
          {isNarrowed && teams.length === 0 && (
            <EmptyState title={t('noTeamFound', { typed: wanted })} icon={<TeamIcon size={32} />}>
              <Button onClick={clear}>{t('showAllTeams')}</Button>
            </EmptyState>
          )}
          {wanted === '' && teams.length === 0 && (
            <NoTeams
              orgId={club.id}
              shows={shows}
              hasArchived={hasArchived}
              showArchived={() => {
                chooseToArchive(false)
                setShows('archived')
              }}
            />
          )}
          {!isSearched && (
            <ClubTeams
              club={club}
              teams={teams}
              open={open}
              toggle={toggle}
              index={index}
              archive={archive}
              {...(choosing && { chosen, choose: (id: string) => setChosen(toggled(chosen, id)) })}
              unassigned={shows !== 'archived' && (!isNew || (index.data?.players.length ?? 0) > 0)}
            />
          )}
        </div>
        {!emails && <ClubAbout club={club} find={find} />}
      </div>
      <LicenceDialog archive={archive} />
    </>
  )
}

const toggled = (all: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id])

import { useMemo } from 'react'
import { fold } from '#shared/rules/textMatching.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Link } from '../kit/Link.tsx'
import { TeamIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import type { Overview } from './answers.ts'
import styles from './Club.module.css'
import { type ClubIndex, type ClubPlayer, findInClub } from './clubSearch.ts'
import texts from './texts.en.json'
import type { IndexRead } from './useClubIndex.ts'

type Props = { club: Overview; index: IndexRead; searchText: string; onClear: () => void }

/** Teams and players that match the search text. */
export function FoundPlayers({ club, index, searchText, onClear }: Props) {
  const t = useTexts('teams', texts)
  const query = fold(searchText)
  const teams = club.teams.filter(({ name }) => fold(name).includes(query))
  return (
    <>
      {teams.length > 0 && (
        <ul className={styles.foundTeams} aria-label={t('foundTeams')}>
          {teams.map(({ id: teamId, name, archived }) => (
            <li key={teamId}>
              <Link to={paths.team({ orgId: club.id, teamId })} className={styles.foundTeam}>
                <TeamIcon size={20} />
                {name}
                {archived && <Badge>{t('archived')}</Badge>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Loaded
        read={index}
        failed={t('searchFailed')}
        skeleton={
          <Skeletons label={t('searching')}>
            <Skeleton height="60px" />
            <Skeleton height="60px" />
          </Skeletons>
        }
      >
        {(data) => <Players data={data} searchText={searchText} onClear={onClear} />}
      </Loaded>
    </>
  )
}

function Players({ data, searchText, onClear }: { data: ClubIndex; searchText: string; onClear: () => void }) {
  const t = useTexts('teams', texts)
  const { matchedBy, players } = useMemo(() => findInClub(data, searchText), [data, searchText])
  const teamsOf = ({ teams }: ClubPlayer) =>
    teams.flatMap((index) => data.club.teams[index] ?? []).toSorted((a, b) => Number(a.archived) - Number(b.archived))
  const teamNames = (player: ClubPlayer) =>
    teamsOf(player).map(({ name, archived }) => (archived ? t('teamArchived', { team: name }) : name))
  const firstTeam = (player: ClubPlayer) => teamsOf(player)[0]?.id
  if (players.length === 0)
    return (
      <EmptyState title={t('noneFound', { typed: searchText })} hint={t('noneFoundHint')}>
        <Button onClick={onClear}>{t('clearFilter')}</Button>
      </EmptyState>
    )
  return (
    <section className={styles.found}>
      <p role="status" className={styles.facts}>
        {matchedBy === 'name'
          ? t('foundByName', { count: players.length })
          : t('foundByTag', { count: players.length, typed: searchText })}
      </p>
      <Table
        label={t('foundPlayers')}
        rows={players}
        keyOf={idOf}
        nameOf={fullName}
        to={(player) => paths.player({ playerId: player.id }, { o: firstTeam(player) })}
        columns={[
          { key: 'name', head: t('name'), cell: fullName, sort: byName, width: 'minmax(0, 2fr)' },
          {
            key: 'teams',
            head: t('teams'),
            cell: (player) => teamNames(player).join(', ') || t('noTeam'),
            sort: (a, b) => teamNames(a).join().localeCompare(teamNames(b).join()),
            width: 'minmax(0, 2fr)',
          },
          { key: 'tags', head: t('tags'), cell: ({ tags }) => tags.join(', ') },
        ]}
      />
    </section>
  )
}
const idOf = ({ id }: ClubPlayer) => id

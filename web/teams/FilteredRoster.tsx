import { useDeferredValue, useId, useMemo, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Menu } from '../kit/Menu.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { useSearchState } from '../shell/useSearchState.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import type { Team } from './answers.ts'
import { findOnRoster } from './findPlayers.ts'
import { OtherTeam } from './OtherTeam.tsx'
import { RemovePlayer } from './RemovePlayer.tsx'
import styles from './Roster.module.css'
import teamStyles from './Team.module.css'
import texts from './texts.en.json'

type Player = Team['players'][number]
const idOf = ({ id }: Player) => id

/** The roster with a filter as you type. */
export function FilteredRoster({ team }: { team: Team }) {
  const { id: teamId, players, myPlayers: ownPlayerIds } = team
  const t = useTexts('teams', texts)
  const id = useId()
  const [searchText, setSearchText] = useSearchState('')
  const [removedPlayer, setRemovedPlayer] = useState<Player>()
  const [movedPlayer, setMovedPlayer] = useState<Player>()
  // Typing has priority: a long roster follows a moment later.
  const deferredText = useDeferredValue(searchText)
  const { matchedBy, players: shownPlayers } = useMemo(
    () => findOnRoster(players, deferredText),
    [players, deferredText],
  )
  const hasTags = players.some(({ tags }) => tags)
  const count = players.length
  const denialReason = useWhyCannot()('canEditPlayers', teamId)
  const isCoach = team.permissions.length > 0
  const toPlayerPath = (player: Player) => paths.player({ playerId: player.id }, { o: teamId })
  const hasPositions = players.some(({ position }) => position)
  // A column in which nothing stands would only take the room of the names.
  const possibleColumns: (Column<Player> | false)[] = [
    {
      key: 'name',
      head: t('name'),
      cell: (player) => <PlayerName player={player} isOwn={ownPlayerIds.includes(player.id)} />,
      width: 'minmax(0, 2fr)',
    },
    players.some(({ number }) => number) && {
      key: 'number',
      head: t('number'),
      cell: ({ number }) => number,
      width: hasPositions ? '7em' : 'minmax(7em, 1fr)',
      sort: (a, b) => Number(a.number ?? 0) - Number(b.number ?? 0),
    },
    hasPositions && {
      key: 'position',
      head: t('position'),
      cell: ({ position }) => position,
      sort: (a, b) => (a.position ?? '').localeCompare(b.position ?? ''),
    },
  ]
  const columns = possibleColumns.filter((column) => column !== false)
  return (
    <section aria-labelledby={`${id}-title`} className={teamStyles.section}>
      <div className={teamStyles.head} data-tour="roster">
        <h2 id={`${id}-title`}>{t('roster')}</h2>
        <p role="status" className={teamStyles.count} {...(matchedBy !== 'name' && { 'data-unkept': '' })}>
          {matchedBy !== 'name'
            ? t('foundByTag', { count: shownPlayers.length, typed: deferredText.trim() })
            : shownPlayers.length === count
              ? t('players', { count })
              : t('someOfPlayers', { shown: shownPlayers.length, count })}
        </p>
      </div>
      {count > 1 && (
        <div className={teamStyles.filter} data-tour="filter">
          <SearchField label={t(hasTags ? 'filterTags' : 'filter')} value={searchText} onChange={setSearchText} />
        </div>
      )}
      {/* The snapshot kept on the device must not contain other people's children or the typed filter. */}
      <div data-unkept="">
        {shownPlayers.length > 0 ? (
          <Table
            label={t('roster')}
            rows={shownPlayers}
            keyOf={idOf}
            nameOf={fullName}
            {...(isCoach && {
              to: toPlayerPath,
              actions: (player: Player) => (
                <Menu
                  about={fullName(player)}
                  items={[
                    { label: t('openPlayer'), to: toPlayerPath(player) },
                    { label: t('otherTeam'), run: () => setMovedPlayer(player), disabledReason: denialReason },
                    {
                      label: t('removePlayer'),
                      danger: true,
                      run: () => setRemovedPlayer(player),
                      disabledReason: denialReason,
                    },
                  ]}
                />
              ),
            })}
            columns={columns}
          />
        ) : (
          <EmptyState title={t('noneFound', { typed: deferredText.trim() })} hint={t('noneFoundHint')}>
            <Button onClick={() => setSearchText('')}>{t('clearFilter')}</Button>
          </EmptyState>
        )}
      </div>
      <RemovePlayer team={team} player={removedPlayer} close={() => setRemovedPlayer(undefined)} />
      {movedPlayer && (
        <OtherTeam
          opened
          player={movedPlayer}
          currentTeamIds={[teamId]}
          from={team}
          close={() => setMovedPlayer(undefined)}
        />
      )}
    </section>
  )
}

function PlayerName({ player, isOwn }: { player: Player; isOwn: boolean }) {
  const t = useTexts('teams', texts)
  const name = fullName(player)
  return (
    <span className={styles.named}>
      <Avatar name={name} id={player.id} url={player.pictureUrl} size="small" />
      <span className={styles.name}>{name}</span>
      {isOwn && <span className={styles.own}>{t('own')}</span>}
    </span>
  )
}

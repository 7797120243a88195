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
import { useKeptSearch } from '../shell/useKeptSearch.ts'
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
  const { id: teamId, players, myPlayers: own } = team
  const t = useTexts('teams', texts)
  const id = useId()
  const [typed, setTyped] = useKeptSearch('')
  const [leaving, setLeaving] = useState<Player>()
  const [moving, setMoving] = useState<Player>()
  // Typing has priority: a long roster follows a moment later.
  const wanted = useDeferredValue(typed)
  const { by, players: shown } = useMemo(() => findOnRoster(players, wanted), [players, wanted])
  const hasTags = players.some(({ tags }) => tags)
  const count = players.length
  const reason = useWhyCannot()('canEditPlayers', teamId)
  const isCoach = team.permissions.length > 0
  const pageOf = (player: Player) => paths.player({ playerId: player.id }, { o: teamId })
  const hasPositions = players.some(({ position }) => position)
  // A column in which nothing stands would only take the room of the names.
  const all: (Column<Player> | false)[] = [
    {
      key: 'name',
      head: t('name'),
      cell: (player) => <Named player={player} own={own.includes(player.id)} />,
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
  const columns = all.filter((column) => column !== false)
  return (
    <section aria-labelledby={`${id}-title`} className={teamStyles.section}>
      <div className={teamStyles.head} data-tour="roster">
        <h2 id={`${id}-title`}>{t('roster')}</h2>
        <p role="status" className={teamStyles.count} {...(by !== 'name' && { 'data-unkept': '' })}>
          {by !== 'name'
            ? t('foundByTag', { count: shown.length, typed: wanted.trim() })
            : shown.length === count
              ? t('players', { count })
              : t('someOfPlayers', { shown: shown.length, count })}
        </p>
      </div>
      {count > 1 && (
        <div className={teamStyles.filter} data-tour="filter">
          <SearchField label={t(hasTags ? 'filterTags' : 'filter')} value={typed} onChange={setTyped} />
        </div>
      )}
      {/* The snapshot kept on the device must not contain other people's children or the typed filter. */}
      <div data-unkept="">
        {shown.length > 0 ? (
          <Table
            label={t('roster')}
            rows={shown}
            keyOf={idOf}
            nameOf={fullName}
            {...(isCoach && {
              to: pageOf,
              actions: (player: Player) => (
                <Menu
                  about={fullName(player)}
                  items={[
                    { label: t('openPlayer'), to: pageOf(player) },
                    { label: t('otherTeam'), run: () => setMoving(player), disabledReason: reason },
                    {
                      label: t('removePlayer'),
                      danger: true,
                      run: () => setLeaving(player),
                      disabledReason: reason,
                    },
                  ]}
                />
              ),
            })}
            columns={columns}
          />
        ) : (
          <EmptyState title={t('noneFound', { typed: wanted.trim() })} hint={t('noneFoundHint')}>
            <Button onClick={() => setTyped('')}>{t('clearFilter')}</Button>
          </EmptyState>
        )}
      </div>
      <RemovePlayer team={team} player={leaving} close={() => setLeaving(undefined)} />
      {moving && <OtherTeam opened player={moving} on={[teamId]} from={team} close={() => setMoving(undefined)} />}
    </section>
  )
}

function Named({ player, own }: { player: Player; own: boolean }) {
  const t = useTexts('teams', texts)
  const name = fullName(player)
  return (
    <span className={styles.named}>
      <Avatar name={name} id={player.id} url={player.pictureUrl} size="small" />
      <span className={styles.name}>{name}</span>
      {own && <span className={styles.own}>{t('own')}</span>}
    </span>
  )
}

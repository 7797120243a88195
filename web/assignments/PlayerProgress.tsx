import { taskStates } from '#shared/rules/tasks.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Chart } from '../kit/Chart.tsx'
import { dateTimeText, numberText, percentText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Assignments.module.css'
import { type AssignedPlayer, type Details, PLAYERS } from './shapes.ts'
import english from './texts.en.json'

type Props = { details: Details; open: (player: AssignedPlayer) => void }
const tones = { WAITING: 'plain', STARTED: 'warning', DONE: 'success' } as const
const colors = { WAITING: 'danger', STARTED: 'warning', DONE: 'success' } as const

/** Progress of all players: as a chart, and by name. */
export function PlayerProgress({ details, open }: Props) {
  const t = useTexts('assignments', english)
  const { id: assignmentId, orgUnitId, timezone } = details
  const read = useApi(PLAYERS, { assignmentId, orgUnitId }, { handles: ['failures'] })
  const columns: Column<AssignedPlayer>[] = [
    {
      key: 'player',
      head: t('player'),
      width: 'minmax(0, 1.4fr)',
      sort: (one, other) => fullName(one.player).localeCompare(fullName(other.player)),
      cell: (assigned) => (
        <span className={styles.named}>
          <Avatar name={fullName(assigned.player)} id={assigned.player.id} size="small" />
          <button type="button" className={styles.opener} onClick={() => open(assigned)}>
            {fullName(assigned.player)}
          </button>
        </span>
      ),
    },
    {
      key: 'state',
      head: t('status'),
      width: '9em',
      sort: (one, other) => one.share - other.share,
      cell: ({ state, share, paused }) => (
        <Badge tone={tones[state]}>
          {paused ? t('paused') : state === 'STARTED' ? percentText(share / 100) : t(state)}
        </Badge>
      ),
    },
    {
      key: 'changed',
      head: t('lastChange'),
      priority: 'low',
      cell: ({ changedAt, paused }) => (paused ? t('pausedWhy') : changedAt ? dateTimeText(changedAt, timezone) : ''),
    },
    { key: 'feedback', head: t('feedback'), cell: ({ feedback }) => feedback ?? '' },
  ]
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loadingPlayers')} height="64px" />}
      failed={t('playersFailed')}
      empty={{ when: ({ players }) => players.length === 0, show: <EmptyState title={t('onItsWay')} /> }}
    >
      {({ players }) => (
        <>
          <Chart
            kind="stacked"
            label={t('howFar')}
            head={t('assignment')}
            rows={[
              {
                name: details.name,
                values: Object.fromEntries(
                  taskStates.map((state) => [
                    state,
                    players.filter((each) => each.state === state && !each.paused).length,
                  ]),
                ),
              },
            ]}
            series={taskStates.toReversed().map((state) => ({ key: state, label: t(state), color: colors[state] }))}
            format={numberText}
          />
          <Table
            label={t('players')}
            rows={players}
            columns={columns}
            keyOf={({ player }) => player.id}
            nameOf={({ player }) => fullName(player)}
          />
        </>
      )}
    </Loaded>
  )
}

import type { ComparedFixture } from '#shared/rules/fixtureDifference.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { dateTimeText } from '../kit/format.ts'
import { type Column, Table } from '../kit/Table.tsx'
import styles from './Imports.module.css'
import type { ExistingEvent } from './actions.ts'
import type { Difference as Differs } from './compareWithCalendar.ts'
import english from './texts.en.json'

type Row = ComparedFixture<ExistingEvent>
type Props = {
  difference: Differs
  removedIds: ReadonlySet<string>
  toggleRemoved: (eventId: string, isRemoved: boolean) => void
  severalTeams: boolean
}

const tones = { new: 'success', changed: 'warning', same: 'plain' } as const

/** What the list would change in the calendar, event by event, and events that only the calendar has. */
export function Difference({ difference, removedIds, toggleRemoved, severalTeams }: Props) {
  const t = useTexts('imports', english)
  const { rows, gone: missing } = difference
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length
  const counts = [
    t('newCount', { count: count('new') }),
    t('changedCount', { count: count('changed') }),
    t('sameCount', { count: count('same') }),
  ]
  const when = ({ start, timezone }: { start: string; timezone: string }) => dateTimeText(start, timezone)
  const columns: Column<Row>[] = [
    { key: 'event', head: t('event'), width: 'minmax(0, 2fr)', cell: ({ fixture }) => fixture.name },
    {
      key: 'when',
      head: t('when'),
      width: 'minmax(0, 2fr)',
      cell: ({ fixture, state, event }) => (
        <>
          {when(fixture)}
          {state === 'changed' && event && when(event) !== when(fixture) && (
            <span className={styles.hint}> ({t('was', { when: when(event) })})</span>
          )}
        </>
      ),
      sort: (one, other) => Date.parse(one.fixture.start) - Date.parse(other.fixture.start),
    },
    ...(severalTeams ? [{ key: 'team', head: t('team'), cell: ({ fixture }: Row) => fixture.team.name }] : []),
    { key: 'place', head: t('place'), priority: 'low', cell: ({ fixture }) => fixture.place || '–' },
    {
      key: 'state',
      head: t('state'),
      width: '7em',
      cell: ({ state }) => <Badge tone={tones[state]}>{t(state)}</Badge>,
    },
  ]
  return (
    <Card className={styles.part}>
      <h2 className={styles.title}>{t('difference')}</h2>
      <p role="status">{counts.join(' · ')}</p>
      {missing.length > 0 && (
        <fieldset className={styles.part}>
          <legend className={styles.title}>{t('gone')}</legend>
          <p className={styles.hint}>{t('goneHint')}</p>
          {missing.map((event) => (
            <Checkbox
              key={event.id}
              name={event.id}
              label={`${event.name} · ${when(event)}`}
              value={removedIds.has(event.id)}
              onChange={(isRemoved) => toggleRemoved(event.id, isRemoved)}
            />
          ))}
        </fieldset>
      )}
      <Table
        label={t('difference')}
        rows={rows}
        columns={columns}
        keyOf={({ fixture }) => fixture.key}
        nameOf={({ fixture }) => fixture.name}
      />
    </Card>
  )
}

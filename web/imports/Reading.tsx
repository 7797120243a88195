import { useState } from 'react'
import type { FixtureField } from '#shared/rules/fixtures.ts'
import { fixtureColumns } from '#shared/rules/fixtures.ts'
import { dayOrders } from '#shared/rules/typedDays.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { Field } from '../kit/Field.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { type Option, Select } from '../kit/Select.tsx'
import styles from './Imports.module.css'
import english from './texts.en.json'
import type { useList } from './useList.ts'

type Reads = ReturnType<typeof useList>
type Props = Pick<Reads, 'change' | 'setField'> & {
  list: NonNullable<Reads['list']>
  types: readonly Option[]
  typeId: string
  setType: (id: string) => void
}

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** How the list is read: the guessed columns and formats, which can be corrected. */
export function Reading({ list, change, setField, types, typeId, setType }: Props) {
  const t = useTexts('imports', english)
  const { rows, headRows, fields, dayOrder, zone, notes, repeated } = list
  const heads = rows[headRows - 1] ?? []
  const known = fixtureColumns.map(({ key }) => ({ value: key, label: t(key) }))
  return (
    <Card className={styles.part}>
      <h2 className={styles.title}>{t('columns')}</h2>
      {notes.map(({ kind, row = 0 }) => (
        <Notice key={`${kind} ${row}`} tone="warning">
          {t(kind, { row })}
        </Notice>
      ))}
      {repeated > 0 && <Notice tone="warning">{t('repeated', { count: repeated })}</Notice>}
      <div className={styles.fields}>
        {fields.map((field, column) => (
          <Select<FixtureField>
            // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its position
            key={column}
            name={`column${column}`}
            label={heads[column] || t('column', { n: column + 1 })}
            hint={exampleOf(rows.slice(headRows), column, (value) => t('example', { value }))}
            placeholder={t('leaveOut')}
            options={known}
            value={field ?? ''}
            onChange={(chosen) => setField(column, chosen || undefined)}
          />
        ))}
      </div>
      <div className={styles.fields}>
        <Select
          name="dayOrder"
          label={t('dayOrder')}
          options={dayOrders.map((order) => ({ value: order, label: t(order) }))}
          value={dayOrder}
          onChange={(chosen) => chosen && change({ dayOrder: chosen })}
        />
        <OneOf
          name="zone"
          label={t('zone')}
          options={zones}
          value={zone}
          onChange={(chosen) => chosen && change({ zone: chosen })}
        />
        <Select name="kind" label={t('kind')} options={types} value={typeId} onChange={setType} />
      </div>
    </Card>
  )
}

function exampleOf(rows: readonly (readonly string[])[], column: number, say: (value: string) => string) {
  const value = rows.map((row) => row[column] ?? '').find((cell) => cell !== '')
  return value === undefined ? undefined : say([...value].slice(0, 40).join(''))
}

/** How many faulty rows are shown at a time. */
const maxShown = 20
const mendable: Record<string, readonly FixtureField[]> = {
  day: ['day'],
  time: ['time', 'day'],
  team: ['team', 'home', 'away'],
  name: ['name', 'home', 'away', 'opponent'],
  twice: [],
}

type FaultsProps = Pick<Reads, 'setCell'> & {
  list: NonNullable<Reads['list']>
  faults: NonNullable<Reads['found']>['faults']
}

/** Rows that cannot be read, with their faulty cells to correct. */
export function Faults({ list, faults, setCell }: FaultsProps) {
  const t = useTexts('imports', english)
  if (faults.length === 0) return null
  return (
    <Card className={styles.part}>
      <Notice tone="warning">{t('faults', { count: faults.length })}</Notice>
      <ul className={styles.list}>
        {faults.slice(0, maxShown).map(({ row, what }) => (
          <li key={row}>
            <p>
              <strong>{t('row', { row })}</strong>: {t(`fault_${what}`)}
            </p>
            <p className={styles.hint}>{list.rows[row - 1]?.filter(Boolean).join(' · ')}</p>
            <div className={styles.fields}>
              {(mendable[what] ?? []).map((field) => {
                const column = list.fields.indexOf(field)
                if (column < 0) return null
                return (
                  <Cell
                    key={field}
                    name={`${field}${row}`}
                    label={`${t(field)}, ${t('row', { row })}`}
                    value={list.rows[row - 1]?.[column] ?? ''}
                    mend={(text) => setCell(row, column, text)}
                  />
                )
              })}
            </div>
          </li>
        ))}
      </ul>
      {faults.length > maxShown && <p>{t('moreFaults', { count: faults.length - maxShown })}</p>}
    </Card>
  )
}

type CellProps = { name: string; label: string; value: string; mend: (text: string) => void }

/**
 * A cell of a faulty row. The list is read again on blur or Enter, not on each key, because a row that becomes readable
 * disappears.
 */
function Cell({ value, mend, ...rest }: CellProps) {
  const [typed, setTyped] = useState<string>()
  function done() {
    if (typed !== undefined && typed !== value) mend(typed)
    setTyped(undefined)
  }
  return (
    <Field
      {...rest}
      autoComplete="off"
      value={typed ?? value}
      onChange={setTyped}
      onBlur={done}
      onKeyDown={({ key }) => key === 'Enter' && done()}
    />
  )
}

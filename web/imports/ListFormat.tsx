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
import type { useImportList } from './useList.ts'

type ImportList = ReturnType<typeof useImportList>
type Props = Pick<ImportList, 'change' | 'setField'> & {
  list: NonNullable<ImportList['list']>
  types: readonly Option[]
  typeId: string
  setType: (id: string) => void
}

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

/** How the list is read: the guessed columns and formats, which can be corrected. */
export function ListFormat({ list, change, setField, types, typeId, setType }: Props) {
  const t = useTexts('imports', english)
  const { rows, headRows, fields, dayOrder, zone, notes, repeated } = list
  const headings = rows[headRows - 1] ?? []
  const fieldOptions = fixtureColumns.map(({ key }) => ({ value: key, label: t(key) }))
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
            label={headings[column] || t('column', { n: column + 1 })}
            hint={exampleOf(rows.slice(headRows), column, (value) => t('example', { value }))}
            placeholder={t('leaveOut')}
            options={fieldOptions}
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

function exampleOf(rows: readonly (readonly string[])[], column: number, toText: (value: string) => string) {
  const value = rows.map((row) => row[column] ?? '').find((cell) => cell !== '')
  return value === undefined ? undefined : toText([...value].slice(0, 40).join(''))
}

/** How many faulty rows are shown at a time. */
const maxShown = 20
const correctableFields: Record<string, readonly FixtureField[]> = {
  day: ['day'],
  time: ['time', 'day'],
  team: ['team', 'home', 'away'],
  name: ['name', 'home', 'away', 'opponent'],
  twice: [],
}

type FaultyRowsProps = Pick<ImportList, 'setCell'> & {
  list: NonNullable<ImportList['list']>
  faults: NonNullable<ImportList['result']>['faults']
}

/** Rows that cannot be read, with their faulty cells to correct. */
export function FaultyRows({ list, faults, setCell }: FaultyRowsProps) {
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
              {(correctableFields[what] ?? []).map((field) => {
                const column = list.fields.indexOf(field)
                if (column < 0) return null
                return (
                  <CellField
                    key={field}
                    name={`${field}${row}`}
                    label={`${t(field)}, ${t('row', { row })}`}
                    value={list.rows[row - 1]?.[column] ?? ''}
                    onChange={(text) => setCell(row, column, text)}
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

type CellFieldProps = { name: string; label: string; value: string; onChange: (text: string) => void }

/**
 * A cell of a faulty row. The list is read again on blur or Enter, not on each key, because a row that becomes readable
 * disappears.
 */
function CellField({ value, onChange, ...rest }: CellFieldProps) {
  const [typed, setTyped] = useState<string>()
  function applyTyped() {
    if (typed !== undefined && typed !== value) onChange(typed)
    setTyped(undefined)
  }
  return (
    <Field
      {...rest}
      autoComplete="off"
      value={typed ?? value}
      onChange={setTyped}
      onBlur={applyTyped}
      onKeyDown={({ key }) => key === 'Enter' && applyTyped()}
    />
  )
}

import { ownColumn, type PlayerColumn, playerFields } from '#shared/rules/playerColumns.ts'
import { dayOrders, type DayOrder } from '#shared/rules/typedDays.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import styles from './Import.module.css'
import type { Table } from './lines.ts'
import { type Question, useColumnLabel } from './useColumnLabel.ts'
import texts from '../texts.en.json'

type Props = {
  table: Table
  questions: readonly Question[]
  change: (table: Table) => void
  back: () => void
  next: () => void
}

/** Maps the table's columns to fields, with sample values, to be checked and corrected. */
export function Columns({ table, questions, change, back, next }: Props) {
  const t = useTexts('families', texts)
  const { rows, headRows, fields, order } = table
  const labelOf = useColumnLabel(questions)
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0)
  const sample = rows.slice(headRows, headRows + 3)
  const headings = rows[headRows - 1]
  const has = (...columns: PlayerColumn[]) => columns.some((field) => fields.includes(field))
  const options = [
    { value: '' as const, label: t('leaveColumnOut') },
    ...playerFields.map((value: PlayerColumn) => ({ value, label: labelOf(value) })),
    ...questions.map(({ id, name }) => ({ value: ownColumn(id), label: name })),
  ]
  /** Assigns a field to a column; another column that had it loses it. */
  const assignField = (column: number, field: PlayerColumn | '') =>
    change({
      ...table,
      fields: Array.from({ length: width }, (_, index) =>
        index === column ? field || undefined : fields[index] === field ? undefined : fields[index],
      ),
    })
  return (
    <div className={styles.stack}>
      <p>{t('columnsHint')}</p>
      <ul className={styles.columns} aria-label={t('columns')}>
        {Array.from({ length: width }, (_, column) => (
          <li key={column} className={styles.column}>
            <Select
              label={headings?.[column]?.trim() || t('columnNumber', { number: column + 1 })}
              value={fields[column] ?? ''}
              options={options}
              onChange={(field) => assignField(column, field)}
            />
            <p className={styles.sample}>
              {sample
                .map((row) => row[column]?.trim())
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <div className={styles.side}>
        <NumberField
          label={t('headRows')}
          hint={t('headRowsHint')}
          value={headRows}
          onChange={(count) => change({ ...table, headRows: Math.min(Math.max(count ?? 0, 0), rows.length) })}
        />
        {has('bornOn') && (
          <Select<DayOrder>
            label={t('dayOrder')}
            value={order}
            options={dayOrders.map((value) => ({ value, label: t(`order_${value}`) }))}
            onChange={(value) => value && change({ ...table, order: value })}
          />
        )}
      </div>
      <div className={styles.actions}>
        <Button onClick={back}>{t('otherTable')}</Button>
        <Button
          kind="primary"
          onClick={next}
          {...(!has('name', 'firstName', 'lastName') && { disabledReason: t('nameFirst') })}
        >
          {t('check')}
        </Button>
      </div>
    </div>
  )
}

import type { PlayerField } from '#shared/rules/playerColumns.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Field } from '../../kit/Field.tsx'
import { OneOf } from '../../kit/OneOf.tsx'
import styles from './Import.module.css'
import type { Line, Reading } from './lines.ts'
import texts from '../texts.en.json'

const quickFields = ['firstName', 'lastName', 'number', 'bornOn', 'guardianEmail'] as const satisfies PlayerField[]
type TypedPlayer = Partial<Record<(typeof quickFields)[number], string>>
export type QuickEntryValues = { rows: readonly TypedPlayer[]; team: string }
export const noPlayers: QuickEntryValues = { rows: [{}, {}, {}], team: '' }
export const hasTypedPlayers = ({ rows }: QuickEntryValues): boolean =>
  rows.some((row) => Object.values(row).some((text) => text.trim() !== ''))
type Props = {
  teams: Reading['teams']
  isTeam: boolean
  /** Held by the parent, so that it is still there when the user comes back from the next step. */
  value: QuickEntryValues
  onChange: (typed: QuickEntryValues) => void
  next: (lines: Line[]) => void
}

/** A few typed players. They go through the same check as a table, so that nobody is added twice. */
export function QuickEntry({ teams, isTeam, value: { rows, team }, onChange, next }: Props) {
  const t = useTexts('families', texts)
  const teamOptions = teams.filter(({ archived }) => !archived).map(({ name }) => ({ value: name, label: name }))
  const lines = rows.flatMap((typed, index): Line[] => {
    const cells = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
    if (Object.keys(cells).length === 0) return []
    return [{ line: index + 1, cells: { ...cells, ...(team && { team }) } }]
  })
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (lines.length > 0) next(lines)
      }}
    >
      {!isTeam && (
        <OneOf
          label={t('field_team')}
          value={team}
          placeholder={t('noTeam')}
          options={teamOptions}
          onChange={(chosen) => onChange({ rows, team: chosen })}
        />
      )}
      <ol className={styles.quick} aria-label={t('players')}>
        {rows.map((typed, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows are only appended
          <li key={index} className={styles.typed}>
            {quickFields.map((field) => (
              <Field
                key={field}
                label={t(`field_${field}`)}
                value={typed[field] ?? ''}
                autoComplete="off"
                {...(field === 'bornOn' && { placeholder: '2014-05-31' })}
                {...(field === 'guardianEmail' && { inputMode: 'email' as const })}
                onChange={(text) =>
                  onChange({
                    team,
                    rows: rows.map((row, position) => (position === index ? { ...row, [field]: text } : row)),
                  })
                }
              />
            ))}
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button onClick={() => onChange({ team, rows: [...rows, {}] })}>{t('oneMore')}</Button>
        <Button kind="primary" type="submit" {...(lines.length === 0 && { disabledReason: t('typeFirst') })}>
          {t('check')}
        </Button>
      </div>
    </form>
  )
}

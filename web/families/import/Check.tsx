import { useMemo } from 'react'
import { problemText, useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button } from '../../kit/Button.tsx'
import { classes } from '../../kit/classes.ts'
import { confirm } from '../../kit/confirm.ts'
import { Failure } from '../../kit/Failure.tsx'
import { dateText } from '../../kit/format.ts'
import { Progress } from '../../kit/Progress.tsx'
import { Radios } from '../../kit/Radios.tsx'
import { type Column, Table } from '../../kit/Table.tsx'
import { useLeaveGuard } from '../../kit/useLeaveGuard.ts'
import { Households } from './Households.tsx'
import styles from './Import.module.css'
import type { Line, Reading } from './lines.ts'
import { MissingTeams, FaultyRows, DuplicateRows } from './FaultyRows.tsx'
import { type CheckResult, useChecked } from './useChecked.ts'
import { useDecisions } from './useDecisions.ts'
import { useStartImport } from './useImport.ts'
import texts from '../texts.en.json'

type Props = {
  orgUnitId: string
  name: string
  lines: readonly Line[]
  reading: Omit<Reading, 'teamsByName'>
  back: () => void
}
type CheckedLine = { line: number; name: string; result: CheckResult }

/** Preview of the import: new players, changes, and rows that need a correction or decision. */
export function Check({ orgUnitId, name, lines, reading, back }: Props) {
  const t = useTexts('families', texts)
  const decisions = useDecisions(lines, reading)
  const { ready, rows, leftOut } = decisions
  const checked = useChecked(orgUnitId, ready)
  const { send, sentCount, problem } = useStartImport(orgUnitId)
  const checkedLines = useMemo(
    () =>
      [...new Map(ready.map((row) => [row.row, row])).values()].flatMap((row): CheckedLine[] => {
        const result = checked.resultsByLine.get(row.row)
        return result ? [{ line: row.row, name: `${row.firstName} ${row.lastName}`.trim(), result }] : []
      }),
    [ready, checked.resultsByLine],
  )
  const count = (does: CheckResult['does']) => checkedLines.filter(({ result }) => result.does === does).length
  const importedRows = ready.filter(({ row }) => ['new', 'change'].includes(checked.resultsByLine.get(row)?.does ?? ''))
  const isChecked = checked.done === checked.total
  const hasUnsavedWork =
    checkedLines.some(({ result }) => result.does !== 'same') || rows.bad.length + rows.twice.length > 0
  useLeaveGuard(hasUnsavedWork || !isChecked, t('tableLost'))
  const leftOutCount = rows.bad.length + rows.twice.length + count('unclear') + leftOut
  const reason = !isChecked ? t('stillChecking') : importedRows.length === 0 ? t('nothingToImport') : undefined

  async function goBack() {
    const question = { title: t('backTitle'), lost: t('backLost'), kept: t('backKept'), yes: t('back') }
    if (!decisions.isAny || (await confirm(question))) back()
  }

  if (sentCount !== undefined) return <Progress label={t('sending')} done={sentCount} total={importedRows.length} />
  return (
    <div className={styles.stack}>
      <p className={styles.badges} role="status">
        <Badge tone="success">{t('countNew', { count: count('new') })}</Badge>
        <Badge tone="primary">{t('countChange', { count: count('change') })}</Badge>
        <Badge>{t('countSame', { count: count('same') })}</Badge>
        {rows.bad.length > 0 && <Badge tone="warning">{t('countBad', { count: rows.bad.length })}</Badge>}
        {leftOut > 0 && <Badge>{t('countOut', { count: leftOut })}</Badge>}
      </p>
      {leftOut > 0 && (
        <Button kind="quiet" flush onClick={decisions.takeAll}>
          {t('takeAll')}
        </Button>
      )}
      {!isChecked && !checked.problem && <Progress label={t('checking')} done={checked.done} total={checked.total} />}
      {checked.problem && (
        <Failure text={problemText(checked.problem)}>
          <Button kind="quiet" onClick={checked.retry}>
            {t('retry')}
          </Button>
        </Failure>
      )}
      <MissingTeams decisions={decisions} orgUnitId={orgUnitId} />
      <FaultyRows decisions={decisions} />
      <AmbiguousLines shown={checkedLines} mean={decisions.mean} />
      <DuplicateRows decisions={decisions} />
      <Households decisions={decisions} />
      {checkedLines.length > 0 && (
        <section aria-label={t('whatHappens')} className={styles.stack}>
          <h2 className={styles.title}>{t('whatHappens')}</h2>
          <LineTable shown={checkedLines} />
        </section>
      )}
      {problem && <Failure text={problemText(problem)} />}
      {leftOutCount > 0 && <p className={styles.hint}>{t('leftOutHint', { count: leftOutCount })}</p>}
      <div className={classes(styles.actions, styles.foot)}>
        <Button onClick={() => void goBack()}>{t('back')}</Button>
        <Button kind="primary" onClick={() => void send(importedRows, name)} disabledReason={reason}>
          {t('importPlayers', { count: new Set(importedRows.map(({ row }) => row)).size })}
        </Button>
      </div>
    </div>
  )
}

/** Rows that match several players of that name: the user chooses one of them or a new player. */
function AmbiguousLines({ shown, mean }: { shown: readonly CheckedLine[]; mean: (line: number, is: string) => void }) {
  const t = useTexts('families', texts)
  const ambiguousLines = shown.filter(({ result }) => result.does === 'unclear')
  if (ambiguousLines.length === 0) return null
  return (
    <section className={styles.stack} aria-label={t('whoIsMeant')}>
      <h2 className={styles.title}>{t('whoIsMeant')}</h2>
      {ambiguousLines.slice(0, 20).map(({ line, name, result }) => (
        <Radios
          key={line}
          label={t('severalCalled', { name, line })}
          value=""
          options={[
            ...result.among.map(({ id, bornOn, teams }) => ({
              value: id,
              label: [name, bornOn && dateText(bornOn), ...teams].filter(Boolean).join(', '),
            })),
            { value: 'new', label: t('somebodyNew') },
          ]}
          onChange={(playerId) => playerId && mean(line, playerId)}
        />
      ))}
    </section>
  )
}

function LineTable({ shown }: { shown: readonly CheckedLine[] }) {
  const t = useTexts('families', texts)
  const columns: Column<CheckedLine>[] = [
    { key: 'name', head: t('field_name'), width: 'minmax(12ch, 1fr)', cell: ({ name }) => name },
    {
      key: 'does',
      head: t('happens'),
      width: 'minmax(12ch, 2fr)',
      sort: (a, b) => resultOrder.indexOf(a.result.does) - resultOrder.indexOf(b.result.does) || a.line - b.line,
      cell: ({ result }) => <LineResult result={result} />,
    },
    {
      key: 'line',
      head: t('lineHead'),
      width: '6em',
      align: 'end',
      sort: (a, b) => a.line - b.line,
      cell: ({ line }) => line,
    },
  ]
  return (
    <Table
      label={t('whatHappens')}
      rows={shown}
      columns={columns}
      keyOf={({ line }) => String(line)}
      nameOf={({ name }) => name}
      order={{ by: 'does', descending: false }}
    />
  )
}
const resultOrder: readonly CheckResult['does'][] = ['unclear', 'team_gone', 'change', 'new', 'same']

function LineResult({ result: { does, changes } }: { result: CheckResult }) {
  const t = useTexts('families', texts)
  if (does !== 'change') return t(`does_${does}`)
  return changes
    .map(({ what, name, from, to }) => {
      const fieldName = what === 'field' ? (name ?? '') : t(`what_${what}`)
      return from ? t('changesFrom', { what: fieldName, from, to }) : t('changesTo', { what: fieldName, to })
    })
    .join('; ')
}

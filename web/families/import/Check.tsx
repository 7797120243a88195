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
import { MissingTeams, Mending, Twice } from './Mending.tsx'
import { type Checked, useChecked } from './useChecked.ts'
import { useDecisions } from './useDecisions.ts'
import { useSending } from './useImport.ts'
import texts from '../texts.en.json'

type Props = {
  orgUnitId: string
  name: string
  lines: readonly Line[]
  about: Omit<Reading, 'teamsByName'>
  back: () => void
}
type Shown = { line: number; name: string; said: Checked }

/** Preview of the import: new players, changes, and rows that need a correction or decision. */
export function Check({ orgUnitId, name, lines, about, back }: Props) {
  const t = useTexts('families', texts)
  const decisions = useDecisions(lines, about)
  const { ready, rows, leftOut } = decisions
  const checked = useChecked(orgUnitId, ready)
  const { send, sent, problem } = useSending(orgUnitId)
  const shown = useMemo(
    () =>
      [...new Map(ready.map((row) => [row.row, row])).values()].flatMap((row): Shown[] => {
        const said = checked.said.get(row.row)
        return said ? [{ line: row.row, name: `${row.firstName} ${row.lastName}`.trim(), said }] : []
      }),
    [ready, checked.said],
  )
  const count = (does: Checked['does']) => shown.filter(({ said }) => said.does === does).length
  const taken = ready.filter(({ row }) => ['new', 'change'].includes(checked.said.get(row)?.does ?? ''))
  const isChecked = checked.done === checked.total
  const isOpen = shown.some(({ said }) => said.does !== 'same') || rows.bad.length + rows.twice.length > 0
  useLeaveGuard(isOpen || !isChecked, t('tableLost'))
  const open = rows.bad.length + rows.twice.length + count('unclear') + leftOut
  const reason = !isChecked ? t('stillChecking') : taken.length === 0 ? t('nothingToImport') : undefined

  async function goBack() {
    const asked = { title: t('backTitle'), lost: t('backLost'), kept: t('backKept'), yes: t('back') }
    if (!decisions.isAny || (await confirm(asked))) back()
  }

  if (sent !== undefined) return <Progress label={t('sending')} done={sent} total={taken.length} />
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
      <Mending decisions={decisions} />
      <Unclear shown={shown} mean={decisions.mean} />
      <Twice decisions={decisions} />
      <Households decisions={decisions} />
      {shown.length > 0 && (
        <section aria-label={t('whatHappens')} className={styles.stack}>
          <h2 className={styles.title}>{t('whatHappens')}</h2>
          <Happens shown={shown} />
        </section>
      )}
      {problem && <Failure text={problemText(problem)} />}
      {open > 0 && <p className={styles.hint}>{t('leftOutHint', { count: open })}</p>}
      <div className={classes(styles.actions, styles.foot)}>
        <Button onClick={() => void goBack()}>{t('back')}</Button>
        <Button kind="primary" onClick={() => void send(taken, name)} disabledReason={reason}>
          {t('importPlayers', { count: new Set(taken.map(({ row }) => row)).size })}
        </Button>
      </div>
    </div>
  )
}

/** Rows that match several players of that name: the user chooses one of them or a new player. */
function Unclear({ shown, mean }: { shown: readonly Shown[]; mean: (line: number, is: string) => void }) {
  const t = useTexts('families', texts)
  const unclear = shown.filter(({ said }) => said.does === 'unclear')
  if (unclear.length === 0) return null
  return (
    <section className={styles.stack} aria-label={t('whoIsMeant')}>
      <h2 className={styles.title}>{t('whoIsMeant')}</h2>
      {unclear.slice(0, 20).map(({ line, name, said }) => (
        <Radios
          key={line}
          label={t('severalCalled', { name, line })}
          value=""
          options={[
            ...said.among.map(({ id, bornOn, teams }) => ({
              value: id,
              label: [name, bornOn && dateText(bornOn), ...teams].filter(Boolean).join(', '),
            })),
            { value: 'new', label: t('somebodyNew') },
          ]}
          onChange={(is) => is && mean(line, is)}
        />
      ))}
    </section>
  )
}

function Happens({ shown }: { shown: readonly Shown[] }) {
  const t = useTexts('families', texts)
  const columns: Column<Shown>[] = [
    { key: 'name', head: t('field_name'), width: 'minmax(12ch, 1fr)', cell: ({ name }) => name },
    {
      key: 'does',
      head: t('happens'),
      width: 'minmax(12ch, 2fr)',
      sort: (a, b) => order.indexOf(a.said.does) - order.indexOf(b.said.does) || a.line - b.line,
      cell: ({ said }) => <Does said={said} />,
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
const order: readonly Checked['does'][] = ['unclear', 'team_gone', 'change', 'new', 'same']

function Does({ said: { does, changes } }: { said: Checked }) {
  const t = useTexts('families', texts)
  if (does !== 'change') return t(`does_${does}`)
  return changes
    .map(({ what, name, from, to }) => {
      const called = what === 'field' ? (name ?? '') : t(`what_${what}`)
      return from ? t('changesFrom', { what: called, from, to }) : t('changesTo', { what: called, to })
    })
    .join('; ')
}

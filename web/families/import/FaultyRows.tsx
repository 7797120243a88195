import { useState } from 'react'
import { isId, organizationOf } from '#shared/ids.ts'
import { nameLimit } from '#shared/rules/nameInput.ts'
import { rowLimits } from '#shared/rules/playerRows.ts'
import type { Cells, ReadRow } from '#shared/rules/readPlayerRow.ts'
import { faultText } from '../../problems/faultText.ts'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Field } from '../../kit/Field.tsx'
import { Link } from '../../kit/Link.tsx'
import { Select } from '../../kit/Select.tsx'
import { paths } from '../../paths.ts'
import { useWhyCannot } from '../../shell/useWhyCannot.ts'
import styles from './Import.module.css'
import type { Decisions } from './useDecisions.ts'
import { useColumnLabel } from './useColumnLabel.ts'
import texts from '../texts.en.json'

/** How many rows are shown for correction at a time; the next ones follow when these are done. */
const maxShown = 20

/**
 * Teams named in the table that the club does not have, or that are not the team of the import: resolved once for all their
 * rows.
 */
export function MissingTeams({ decisions, orgUnitId }: { decisions: Decisions; orgUnitId: string }) {
  const t = useTexts('families', texts)
  const { missing, reading, sayTeam } = decisions
  const clubId = organizationOf(orgUnitId)
  const mayEditClub = useWhyCannot()('canEditPlayers', clubId) === undefined
  if (missing.length === 0) return null
  const isTeam = isId('team', orgUnitId)
  const title = t(isTeam ? 'otherTeams' : 'missingTeams')
  const options = [
    // In a team's import, every player joins that team.
    ...(isTeam ? [] : [{ value: 'none', label: t('noTeam') }]),
    ...reading.teams.filter(({ archived }) => !archived).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <section className={styles.stack} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {isTeam && (
        <p className={styles.hint}>
          {t('otherTeamsHint')}{' '}
          {mayEditClub && <Link to={paths.addPlayers({ unitId: clubId })}>{t('addToAllTeams')}</Link>}
        </p>
      )}
      {missing.slice(0, maxShown).map(({ name, rows }) => (
        <Select
          key={name}
          label={t('missingTeam', { name, count: rows })}
          value=""
          placeholder={t('whichTeam')}
          options={options}
          onChange={(value) => value && sayTeam(name, value === 'none' ? '' : value)}
        />
      ))}
    </section>
  )
}

/** Rows with faults: what is wrong, and fields to correct it. */
export function FaultyRows({ decisions }: { decisions: Decisions }) {
  const t = useTexts('families', texts)
  // Rows whose only fault is an unknown team are resolved above, for all of them at once.
  const faultyRows = decisions.rows.bad.filter(({ faults }) => faults.some(({ code }) => code !== 'unknown_team'))
  if (faultyRows.length === 0) return null
  return (
    <section className={styles.stack} aria-label={t('toMend')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('toMendCount', { count: faultyRows.length })}</h2>
        <Button kind="quiet" flush onClick={() => decisions.leaveOut(...faultyRows.map(({ row }) => row.row))}>
          {t('leaveAllOut')}
        </Button>
      </div>
      <ul className={styles.list}>
        {faultyRows.slice(0, maxShown).map((read) => (
          <FaultyRow key={read.row.row} read={read} decisions={decisions} />
        ))}
      </ul>
      {faultyRows.length > maxShown && (
        <p className={styles.hint}>{t('moreToMend', { count: faultyRows.length - maxShown })}</p>
      )}
    </section>
  )
}

function FaultyRow({ read, decisions }: { read: ReadRow; decisions: Decisions }) {
  const t = useTexts('families', texts)
  const cells = decisions.cellsOf(read)
  const [corrections, setCorrections] = useState<Cells>({})
  const labelOf = useColumnLabel(decisions.reading.questions)
  const line = read.row.row
  const fields = [...new Map(read.faults.map((fault) => [fault.field, fault])).values()]
  const describeFault = ({ field, code }: ReadRow['faults'][number]) =>
    code === 'not_a_day' || code === 'not_born_yet' || code === 'unknown_team' || code === 'not_each_team'
      ? t(`fault_${code}`)
      : faultText({ code, limit: field === 'number' || field === 'position' ? rowLimits[field] : nameLimit })
  return (
    <li className={styles.bad}>
      <p className={styles.line}>
        <span className={styles.hint}>{t('line', { line })}</span>{' '}
        {`${read.row.firstName} ${read.row.lastName}`.trim() || Object.values(cells).join(' · ')}
      </p>
      <form
        className={styles.mend}
        onSubmit={(event) => {
          event.preventDefault()
          decisions.mend(line, { ...cells, ...corrections })
        }}
      >
        {fields.map((fault) => (
          <Field
            key={fault.field}
            label={labelOf(fault.field)}
            value={corrections[fault.field] ?? cells[fault.field] ?? ''}
            fault={describeFault(fault)}
            onChange={(text) => setCorrections((all) => ({ ...all, [fault.field]: text }))}
          />
        ))}
        <div className={styles.actions}>
          <Button type="submit">{t('mend')}</Button>
          <Button kind="quiet" onClick={() => decisions.leaveOut(line)}>
            {t('leaveOut')}
          </Button>
        </div>
      </form>
    </li>
  )
}

/** Rows about a player further up in the table: left out, unless the user says it is a different child. */
export function DuplicateRows({ decisions }: { decisions: Decisions }) {
  const t = useTexts('families', texts)
  const { twice } = decisions.rows
  if (twice.length === 0) return null
  return (
    <section className={styles.stack} aria-label={t('twice')}>
      <h2 className={styles.title}>{t('twice')}</h2>
      <p className={styles.hint}>{t('twiceHint')}</p>
      <ul className={styles.list}>
        {twice.slice(0, maxShown).map(({ row: { row }, of }) => (
          <li key={row.row} className={styles.head}>
            <span>{t('twiceLine', { name: `${row.firstName} ${row.lastName}`.trim(), line: row.row, of })}</span>
            <Button onClick={() => decisions.isOther(row.row)}>{t('otherChild')}</Button>
          </li>
        ))}
      </ul>
      {twice.length > maxShown && <p className={styles.hint}>{t('moreToMend', { count: twice.length - maxShown })}</p>}
    </section>
  )
}

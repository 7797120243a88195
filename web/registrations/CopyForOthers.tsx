import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'
import { type Unit, UnitsDialog } from './UnitsDialog.tsx'
import { usualUnit } from './usualUnit.ts'

type Line = AnswerOf<'GET /rest-api/registration/list/{orgUnitId}'>['registrations'][number]
/** The team or club of each copy, by registration. */
export type Units = ReadonlyMap<string, string>
type Props = {
  /** The dialog is closed if empty. */
  lines: readonly Line[]
  close: () => void
  copy: (units: Units) => void
}

/** Asks for the team of each copy, e.g. when a new season has new teams. */
export function CopyForOthers({ lines, close, copy }: Props) {
  const t = useTexts('registrations', english)
  const [first] = lines
  return (
    <UnitsDialog
      title={t('copySeveral', { count: lines.length })}
      orgId={first && organizationOf(first.registrationId)}
      close={close}
    >
      {(units) => <Fields lines={lines} units={units} copy={copy} />}
    </UnitsDialog>
  )
}

function Fields({ lines, units, copy }: Omit<Props, 'close'> & { units: Unit[] }) {
  const t = useTexts('registrations', english)
  const [said, say] = useState<Units>(new Map())
  const wanted = new Map(
    lines.map((line) => [line.registrationId, said.get(line.registrationId) ?? usualUnit(line.orgUnit, units)]),
  )
  const why = units.length === 0 ? t('noUnit') : [...wanted.values()].includes('') ? t('chooseUnits') : undefined
  return (
    <div className={styles.page}>
      {lines.map(({ registrationId, name, orgUnit }) => (
        <OneOf
          key={registrationId}
          label={name || t('untitled')}
          hint={t('copyFrom', { unit: orgUnit.name })}
          value={wanted.get(registrationId) ?? ''}
          placeholder={t('chooseUnit')}
          options={units}
          onChange={(unit) => say(new Map([...said, [registrationId, unit]]))}
        />
      ))}
      <div>
        <Button kind="primary" disabledReason={why} onClick={() => copy(wanted)}>
          {t('copyNow')}
        </Button>
      </div>
    </div>
  )
}

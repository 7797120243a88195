import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'
import { type Unit, UnitsDialog } from './UnitsDialog.tsx'
import { findDefaultUnit } from './findDefaultUnit.ts'

type RegistrationRow = AnswerOf<'GET /rest-api/registration/list/{orgUnitId}'>['registrations'][number]
/** The team or club of each copy, by registration. */
export type UnitByRegistration = ReadonlyMap<string, string>
type Props = {
  /** The dialog is closed if empty. */
  registrations: readonly RegistrationRow[]
  close: () => void
  onCopy: (units: UnitByRegistration) => void
}

/** Asks for the team of each copy, e.g. when a new season has new teams. */
export function CopyForOthers({ registrations, close, onCopy }: Props) {
  const t = useTexts('registrations', english)
  const [firstRegistration] = registrations
  return (
    <UnitsDialog
      title={t('copySeveral', { count: registrations.length })}
      orgId={firstRegistration && organizationOf(firstRegistration.registrationId)}
      close={close}
    >
      {(units) => <UnitFields registrations={registrations} units={units} onCopy={onCopy} />}
    </UnitsDialog>
  )
}

function UnitFields({ registrations, units, onCopy }: Omit<Props, 'close'> & { units: Unit[] }) {
  const t = useTexts('registrations', english)
  const [chosenUnits, setChosenUnits] = useState<UnitByRegistration>(new Map())
  const targetUnits = new Map(
    registrations.map((line) => [
      line.registrationId,
      chosenUnits.get(line.registrationId) ?? findDefaultUnit(line.orgUnit, units),
    ]),
  )
  const disabledReason =
    units.length === 0 ? t('noUnit') : [...targetUnits.values()].includes('') ? t('chooseUnits') : undefined
  return (
    <div className={styles.page}>
      {registrations.map(({ registrationId, name, orgUnit }) => (
        <OneOf
          key={registrationId}
          label={name || t('untitled')}
          hint={t('copyFrom', { unit: orgUnit.name })}
          value={targetUnits.get(registrationId) ?? ''}
          placeholder={t('chooseUnit')}
          options={units}
          onChange={(unit) => setChosenUnits(new Map([...chosenUnits, [registrationId, unit]]))}
        />
      ))}
      <div>
        <Button kind="primary" disabledReason={disabledReason} onClick={() => onCopy(targetUnits)}>
          {t('copyNow')}
        </Button>
      </div>
    </div>
  )
}

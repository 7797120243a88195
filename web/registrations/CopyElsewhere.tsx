import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { newPart } from '../api/newPart.ts'
import { useSave } from '../shell/useSave.ts'
import { builderPath } from './builderPath.ts'
import styles from './Registrations.module.css'
import english from './texts.en.json'
import { type Unit, UnitsDialog } from './UnitsDialog.tsx'
import { findDefaultUnit } from './findDefaultUnit.ts'

type CopySource = Parameters<typeof builderPath>[0] & { name: string; orgUnit: { id: string; name: string } }
type Props = { source: CopySource | undefined; close: () => void }

/** Copies a registration to another team or the whole club; required for the registration of an archived team. */
export function CopyElsewhere({ source, close }: Props) {
  const t = useTexts('registrations', english)
  const orgId = source && organizationOf(source.registrationId)
  return (
    <UnitsDialog title={t('copyOf', { name: source?.name || t('untitled') })} orgId={orgId} close={close}>
      {(units) => source && <CopyFields source={source} close={close} allUnits={units} />}
    </UnitsDialog>
  )
}

type FieldsProps = { source: CopySource; close: () => void; allUnits: Unit[] }

function CopyFields({ source, close, allUnits }: FieldsProps) {
  const { registrationId, orgUnit } = source
  const units = allUnits.filter(({ value }) => value !== orgUnit.id)
  const defaultUnit = findDefaultUnit(orgUnit, allUnits)
  const t = useTexts('registrations', english)
  const navigate = useNavigate()
  const [unit, setUnit] = useState(defaultUnit === orgUnit.id ? '' : defaultUnit)
  // A retry after a lost response creates the same registration.
  const part = useRef(newPart('r'))
  const { save, saving } = useSave('POST /rest-api/registration/copy/{registrationId}', {
    refreshes: ['GET /rest-api/registration/list/{orgUnitId}'],
    saved: t('copied'),
    failed: problemText,
  })
  async function copy() {
    const newId = `${unit}.${part.current}`
    if (!(await save({ registrationId, body: { registrationId: newId } }))) return
    close()
    await navigate(builderPath({ ...source, registrationId: newId }))
  }
  const disabledReason = units.length === 0 ? t('noOtherUnit') : unit === '' ? t('chooseUnit') : undefined
  return (
    <div className={styles.page}>
      <OneOf label={t('copyFor')} value={unit} placeholder={t('chooseUnit')} options={units} onChange={setUnit} />
      <div>
        <Button kind="primary" busy={saving} disabledReason={disabledReason} onClick={() => void copy()}>
          {t('copyNow')}
        </Button>
      </div>
    </div>
  )
}

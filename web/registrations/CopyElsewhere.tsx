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
import { usualUnit } from './usualUnit.ts'

type Copied = Parameters<typeof builderPath>[0] & { name: string; orgUnit: { id: string; name: string } }
type Props = { copied: Copied | undefined; close: () => void }

/** Copies a registration to another team or the whole club; required for the registration of an archived team. */
export function CopyElsewhere({ copied, close }: Props) {
  const t = useTexts('registrations', english)
  const orgId = copied && organizationOf(copied.registrationId)
  return (
    <UnitsDialog title={t('copyOf', { name: copied?.name || t('untitled') })} orgId={orgId} close={close}>
      {(units) => copied && <Fields copied={copied} close={close} all={units} />}
    </UnitsDialog>
  )
}

type FieldsProps = { copied: Copied; close: () => void; all: Unit[] }

function Fields({ copied, close, all }: FieldsProps) {
  const { registrationId, orgUnit } = copied
  const units = all.filter(({ value }) => value !== orgUnit.id)
  const usual = usualUnit(orgUnit, all)
  const t = useTexts('registrations', english)
  const navigate = useNavigate()
  const [unit, setUnit] = useState(usual === orgUnit.id ? '' : usual)
  // A retry after a lost response creates the same registration.
  const part = useRef(newPart('r'))
  const { save, saving } = useSave('POST /rest-api/registration/copy/{registrationId}', {
    refreshes: ['GET /rest-api/registration/list/{orgUnitId}'],
    saved: t('copied'),
    failed: problemText,
  })
  async function copy() {
    const made = `${unit}.${part.current}`
    if (!(await save({ registrationId, body: { registrationId: made } }))) return
    close()
    await navigate(builderPath({ ...copied, registrationId: made }))
  }
  const why = units.length === 0 ? t('noOtherUnit') : unit === '' ? t('chooseUnit') : undefined
  return (
    <div className={styles.page}>
      <OneOf label={t('copyFor')} value={unit} placeholder={t('chooseUnit')} options={units} onChange={setUnit} />
      <div>
        <Button kind="primary" busy={saving} disabledReason={why} onClick={() => void copy()}>
          {t('copyNow')}
        </Button>
      </div>
    </div>
  )
}

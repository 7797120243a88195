import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { selected } from '#shared/rules/faults.ts'
import type { RegistrationType } from '#shared/rules/registrations/registration.ts'
import { useTexts } from '../i18n.ts'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Radios } from '../kit/Radios.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { newPart } from '../api/newPart.ts'
import { useSave } from '../shell/useSave.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { builderPath } from './builderPath.ts'
import english from './texts.en.json'
import { type Unit, UnitsDialog } from './UnitsDialog.tsx'

type Props = { orgUnitId: string; opened: boolean; close: () => void }

/** Creates a registration: its type, and its team or club. */
export function CreateDialog({ orgUnitId, opened, close }: Props) {
  const t = useTexts('registrations', english)
  return (
    <UnitsDialog title={t('create')} orgId={opened ? organizationOf(orgUnitId) : undefined} close={close}>
      {(units) => <CreateFields orgUnitId={orgUnitId} units={units} close={close} />}
    </UnitsDialog>
  )
}

const refreshes = ['GET /rest-api/registration/list/{orgUnitId}'] as const
type Fields = { orgUnitId: string; units: Unit[]; close: () => void }
type Values = { registrationType: RegistrationType | ''; unit: string }

function CreateFields({ orgUnitId, units, close }: Fields) {
  const t = useTexts('registrations', english)
  const navigate = useNavigate()
  // A retry after a lost response creates the same registration.
  const part = useRef(newPart('r'))
  const handleSavedBefore = useSavedBefore(refreshes)
  const { save } = useSave('POST /rest-api/registration/create', { refreshes })
  const form = useForm<Values>({
    values: { registrationType: 'TEAM', unit: units.some(({ value }) => value === orgUnitId) ? orgUnitId : '' },
    faults: ({ registrationType, unit }) => ({ registrationType: selected(registrationType), unit: selected(unit) }),
    fieldNames: { orgUnitId: 'unit' },
    async save({ registrationType, unit }) {
      if (registrationType === '') return
      const registrationId = `${unit}.${part.current}`
      const body = { registrationId, registrationType, orgUnitId: unit }
      if (!(await save({ body }).catch(handleSavedBefore))) return close()
      await navigate(builderPath({ registrationId, registrationType }))
    },
  })
  return (
    <Form of={form} submit={t('begin')}>
      <Radios
        label={t('whatFor')}
        options={[
          { value: 'TEAM', label: t('TEAM'), hint: t('TEAM_hint') },
          { value: 'EVENT', label: t('EVENT'), hint: t('EVENT_hint') },
        ]}
        {...form.field('registrationType')}
      />
      <OneOf label={t('whose')} options={units} placeholder={t('chooseUnit')} {...form.field('unit')} />
    </Form>
  )
}

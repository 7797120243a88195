import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { organizationOf } from '#shared/ids.ts'
import { selected } from '#shared/rules/faults.ts'
import type { RegistrationType } from '#shared/rules/registrations/registration.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Radios } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import { newPart } from '../newPart.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { builderPath } from './builderPath.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import english from './texts.en.json'

type Props = { orgUnitId: string; opened: boolean; close: () => void }

/** Begins a registration: of what kind, and whose. */
export function CreateDialog({ orgUnitId, opened, close }: Props) {
  const t = useTexts('registrations', english)
  const orgId = organizationOf(orgUnitId)
  const read = useApi('GET /rest-api/registration/teams/{orgId}', opened ? { orgId } : undefined, {
    handles: ['failures'],
  })
  return (
    <Dialog opened={opened} close={close} title={t('create')}>
      {opened && (
        <Loaded read={read} skeleton={<ListSkeleton label={t('loading')} rows={2} />} failed={t('teamsFailed')}>
          {({ all, teams }) => (
            <Fields
              orgUnitId={orgUnitId}
              units={[
                ...(all ? [{ value: orgId, label: t('wholeClub') }] : []),
                ...teams.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

type Values = { registrationType: RegistrationType | ''; unit: string }

function Fields({ orgUnitId, units }: { orgUnitId: string; units: { value: string; label: string }[] }) {
  const t = useTexts('registrations', english)
  const navigate = useNavigate()
  // Sent again after a reply that was lost, it is the same registration.
  const part = useRef(newPart('r'))
  const { save } = useSave('POST /rest-api/registration/create', {
    refreshes: ['GET /rest-api/registration/list/{orgUnitId}'],
  })
  const form = useForm<Values>({
    values: { registrationType: 'TEAM', unit: units.some(({ value }) => value === orgUnitId) ? orgUnitId : '' },
    faults: ({ registrationType, unit }) => ({ registrationType: selected(registrationType), unit: selected(unit) }),
    sentAs: { orgUnitId: 'unit' },
    async save({ registrationType, unit }) {
      if (registrationType === '') return
      const registrationId = `${unit}.${part.current}`
      await save({ body: { registrationId, registrationType, orgUnitId: unit } })
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
      <Select label={t('whose')} options={units} placeholder={t('chooseUnit')} {...form.field('unit')} />
    </Form>
  )
}

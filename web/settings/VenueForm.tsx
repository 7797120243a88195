import { useState } from 'react'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { addressLine } from '#shared/rules/places.ts'
import { fieldsIn, isLikelySame, venueFaults } from '#shared/rules/venues.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useSaveIfUnchanged } from '../shell/useVersionedSave.ts'
import { useSportTexts } from '../sports/useSportTexts.ts'
import { useNewPart } from '../api/useNewPart.ts'
import type { Venue } from './answers.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'

type Props = {
  orgUnitId: string
  /** The edited venue, `new` for a new one, undefined while the dialog is closed. */
  venue: Venue | 'new' | undefined
  venues: readonly Venue[]
  fieldLabel: string
  country: string
  /** Reads the venue again after somebody else has changed it. */
  refetch: () => Promise<unknown>
  close: () => void
}

/** Dialog to create or edit a venue. */
export function VenueForm({ venue, close, ...props }: Props) {
  const t = useTexts('settings', english)
  return (
    <Dialog opened={venue !== undefined} close={close} title={venue === 'new' ? t('newVenue') : t('editVenue')}>
      {venue !== undefined && <VenueFields {...props} venue={venue} close={close} />}
    </Dialog>
  )
}

const emptyVenue = { name: '', address: '', city: '', state: '', zip: '', mapUrl: '', fields: [] as string[] }

function VenueFields({
  orgUnitId,
  venue,
  venues,
  fieldLabel,
  country,
  refetch,
  close,
}: Props & { venue: Venue | 'new' }) {
  const t = useTexts('settings', english)
  const { fieldText } = useSportTexts()
  const refreshes = ['GET /rest-api/organization/venues/{orgUnitId}'] as const
  const adding = useSave('POST /rest-api/organization/venues/{orgUnitId}', { refreshes, saved: t('added') })
  const changing = useSave('PUT /rest-api/organization/venue/{venueId}', { refreshes, saved: t('updated') })
  const units = useUnits(orgUnitId)
  const partIdFor = useNewPart('v')
  const { name, address, city, state, zip, mapUrl, fields } =
    venue === 'new' ? emptyVenue : (venues.find(({ id }) => id === venue.id) ?? venue)
  const currentVenue = { name, address, city, state, zip, mapUrl, fields }
  const loadedVenue = useState(currentVenue)
  const form = useForm({
    draft: `venue.${venue === 'new' ? orgUnitId : venue.id}`,
    values: { ...currentVenue, fields: fields.join(', '), unit: orgUnitId },
    faults: (values) => venueFaults({ ...values, fields: fieldsIn(values.fields) }, country),
    async save({ unit, ...values }) {
      const body = { ...values, fields: fieldsIn(values.fields) }
      if (venue !== 'new') {
        const saveVenue = (previous: typeof currentVenue) =>
          changing.save({ venueId: venue.id, body: { ...body, before: previous } })
        if (!(await versioned.save(saveVenue))) return false
      } else await adding.save({ orgUnitId: unit, body: { ...body, part: partIdFor({ unit, ...body }) } })
      close()
      return true
    },
  })
  const versioned = useSaveIfUnchanged(loadedVenue, {
    current: currentVenue,
    isDirty: form.dirty,
    refetch,
    resetForm: form.discard,
  })
  const similarVenue = venues.find(
    (each) => (venue === 'new' || each.id !== venue.id) && isLikelySame(form.values, each),
  )
  return (
    <Form of={form} submit={venue === 'new' ? t('addVenue') : t('save')}>
      <ConflictNotice onReload={versioned.reload} />
      {venue !== 'new' && <p className={styles.hint}>{t('venueKept')}</p>}
      <Field label={t('name')} required autoComplete="off" {...form.field('name')} />
      {similarVenue && (
        <Notice tone="warning">
          {t('likelySame', { name: [similarVenue.name, addressLine(similarVenue)].filter(Boolean).join(', ') })}
        </Notice>
      )}
      <Field label={t('address')} autoComplete="off" {...form.field('address')} />
      <div className={styles.row}>
        <Field label={t('city')} autoComplete="off" {...form.field('city')} />
        <Field label={t('state')} autoComplete="off" {...form.field('state')} />
        <Field label={t('zip')} autoComplete="off" {...form.field('zip')} />
      </div>
      <Field label={t('mapUrl')} type="url" hint={t('mapUrlHint')} {...form.field('mapUrl')} />
      <Field
        label={t('fields', { field: fieldText(fieldLabel) })}
        hint={t('fieldsHint')}
        autoComplete="off"
        {...form.field('fields')}
      />
      {venue === 'new' && units.length > 1 && <OneOf label={t('usedBy')} options={units} {...form.field('unit')} />}
    </Form>
  )
}

/** Whom a venue can be added for: all teams, or an active team, by the user's rights to plan events. */
function useUnits(orgUnitId: string) {
  const t = useTexts('settings', english)
  const { data } = useSelected().playersAndTeams
  const organizationId = organizationOf(orgUnitId)
  const organization = data?.organizations.find(({ id }) => id === organizationId)
  const forAll = organization?.permissions.includes('canEditEvents') ?? false
  const teams = (organization?.teams ?? []).filter(
    ({ id, permissions, archived }) =>
      id === teamOf(orgUnitId) || (!archived && (forAll || permissions.includes('canEditEvents'))),
  )
  return [
    ...(forAll ? [{ value: organizationId, label: t('allTeams') }] : []),
    ...teams.map(({ id, name }) => ({ value: id, label: name })),
  ]
}

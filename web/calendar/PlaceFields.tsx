import { eventLimits } from '#shared/rules/eventForm.ts'
import { useTexts } from '../i18n.ts'
import { Field } from '../kit/Field.tsx'
import type { useForm } from '../kit/form/useForm.ts'
import { Select } from '../kit/Select.tsx'
import { useSportTexts } from '../sports/useSportTexts.ts'
import type { Values, Venue } from './eventForm.ts'
import styles from './EventForm.module.css'
import texts from './texts.en.json'

type Props = {
  form: ReturnType<typeof useForm<Values>>
  venues: readonly Venue[]
  /** The sport's word for a place of play. */
  fieldLabel: string
}

/** Where an event is held: a venue of the club or another place, and which of its fields. */
export function PlaceFields({ form, venues, fieldLabel }: Props) {
  const t = useTexts('calendar', texts)
  const { fieldText } = useSportTexts()
  const { venue } = form.values
  const fields = venues.find(({ id }) => id === venue)?.fields ?? []
  return (
    <>
      <Select
        label={t('venue')}
        options={[
          { value: '', label: t('noVenue') },
          ...venues.map(({ id, name }) => ({ value: id, label: name })),
          { value: 'other', label: t('otherPlace') },
        ]}
        {...form.field('venue')}
      />
      {venue === 'other' && (
        <div className={styles.row}>
          <Field label={t('place')} required maxLength={eventLimits.place} {...form.field('place')} />
          <Field label={t('address')} maxLength={eventLimits.place} {...form.field('address')} />
        </div>
      )}
      {fields.length > 0 ? (
        <Select
          label={fieldText(fieldLabel)}
          options={[{ value: '', label: '–' }, ...fields.map((each) => ({ value: each, label: each }))]}
          {...form.field('field')}
        />
      ) : (
        <Field label={fieldText(fieldLabel)} maxLength={eventLimits.field} {...form.field('field')} />
      )}
    </>
  )
}

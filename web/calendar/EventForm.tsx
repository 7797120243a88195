import { dayIn } from '#shared/rules/days.ts'
import { eventFaults, eventLimits } from '#shared/rules/eventForm.ts'
import { atLeast, atMost, check, required, type ValueFaults } from '#shared/rules/faults.ts'
import { maxOccurrences, occurrencesOf, whyCannotRepeat } from '#shared/rules/recurrence.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Radios } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { Clashes } from './Clashes.tsx'
import { deadlineText } from './deadlineText.ts'
import {
  toContent,
  deadlines,
  withDefaultName,
  changedRule,
  ruleOf,
  type Settings,
  typeNameOf,
  type Values,
  type Venue,
} from './eventForm.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { weekdayOf } from './repeatText.ts'
import texts from './texts.en.json'
import { TimesFields } from './TimesFields.tsx'
import { useScopes } from './useScopes.ts'
import { ZoneField } from './ZoneField.tsx'

type Props = {
  orgUnitId: string
  values: Values
  /** The name of the event's type, which the club may have removed. */
  typeName?: string
  settings: Settings
  venues: readonly Venue[]
  fieldLabel: string
  draft: string
  onDiscard?: (() => void) | undefined
  /** New events can repeat and choose whom to invite. */
  isNew: boolean
  /** Set for a date of a series: the first day of each scope when several dates are changed, by the same rule or another. */
  series?: Record<'following' | 'all', string> | undefined
  /** The event being edited, which does not clash with itself. */
  eventId?: string
  submit: string
  save: (values: Values) => Promise<unknown>
}

const faultsOf = (values: Values): ValueFaults => ({
  ...eventFaults(values),
  ...(values.venue === 'other' && { place: check(values.place, required) }),
  ...(values.repeat !== 'no' &&
    (values.ends === 'count'
      ? {
          count: values.count === null ? { code: 'required' } : check(values.count, atLeast(1), atMost(maxOccurrences)),
        }
      : { until: check(values.until, required) })),
})

/** The form of an event: what, when, where and for whom; for new ones, how it repeats. */
export function EventForm({ values, settings, venues, fieldLabel, isNew, series, draft, ...rest }: Props) {
  const t = useTexts('calendar', texts)
  const withName = (entered: Values) => (isNew ? withDefaultName(entered, settings) : entered)
  const form = useForm<Values>({
    values,
    draft,
    onDiscard: rest.onDiscard,
    faults: (entered) => faultsOf(withName(entered)),
    save: (entered) => rest.save(withName(entered)),
  })
  const now = useNow()
  const scopes = useScopes()
  const { day, startTime, endTime, timezone, scope } = form.values
  const isTimed = day !== '' && startTime !== '' && endTime !== ''
  const seriesFrom = scope === 'following' || scope === 'all' ? series?.[scope] : undefined
  const isSeries = seriesFrom !== undefined
  const rule = isNew || isSeries ? ruleOf(form.values) : undefined
  const firstDay = seriesFrom ?? day
  const canRepeat = rule && isTimed && !whyCannotRepeat(rule, firstDay)
  const dates = canRepeat ? occurrencesOf(firstDay, { startTime, endTime, timezone }, rule) : []
  // Several dates keep their days.
  const scopedValues = isSeries ? { ...form.values, day: values.day, lastDay: values.lastDay } : form.values
  const content = isTimed ? toContent(scopedValues, venues) : undefined
  const types = settings.types.map(({ id, name }) => ({ value: id, label: name }))
  const hasOwnType = rest.typeName !== undefined && !types.some((type) => type.value === values.type)
  if (hasOwnType) types.push({ value: values.type, label: rest.typeName ?? '' })
  const defaultName = isNew ? typeNameOf(form.values, settings.types) : ''
  const standardDeadlines: readonly string[] = deadlines
  const shownDeadlines = standardDeadlines.includes(form.values.deadline)
    ? standardDeadlines
    : [...standardDeadlines, form.values.deadline]
  return (
    <Form of={form} submit={rule && isNew && dates.length > 0 ? t('addDates', { count: dates.length }) : rest.submit}>
      <Field
        label={t('eventName')}
        required={defaultName === ''}
        hint={defaultName === '' ? undefined : t('usualName', { name: defaultName })}
        autoComplete="off"
        maxLength={eventLimits.name}
        {...form.field('name')}
      />
      <Select label={t('eventType')} options={types} {...form.field('type')} />
      <TimesFields form={form} fixedDays={isSeries ? values : undefined} isOneDay={rule !== undefined} />
      <ZoneField form={form} clubZone={settings.timezone} start={content?.start} />
      {(isNew || isSeries) && scopedValues.lastDay === '' && (
        <RepeatFields form={form} rule={rule} dates={dates} weekday={weekdayOf(firstDay)} isSeries={isSeries} />
      )}
      <PlaceFields form={form} venues={venues} fieldLabel={fieldLabel} />
      <Clashes
        orgUnitId={rest.orgUnitId}
        content={content}
        days={dates.filter(({ start }) => isNew || start > now).map((date) => date.day)}
        eventId={rest.eventId}
        series={isSeries ? (changedRule(form.values, values) ? 'other rule' : 'same rule') : undefined}
      />
      <TextArea label={t('description')} limit={eventLimits.description} {...form.field('description')} />
      <Select
        label={t('deadline')}
        options={shownDeadlines.map((value) => ({
          value,
          label: deadlineText(t, value),
        }))}
        {...form.field('deadline')}
      />
      {isNew && <Checkbox label={t('inviteEverybody')} {...form.field('invite')} />}
      {isNew && !rule && form.values.invite && (
        <Checkbox label={t('askByMail')} hint={t('askByMailHint')} {...form.field('mail')} />
      )}
      {series && <Radios label={t('scope')} options={scopes} {...form.field('scope')} />}
    </Form>
  )
}

/** The default day of a new event: today in the club's time zone. */
export const todayIn = (timezone: string): string => dayIn(new Date().toISOString(), timezone)

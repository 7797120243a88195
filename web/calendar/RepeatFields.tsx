import { useState } from 'react'
import { monthlyKinds, maxOccurrences, type Occurrence, type Recurrence } from '#shared/rules/recurrence.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import type { useForm } from '../kit/form/useForm.ts'
import { dayText } from '../kit/format.ts'
import { NumberField } from '../kit/NumberField.tsx'
import { Select } from '../kit/Select.tsx'
import { repeats, type Values } from './eventForm.ts'
import styles from './EventForm.module.css'
import { repeatText, weekdayLabel } from './repeatText.ts'
import texts from './texts.en.json'

type Form = ReturnType<typeof useForm<Values>>
type Props = {
  form: Form
  rule: Recurrence | undefined
  dates: readonly Occurrence[]
  weekday: number
  /** An existing series: its rule can change, but it has to have one. */
  isSeries: boolean
}

/** The repeat rule and the resulting dates, some of which can be skipped. */
export function RepeatFields({ form, rule, dates, weekday, isSeries }: Props) {
  const t = useTexts('calendar', texts)
  const { repeat, ends } = form.values
  return (
    <>
      <Select
        label={t('repeats')}
        options={repeats
          .filter((value) => !isSeries || value !== 'no')
          .map((value) => ({ value, label: t(`repeat_${value}`) }))}
        {...form.field('repeat')}
      />
      {repeat === 'weekly' && <Weekdays form={form} weekday={weekday} />}
      {repeat === 'monthly' && (
        <Select
          label={t('monthlyOn')}
          options={monthlyKinds.map((value) => ({ value, label: t(`monthly_${value}`) }))}
          {...form.field('monthly')}
        />
      )}
      {repeat !== 'no' && (
        <>
          <div className={styles.row}>
            <Select
              label={t('every')}
              options={intervalOptions(form.values.interval).map((value) => ({
                value,
                label: t(`interval_${repeat as 'daily'}`, { count: Number(value) }),
              }))}
              {...form.field('interval')}
            />
            <div className={styles.whole}>
              <Select
                label={t('seriesEnds')}
                options={(['until', 'count'] as const).map((value) => ({ value, label: t(`ends_${value}`) }))}
                {...form.field('ends')}
              />
            </div>
            {ends === 'count' ? (
              <NumberField
                label={t('howOften')}
                required
                hint={t('howOftenHint', { count: maxOccurrences })}
                {...form.field('count')}
              />
            ) : (
              <DateField label={t('until')} required min={form.values.day} {...form.field('until')} />
            )}
          </div>
          {rule && <Dates form={form} rule={rule} dates={dates} weekday={weekday} />}
        </>
      )}
    </>
  )
}

const intervalOptions = (current: string) => [...new Set(['1', '2', '3', '4', current])]

function Weekdays({ form, weekday }: Pick<Props, 'form' | 'weekday'>) {
  const t = useTexts('calendar', texts)
  const weekdays = form.field('weekdays')
  const chosenDays = weekdays.value.length > 0 ? weekdays.value : [String(weekday)]
  return (
    <fieldset className={styles.days}>
      <legend>{t('onDays')}</legend>
      {[1, 2, 3, 4, 5, 6, 7].map((each) => {
        const value = String(each)
        const isChosen = chosenDays.includes(value)
        return (
          <Button
            key={value}
            aria-pressed={isChosen}
            aria-label={weekdayLabel(each)}
            onClick={() =>
              weekdays.onChange(isChosen ? chosenDays.filter((day) => day !== value) : [...chosenDays, value])
            }
          >
            {weekdayLabel(each).slice(0, 2)}
          </Button>
        )
      })}
    </fieldset>
  )
}

/** The number of resulting dates, and a list to skip some of them. */
function Dates({ form, rule, dates, weekday }: Omit<Props, 'isSeries'> & { rule: Recurrence }) {
  const t = useTexts('calendar', texts)
  const [isListShown, setListShown] = useState(false)
  const leftOut = form.field('leftOut')
  if (dates.length + leftOut.value.length === 0) return null
  return (
    <>
      <div className={styles.summary}>
        <p role="status">
          <strong>{t('dates', { count: dates.length })}</strong> {repeatText(t, rule, weekday)}
        </p>
        <Button kind="quiet" flush aria-expanded={isListShown} onClick={() => setListShown(!isListShown)}>
          {t('leaveOut')}
        </Button>
      </div>
      {isListShown && (
        <ul className={styles.dates}>
          {[...dates.map(({ day }) => day), ...leftOut.value].toSorted().map((day) => (
            <li key={day}>
              <Checkbox
                label={dayText(`${day}T12:00:00Z`, 'UTC')}
                value={!leftOut.value.includes(day)}
                onChange={(isIn) =>
                  leftOut.onChange(isIn ? leftOut.value.filter((each) => each !== day) : [...leftOut.value, day])
                }
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

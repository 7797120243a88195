import { useState } from 'react'
import { type Occurrence, type Recurrence } from '#shared/rules/recurrence.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import type { useForm } from '../kit/form/useForm.ts'
import { dayText } from '../kit/format.ts'
import { Select } from '../kit/Select.tsx'
import { repeats, type Values } from './eventForm.ts'
import styles from './EventForm.module.css'
import { repeatText, weekdayLabel } from './repeatText.ts'
import texts from './texts.en.json'

type Form = ReturnType<typeof useForm<Values>>
type Props = { form: Form; rule: Recurrence | undefined; dates: readonly Occurrence[]; weekday: number }

/** Whether and how it repeats, and the dates that come of it, of which some can be left out. */
export function RepeatFields({ form, rule, dates, weekday }: Props) {
  const t = useTexts('calendar', texts)
  const [listed, setListed] = useState(false)
  const { repeat } = form.values
  const weekdays = form.field('weekdays')
  const chosen = weekdays.value.length > 0 ? weekdays.value : [String(weekday)]
  const leftOut = form.field('leftOut')
  return (
    <>
      <Select
        label={t('repeats')}
        options={repeats.map((value) => ({ value, label: t(`repeat_${value}`) }))}
        {...form.field('repeat')}
      />
      {repeat === 'weekly' && (
        <fieldset className={styles.days}>
          <legend>{t('onDays')}</legend>
          {[1, 2, 3, 4, 5, 6, 7].map((each) => {
            const value = String(each)
            const isChosen = chosen.includes(value)
            return (
              <Button
                key={value}
                aria-pressed={isChosen}
                aria-label={weekdayLabel(each)}
                onClick={() => weekdays.onChange(isChosen ? chosen.filter((day) => day !== value) : [...chosen, value])}
              >
                {weekdayLabel(each).slice(0, 2)}
              </Button>
            )
          })}
        </fieldset>
      )}
      {repeat !== 'no' && (
        <>
          <div className={styles.row}>
            <Select
              label={t('every')}
              options={['1', '2', '3', '4'].map((value) => ({
                value,
                label: t(`interval_${repeat as 'daily'}`, { count: Number(value) }),
              }))}
              {...form.field('interval')}
            />
            <DateField label={t('until')} required min={form.values.day} {...form.field('until')} />
          </div>
          {rule && dates.length + leftOut.value.length > 0 && (
            <div className={styles.summary}>
              <p role="status">
                <strong>{t('dates', { count: dates.length })}</strong> {repeatText(t, rule, weekday)}
              </p>
              <Button kind="quiet" aria-expanded={listed} onClick={() => setListed(!listed)}>
                {t('leaveOut')}
              </Button>
            </div>
          )}
          {listed && (
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
      )}
    </>
  )
}

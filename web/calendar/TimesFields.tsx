import { useState } from 'react'
import { movedEnd } from '#shared/rules/clockTime.ts'
import { addDays } from '#shared/rules/days.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { DateField } from '../kit/DateField.tsx'
import type { useForm } from '../kit/form/useForm.ts'
import { TimeField } from '../kit/TimeField.tsx'
import type { Values } from './eventForm.ts'
import styles from './EventForm.module.css'
import texts from './texts.en.json'

type EventForm = ReturnType<typeof useForm<Values>>
type Props = {
  form: EventForm
  /** The days of a date whose days only the rule of its series can move. */
  fixedDays: Pick<Values, 'day' | 'lastDay'> | undefined
  /** It is on a single day, as repeating events are. */
  isOneDay: boolean
}

/** The day or days of an event, with start and end time. */
export function TimesFields({ form, fixedDays, isOneDay }: Props) {
  const t = useTexts('calendar', texts)
  const { starts, ends } = useTimes(form)
  const { day, startTime, endTime } = form.values
  const { lastDay } = fixedDays ?? form.values
  const isTimed = day !== '' && startTime !== '' && endTime !== ''
  return (
    <>
      <div className={styles.row}>
        <DateField
          label={t('day')}
          required
          {...form.field('day')}
          {...(fixedDays && { value: fixedDays.day, disabledReason: t('dayByRule') })}
        />
        <TimeField label={t('startsAt')} required {...starts} />
        {lastDay !== '' && (
          <DateField
            label={t('lastDay')}
            required
            min={addDays(day, 1)}
            {...form.field('lastDay')}
            {...(fixedDays && { value: lastDay, disabledReason: t('dayByRule') })}
          />
        )}
        <TimeField label={t('endsAt')} required {...ends} />
      </div>
      {isTimed && lastDay === '' && endTime <= startTime && <p role="status">{t('endsNextDay')}</p>}
      {!isOneDay && isTimed && (
        <Checkbox
          label={t('severalDays')}
          value={lastDay !== ''}
          onChange={(on) => form.field('lastDay').onChange(on ? addDays(day, 1) : '')}
        />
      )}
    </>
  )
}

/** Moving the start moves the end too, keeping the duration unless the end was typed. */
function useTimes(form: EventForm) {
  const { startTime, endTime, lastDay } = form.values
  const starts = form.field('startTime')
  const ends = form.field('endTime')
  // The field is empty while another time is being typed.
  const [lastStart, setLastStart] = useState('')
  // An end typed before the start, while still earlier than it: kept as meant if the new start turns out to be earlier.
  const [earlierEnd, setEarlierEnd] = useState('')
  function changeEnd(time: string) {
    setEarlierEnd(time !== '' && time <= startTime ? time : '')
    ends.onChange(time)
  }
  function changeStart(time: string) {
    const previousStart = startTime || lastStart
    setLastStart(previousStart)
    starts.onChange(time)
    if (lastDay === '' && previousStart !== '' && time !== '' && endTime !== '')
      ends.onChange(earlierEnd > time ? earlierEnd : movedEnd({ from: previousStart, to: time, end: endTime }))
  }
  function finishStart() {
    if (startTime < endTime) setEarlierEnd('')
    starts.onBlur()
  }
  return { starts: { ...starts, onChange: changeStart, onBlur: finishStart }, ends: { ...ends, onChange: changeEnd } }
}

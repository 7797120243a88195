import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { DatePicker } from '@mantine/dates'
import { readerLanguage, useTexts } from '../i18n.ts'
import styles from './DateField.module.css'
import { firstWeekday } from './format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import { Popover } from './Popover.tsx'
import english from './texts.en.json'

type Props = {
  label: string
  value: string
  min: string | undefined
  max: string | undefined
  choose: (day: string) => void
  close: () => void
}

/** The calendar of a `DateField`, loaded when it is first opened. */
export function DateCalendar({ label, value, min, max, choose, close }: Props) {
  const t = useTexts('kit', english)
  return (
    <Popover opened close={close} label={label} anchor={<span className={styles.anchor} />}>
      <DatePicker
        value={value || null}
        defaultDate={value || min || undefined}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        locale={readerLanguage()}
        // The same first weekday as the calendar screen; Mantine counts Sunday as 0.
        firstDayOfWeek={(firstWeekday() % 7) as 0 | 1 | 5 | 6}
        ariaLabels={{
          nextMonth: t('nextMonth'),
          previousMonth: t('previousMonth'),
          nextYear: t('nextYear'),
          previousYear: t('previousYear'),
          nextDecade: t('nextDecade'),
          previousDecade: t('previousDecade'),
        }}
        // Mantine's colours for days of other months and for weekends lack contrast.
        hideOutsideDates
        weekendDays={[]}
        previousIcon={<ChevronLeftIcon size={20} />}
        nextIcon={<ChevronRightIcon size={20} />}
        size="md"
        onChange={(day) => {
          if (day) choose(day)
          close()
        }}
      />
    </Popover>
  )
}

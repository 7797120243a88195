import { lazy, Suspense, useRef, useState } from 'react'
import { type DayOrder, readDay } from '#shared/rules/typedDays.ts'
import { useTexts } from '../i18n.ts'
import { IconButton } from './Button.tsx'
import styles from './DateField.module.css'
import { Field } from './Field.tsx'
import { dateText } from './format.ts'
import type { FieldProps } from './Frame.tsx'
import { CalendarIcon } from './icons.tsx'
import english from './texts.en.json'
import { usePhone } from './useMediaQuery.ts'

const DateCalendar = lazy(() => import('./DateCalendar.tsx').then((loaded) => ({ default: loaded.DateCalendar })))

type Props = FieldProps<string> & {
  /** The first and last day that can be chosen. */
  min?: string
  max?: string
}

/** The order in which the reader's language writes day, month and year. */
function orderOf(): DayOrder {
  const parts = Intl.DateTimeFormat(document.documentElement.lang || 'en-US').formatToParts(0)
  const order = parts.map(({ type }) => type[0]).filter((letter) => 'ymd'.includes(letter ?? ' '))
  return order.join('') === 'dmy' ? 'dmy' : order[0] === 'y' ? 'ymd' : 'mdy'
}

/** A day as `2026-11-21`, or empty. Phones use the native picker; elsewhere it is typed or picked from a calendar. */
export function DateField(props: Props) {
  return usePhone() ? <Field {...props} type="date" /> : <TypedDate {...props} />
}

function TypedDate({ min, max, ...props }: Props) {
  const { value, onChange, onBlur, disabledReason, fault } = props
  const t = useTexts('kit', english)
  const [typed, setTyped] = useState<string>()
  const [opened, setOpened] = useState(false)
  const [typedFault, setTypedFault] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  function parse(text: string) {
    // Two-digit years fall within the hundred years up to this one.
    const lastYear = max ? Number(max.slice(0, 4)) : new Date().getFullYear() + 20
    return text.trim() === '' ? '' : (readDay(text, orderOf(), lastYear) ?? '')
  }
  function changeText(text: string) {
    setTyped(text)
    setTypedFault('')
    const day = parse(text)
    onChange(day && !(min && day < min) && !(max && day > max) ? day : '')
  }
  /** Why the typed text is rejected: it is not a date, or it is out of range. */
  function describeFault(text: string) {
    const limits = { min: min ? dateText(min) : '', max: max ? dateText(max) : '' }
    if (parse(text) === '') return t('notADay', { example: dateText(min ?? max ?? '2026-11-21') })
    return t(min ? (max ? 'dayBetween' : 'dayFrom') : 'dayUntil', limits)
  }
  function finishTyping() {
    // Invalid text stays, so that it can be corrected.
    const isInvalid = typed !== undefined && typed.trim() !== '' && value === ''
    setTypedFault(isInvalid ? describeFault(typed) : '')
    if (!isInvalid) setTyped(undefined)
    onBlur?.()
  }
  return (
    <div className={styles.date}>
      <Field
        {...props}
        fault={typedFault || fault}
        value={typed ?? (value && dateText(value))}
        onChange={changeText}
        onBlur={finishTyping}
        // Blocks submitting: the typed day would be missing from the saved values.
        data-unread={typed !== undefined && typed.trim() !== '' && value === '' ? true : undefined}
        inputMode="numeric"
        autoComplete="off"
        className={styles.input ?? ''}
      />
      <span className={styles.open}>
        <IconButton
          ref={opener}
          label={t('openCalendar', { label: props.label })}
          aria-expanded={opened}
          onClick={() => setOpened(disabledReason === undefined && !opened)}
        >
          <CalendarIcon size={20} />
        </IconButton>
        {opened && (
          <Suspense>
            <DateCalendar
              label={props.label}
              value={value}
              min={min}
              max={max}
              close={() => {
                setOpened(false)
                opener.current?.focus()
              }}
              choose={(day) => {
                setTyped(undefined)
                setTypedFault('')
                onChange(day)
              }}
            />
          </Suspense>
        )}
      </span>
    </div>
  )
}

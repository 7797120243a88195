import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { clockText, dateText } from '../kit/format.ts'
import { deadlineText } from './deadlineText.ts'
import { changedFields, type Values, type Venue } from './eventForm.ts'
import styles from './EventForm.module.css'
import texts from './texts.en.json'

type Props = {
  previousValues: Values
  otherValues: Values
  ownValues: Values
  isOwn: boolean
  venues: readonly Venue[]
  typeNames: ReadonlyMap<string, string>
  onKeepOther: () => void
  onSaveOwn: () => void
}

/**
 * Someone else has changed the event meanwhile, or an earlier save succeeded but its response was lost: shows the current values
 * next to those about to be saved.
 */
export function Conflict({
  previousValues,
  otherValues,
  ownValues,
  isOwn,
  venues,
  typeNames,
  onKeepOther,
  onSaveOwn,
}: Props) {
  const t = useTexts('calendar', texts)
  const names = {
    ...{ name: t('eventName'), type: t('eventType'), day: t('day'), startTime: t('startsAt'), endTime: t('endsAt') },
    ...{ venue: t('venue'), place: t('place'), address: t('address'), field: t('field') },
    ...{ description: t('description'), deadline: t('deadline') },
  } as const
  const displayValue = (values: Values, name: keyof typeof names) => {
    if (name === 'venue') return venues.find(({ id }) => id === values.venue)?.name ?? '–'
    const value = values[name]
    if (value === '' && name !== 'deadline') return '–'
    if (name === 'day') return dateText(value)
    if (name === 'startTime' || name === 'endTime') return clockText(value)
    if (name === 'deadline') return deadlineText(t, value)
    return (name === 'type' ? typeNames.get(value) : value) || '–'
  }
  const differing = changedFields(previousValues, otherValues).filter(
    (name): name is keyof typeof names => name in names,
  )
  return (
    <Notice tone="warning">
      <p>{t(isOwn ? 'ownSaved' : 'conflict')}</p>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">{t('whatChanged')}</th>
            <th scope="col">{t(isOwn ? 'saved' : 'theirs')}</th>
            <th scope="col">{t('yours')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <th scope="row">{names[name]}</th>
              <td>{displayValue(otherValues, name)}</td>
              <td>{displayValue(ownValues, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.choice}>
        <Button onClick={onKeepOther}>{t(isOwn ? 'keepSaved' : 'keepTheirs')}</Button>
        <Button kind="danger" onClick={onSaveOwn}>
          {t('sendMine')}
        </Button>
      </div>
    </Notice>
  )
}

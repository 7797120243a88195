import { useNavigate } from 'react-router-dom'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { check, required } from '#shared/rules/faults.ts'
import { clockTimeOf } from '#shared/rules/clockTime.ts'
import { useTexts } from '../i18n.ts'
import { DateField } from '../kit/DateField.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { TimeField } from '../kit/TimeField.tsx'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { Clashes } from './Clashes.tsx'
import { CopyAsNew } from './CopyAsNew.tsx'
import { CopyToTeams } from './CopyToTeams.tsx'
import type { EventRead } from './eventForm.ts'
import styles from './EventForm.module.css'
import texts from './texts.en.json'
import { eventLists } from './usePlanning.ts'

type Props = {
  event: EventRead['event']
  close: () => void
  /** The last part of the copy's id. */
  part: string
  /** Called once the copy exists: the next one needs another id. */
  onCopied: () => void
}

/** The forms for copying an event to another day or to other teams. */
export function CopyForms(props: Props) {
  return (
    <>
      <OtherDay {...props} />
      <CopyToTeams event={props.event} close={props.close} />
      <CopyAsNew event={props.event} close={props.close} />
    </>
  )
}

function OtherDay({ event, close, part, onCopied }: Props) {
  const t = useTexts('calendar', texts)
  const { id: eventId, start, timezone, field, location } = event
  const navigate = useNavigate()
  const savedBefore = useSavedBefore(eventLists)
  const cloning = useSave('POST /api/v1/cloneEvent/{eventId}', {
    refreshes: eventLists,
    sending: { as: 'multipart' } as never,
  })
  const form = useForm({
    values: { day: addDays(dayIn(start, timezone), 7), time: clockTimeOf(start, timezone) },
    faults: ({ day, time }) => ({ day: check(day, required), time: check(time, required) }),
    async save({ day, time }) {
      const newEventId = `${orgUnitOf(eventId)}.${part}`
      try {
        await cloning.save({ eventId, body: { newEventId, ...copySpan(event, day, time) } })
        // The copy may be weeks away, so offer a link for editing it.
        const openCopy = () => void navigate(paths.event({ eventId: newEventId }))
        showSnackbar({ text: t('copied', { count: 1 }), tone: 'success', action: { label: t('open'), run: openCopy } })
      } catch (error) {
        savedBefore(error)
        void navigate(paths.editEvent({ eventId: newEventId }))
      }
      onCopied()
      close()
    },
  })
  const { day, time } = form.values
  const content = day && time ? { ...copySpan(event, day, time), timezone, field, location } : undefined
  return (
    <Form of={form} submit={t('copyToDay')} aria-label={t('copyToDay')}>
      <div className={styles.row}>
        <DateField label={t('day')} required {...form.field('day')} />
        <TimeField label={t('startsAt')} required {...form.field('time')} />
      </div>
      <Clashes orgUnitId={orgUnitOf(eventId)} content={content} days={[]} eventId={undefined} />
    </Form>
  )
}

/** The time of a copy from a day and time on: it ends at the same local time as the event, also if clocks change in between. */
function copySpan({ start, end, timezone }: Props['event'], day: string, time: string) {
  const localTime = (instant: string) => Date.parse(`${dayIn(instant, timezone)}T${clockTimeOf(instant, timezone)}Z`)
  const length = localTime(end) - localTime(start)
  const [endDay = '', endTime = ''] = new Date(Date.parse(`${day}T${time}Z`) + length).toISOString().split('T')
  return { start: instantOf(day, time, timezone), end: instantOf(endDay, endTime.slice(0, 5), timezone) }
}

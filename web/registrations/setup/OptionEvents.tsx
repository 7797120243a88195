import { useState } from 'react'
import { useApi } from '../../api.ts'
import { useApiPages } from '../../api/useApiPages.ts'
import { useTexts } from '../../i18n.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { DateField } from '../../kit/DateField.tsx'
import { dayStartText } from '../../kit/format.ts'
import { LoadMore } from '../../kit/Paging.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Option } from '../answers.ts'

type Props = {
  registrationId: string
  option: Option | undefined
  value: string[]
  onChange: (value: string[]) => void
  fault: string | undefined
}

/** Upcoming events, at least one of which belongs to the option: paged, from today or a chosen day. */
export function OptionEvents({ registrationId, option, value, onChange, fault }: Props) {
  const t = useTexts('registrations', english)
  const [from, setFrom] = useState('')
  const read = useApiPages(
    'GET /rest-api/registration/event-options/{registrationId}/events',
    { registrationId, query: { ...(from && { from }) } },
    { handles: ['failures'] },
  )
  const listedEvents = (read.data ?? []).flatMap(({ events }) => events)
  const summary = useApi('GET /rest-api/registration/event-options/{registrationId}/summary', { registrationId })
  // Chosen events stay visible, whichever day is shown.
  const [pickedEvents, setPickedEvents] = useState<typeof listedEvents>([])
  const knownEvents = [...(summary.data?.events ?? []), ...pickedEvents]
  const chosenEvents = knownEvents.filter(
    ({ id }, i) =>
      value.includes(id) &&
      !listedEvents.some((event) => event.id === id) &&
      knownEvents.findIndex((event) => event.id === id) === i,
  )
  const shownEvents = [...chosenEvents, ...listedEvents]
  return (
    <fieldset className={styles.choices} data-field="eventIds">
      <legend>{t('events')}</legend>
      <DateField label={t('eventsFrom')} value={from} onChange={setFrom} />
      {read.data && shownEvents.length === 0 && !read.more && (
        <p className={styles.muted}>{t(from ? 'noEventsFrom' : 'noEvents')}</p>
      )}
      {/* Chosen events are listed below even if this list fails to load. */}
      <Loaded read={read} failed={t('eventsFailed')} skeleton={<Skeleton height="3rem" />}>
        {() => null}
      </Loaded>
      <div className={styles.scroll}>
        {shownEvents.map((event) => (
          <Checkbox
            key={event.id}
            label={`${event.name}, ${dayStartText(event.start, event.timezone)}`}
            value={value.includes(event.id)}
            onChange={(on) => {
              if (on) setPickedEvents([...pickedEvents, event])
              onChange(on ? [...value, event.id] : value.filter((each) => each !== event.id))
            }}
          />
        ))}
      </div>
      {read.more && <LoadMore shown={listedEvents.length} busy={read.readingMore} load={read.more} />}
      <p role="status" className={styles.unsaved}>
        {fault}
      </p>
      {option && option.taken > 0 && <DateChangeNotice option={option} eventIds={value} />}
    </fieldset>
  )
}

/** What a change of the dates means for players already registered. */
function DateChangeNotice({
  option: { taken: count, eventIds: savedEventIds },
  eventIds,
}: {
  option: Option
  eventIds: string[]
}) {
  const t = useTexts('registrations', english)
  const hasAdded = eventIds.some((id) => !savedEventIds.includes(id))
  const hasRemoved = savedEventIds.some((id) => !eventIds.includes(id))
  return (
    <p role="status" className={styles.muted}>
      {[hasAdded && t('datesMore', { count }), hasRemoved && t('datesLess', { count })].filter(Boolean).join(' ')}
    </p>
  )
}

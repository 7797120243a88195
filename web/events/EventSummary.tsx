import type { ReactNode } from 'react'
import { PlaceIcon } from '../kit/icons.tsx'
import { spanText } from '../kit/format.ts'
import styles from './Event.module.css'
import type { Event, Location } from './eventTypes.ts'

/** When, what, for whom and where, in that order. `heading` is the level at which the event's name stands. */
export function EventSummary({
  event,
  location,
  heading: Heading,
  headingId,
  action,
}: {
  event: Event
  location: Location
  heading: 'h2' | 'h3' | 'h4'
  headingId: string
  action?: ReactNode
}) {
  return (
    <div className={styles.summary}>
      <div className={styles.facts}>
        <p className={styles.time}>
          <time dateTime={event.start}>{spanText(event)}</time>
        </p>
        <Heading id={headingId} className={styles.name}>
          {event.name}
        </Heading>
        <p className={styles.kind}>
          <span className={styles.dot} style={{ background: event.eventType.color }} aria-hidden="true" />
          {event.eventType.name} · {event.orgUnit.name}
        </p>
        {location && (
          <p className={styles.place}>
            <PlaceIcon size={20} />
            {location.name}
          </p>
        )}
      </div>
      {action}
    </div>
  )
}

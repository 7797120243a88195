import type { ReactNode } from 'react'
import type { EventPhase } from '#shared/rules/attendance.ts'
import { useTexts } from '../i18n.ts'
import { PlaceIcon } from '../kit/icons.tsx'
import { spanText } from '../kit/format.ts'
import styles from './Event.module.css'
import type { Event, Location } from './eventTypes.ts'
import texts from './texts.en.json'

type Props = {
  event: Event
  location: Location
  phase: EventPhase
  /** The heading level of the event's name; without it, the screen's title is the name. */
  heading?: 'h2' | 'h3' | 'h4'
  headingId?: string
  action?: ReactNode
}

/** Time, type, team and place, in that order, and whether the event is in progress or over. */
export function EventSummary({ event, location, phase, heading: Heading, headingId, action }: Props) {
  const t = useTexts('events', texts)
  return (
    <div className={styles.summary}>
      <div className={styles.facts}>
        <p className={styles.time}>
          <time dateTime={event.start}>{spanText(event)}</time>
          {event.cancelled && <span className={styles.cancelled}>{t('cancelled')}</span>}
          {event.cancelReason && <span className={styles.reason}>{event.cancelReason}</span>}
          {phase !== 'coming' && !event.cancelled && <span className={styles[phase]}>{t(phase)}</span>}
        </p>
        {Heading && (
          <Heading id={headingId} className={styles.name}>
            {event.name}
          </Heading>
        )}
        <p className={styles.kind}>
          <span>
            <span className={styles.dot} style={{ background: event.eventType.color }} aria-hidden="true" />
            {event.eventType.name} · {event.orgUnit.name}
          </span>
          {location && (
            <span className={styles.place}>
              <PlaceIcon size={16} />
              {location.name}
            </span>
          )}
        </p>
      </div>
      {action}
    </div>
  )
}

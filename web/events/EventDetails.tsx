import { type ReactNode, useEffect, useState } from 'react'
import { useApi } from '../api.ts'
import { chunk } from '../chunk.ts'
import { useTexts } from '../i18n.ts'
import { LazyPart } from '../kit/LazyPart.tsx'
import { ErrorState } from '../kit/States.tsx'
import { useSportTexts } from '../sports/useSportTexts.ts'
import { AttendanceSkeleton } from './AttendanceSkeleton.tsx'
import { refreshInterval } from './eventCache.ts'
import styles from './Event.module.css'
import type { Event, Location } from './eventTypes.ts'
import { mapLink } from './mapLink.ts'
import texts from './texts.en.json'

// For families, attendance is shown only when a card is expanded.
const Attendance = chunk(() => import('./AttendanceList.tsx').then(({ Attendance }) => Attendance))

/**
 * The expanded part of a card: the address, the description, and the attendance as far as the reader may see it. `attendance` replaces
 * the attendance where there are more actions on it.
 */
export function EventDetails({
  event,
  location,
  attendance,
}: {
  event: Event
  location: Location
  attendance?: ReactNode
}) {
  const { fieldText } = useSportTexts()
  const { field, description, orgUnit } = event
  return (
    <div className={styles.details}>
      {location && <Address location={location} />}
      {field && (
        <p>
          <span className={styles.label}>{fieldText(orgUnit.sport.fieldLabel)}</span> {field}
        </p>
      )}
      {description && <p className={styles.description}>{description}</p>}
      {attendance ?? (
        // Excluded from the stored snapshot of Today or a calendar.
        <div data-unkept="">
          <EventAttendance eventId={event.id} />
        </div>
      )}
    </div>
  )
}

function Address({ location }: { location: NonNullable<Location> }) {
  const t = useTexts('events', texts)
  const link = mapLink(location)
  const { name, address, city, state, zip } = location
  return (
    <div className={styles.address}>
      <address>
        {address && <span>{address}</span>}
        <span>{[city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</span>
      </address>
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer" className={styles.map}>
          {t('map', { place: name })}
          <span className="visually-hidden"> ({t('opensNewTab')})</span>
        </a>
      )}
    </div>
  )
}

function EventAttendance({ eventId }: { eventId: string }) {
  const t = useTexts('events', texts)
  const { data, error, isValidating, mutate } = useApi('GET /rest-api/calendar/event/{eventId}', { eventId }, {
    refreshInterval,
    handles: ['failures', 'not_allowed'],
  } as const)
  const [failed, setFailed] = useState(false)
  // Load its code in parallel with its data.
  useEffect(() => void Attendance.prefetch(), [])
  const skeleton = <AttendanceSkeleton label={t('detailsLoading')} />
  if (data && !failed)
    return (
      <LazyPart isNeeded fallback={skeleton} onFailed={() => setFailed(true)}>
        <Attendance.Component event={data} />
      </LazyPart>
    )
  if (error || failed)
    return (
      <ErrorState
        title={t('detailsFailed')}
        retryLabel={t('retry')}
        onRetry={() => {
          setFailed(false)
          void mutate()
        }}
        busy={isValidating}
      />
    )
  return skeleton
}

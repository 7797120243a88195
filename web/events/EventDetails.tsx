import type { ReactNode } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { ErrorState } from '../kit/States.tsx'
import { useSportTexts } from '../sports/useSportTexts.ts'
import { Attendance, AttendanceSkeleton } from './AttendanceList.tsx'
import { refreshInterval } from './eventCache.ts'
import styles from './Event.module.css'
import type { Event, Location } from './eventTypes.ts'
import { mapLink } from './mapLink.ts'
import texts from './texts.en.json'

/**
 * What a card shows when it is open: where exactly, what about, and who comes, as far as the reader may know it. `who`
 * stands in place of the last, where more is done with it.
 */
export function EventDetails({ event, location, who }: { event: Event; location: Location; who?: ReactNode }) {
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
      {who ?? (
        // For no picture that the device keeps of Today or a calendar.
        <div data-unkept="">
          <WhoComes eventId={event.id} />
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

function WhoComes({ eventId }: { eventId: string }) {
  const t = useTexts('events', texts)
  const { data, error, isValidating, mutate } = useApi('GET /rest-api/calendar/event/{eventId}', { eventId }, {
    refreshInterval,
    handles: ['failures', 'not_allowed'],
  } as const)
  if (data) return <Attendance event={data} />
  if (error)
    return (
      <ErrorState
        title={t('detailsFailed')}
        retryLabel={t('retry')}
        onRetry={() => void mutate()}
        busy={isValidating}
      />
    )
  return <AttendanceSkeleton label={t('detailsLoading')} />
}

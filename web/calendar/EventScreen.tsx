import { useParams } from 'react-router-dom'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { phaseOf } from '#shared/rules/attendance.ts'
import { dayIn } from '#shared/rules/days.ts'
import { useApi } from '../api.ts'
import { EventDetails } from '../events/EventDetails.tsx'
import { EventSummary } from '../events/EventSummary.tsx'
import { refreshInterval } from '../events/eventCache.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { dayStartText, dayText } from '../kit/format.ts'
import { paths } from '../paths.ts'
import { BackLink } from '../shell/BackLink.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { CoachAnswers } from './CoachAnswers.tsx'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import { EventActions } from './EventActions.tsx'
import type { EventRead } from './eventForm.ts'
import { FamilyAnswers } from './FamilyAnswers.tsx'
import styles from './Month.module.css'
import { repeatText, weekdayOf } from './repeatText.ts'
import { RollCall, RollCallLink } from './RollCall.tsx'
import texts from './texts.en.json'

/** An event with its details and attendance, and for its coach all actions on it. */
export default function EventScreen() {
  const t = useTexts('calendar', texts)
  const { eventId = '' } = useParams()
  const options = { refreshInterval, handles: ['failures'] } as const
  const read = useApi('GET /rest-api/calendar/event/{eventId}', { eventId }, options)
  const now = useNow()
  const { data } = read
  return (
    <Screen
      title={data ? data.event.name : t('event')}
      back={<BackLink to={calendarPath(eventId, data)}>{t('title')}</BackLink>}
      width="form"
      actions={data && <EventActions read={data} />}
    >
      <Loaded read={read} skeleton={<DaysSkeleton label={t('loading')} />} failed={t('eventFailed')}>
        {(eventRead) => {
          const { editing, series } = eventRead
          const { location, ...event } = eventRead.event
          return (
            <article>
              <p className={styles.eventDay}>{dayText(event.start, event.timezone)}</p>
              <EventSummary event={event} location={location} phase={phaseOf(event, now)} />
              {series && <p>{t('repeatsBy', { rule: repeatText(t, series.rule, weekdayOf(series.first)) })}</p>}
              {editing && <RollCallLink read={eventRead} />}
              <FamilyAnswers event={event} now={now} />
              {event.answerBy && <p>{t('answersUntil', { when: dayStartText(event.answerBy, event.timezone) })}</p>}
              <EventDetails
                event={event}
                location={location}
                {...(editing && { attendance: <CoachAnswers read={eventRead} /> })}
              />
              {editing && <RollCall read={eventRead} />}
            </article>
          )
        }}
      </Loaded>
    </Screen>
  )
}

/** The calendar that an event is in, in its month: the team's for its coach, for others their own. */
function calendarPath(eventId: string, read: EventRead | undefined): string {
  const month = read && { month: dayIn(read.event.start, read.event.timezone).slice(0, 7) }
  return read?.editing
    ? paths.calendar({ orgId: organizationOf(eventId), teamId: teamOf(eventId) }, month)
    : paths.fanCalendar({}, month)
}

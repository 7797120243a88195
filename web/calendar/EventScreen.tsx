import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { phaseOf } from '#shared/rules/attendance.ts'
import { ApiProblem, callApi, useApi } from '../api.ts'
import { EventDetails } from '../events/EventDetails.tsx'
import { EventSummary } from '../events/EventSummary.tsx'
import { refreshInterval } from '../events/eventCache.ts'
import { useNow } from '../events/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { dayText } from '../kit/format.ts'
import { Menu } from '../kit/Menu.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { saveFile } from '../saveFile.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { CoachAnswers } from './CoachAnswers.tsx'
import { CopyEvent } from './CopyEvent.tsx'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import type { EventRead } from './eventForm.ts'
import styles from './Month.module.css'
import { RollCall } from './RollCall.tsx'
import texts from './texts.en.json'
import { eventLists } from './usePlanning.ts'

/** One event: when, where, what about and who comes; and for its coach everything that can be done with it. */
export default function EventScreen() {
  const t = useTexts('calendar', texts)
  const { eventId = '' } = useParams()
  const options = { refreshInterval, handles: ['failures'] } as const
  const read = useApi('GET /rest-api/calendar/event/{eventId}', { eventId }, options)
  const now = useNow()
  const { data } = read
  return (
    <Screen title={data ? data.event.name : t('event')} width="form" actions={data && <Actions read={data} />}>
      <Loaded read={read} skeleton={<DaysSkeleton label={t('loading')} />} failed={t('eventFailed')}>
        {({ event: { location, ...event }, editing }) => (
          <article>
            <p className={styles.eventDay}>{dayText(event.start, event.timezone)}</p>
            <EventSummary
              event={event}
              location={location}
              phase={phaseOf(event, now)}
              heading="h2"
              headingId={`event-${event.id}`}
            />
            {event.answerBy && <p>{t('answersUntil', { when: dayText(event.answerBy, event.timezone) })}</p>}
            <EventDetails
              event={event}
              location={location}
              {...(editing && data && { who: <CoachAnswers read={data} /> })}
            />
            {editing && data && <RollCall read={data} />}
          </article>
        )}
      </Loaded>
    </Screen>
  )
}

/** What anybody does with an event, and what its coach does. */
function Actions({ read }: { read: EventRead }) {
  const t = useTexts('calendar', texts)
  const { id: eventId } = read.event
  async function addToCalendar() {
    try {
      saveFile(await callApi('GET /rest-api/calendar/event/{eventId}/file', { eventId }), 'event.ics')
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (!problem.told) showSnackbar({ text: t('fileFailed'), tone: 'danger' })
    }
  }
  return (
    <>
      <Button onClick={() => void addToCalendar()}>{t('addToMyCalendar')}</Button>
      {read.editing && <CoachActions read={read} />}
    </>
  )
}

function CoachActions({ read: { event } }: { read: EventRead }) {
  const t = useTexts('calendar', texts)
  const navigate = useNavigate()
  const [copying, setCopying] = useState(false)
  const { id: eventId, name, cancelled = false } = event
  const back = paths.calendar({ orgId: organizationOf(eventId), teamId: teamOf(eventId) })
  const failed = t('notDone')
  const restoring = useSave('POST /rest-api/calendar/event/{eventId}/restore', {
    refreshes: eventLists,
    saved: t('restored'),
    failed,
  })
  const deleting = useSave('GET /api/v1/deleteEvent/{eventId}', {
    refreshes: eventLists,
    saved: t('eventDeleted'),
    undo: () => void restoring.save({ eventId }),
    failed,
  })
  const cancelling = useSave('POST /rest-api/calendar/event/{eventId}/cancel', {
    refreshes: eventLists,
    saved: cancelled ? t('isOnAgain') : t('isCancelled'),
    failed,
  })
  async function cancel() {
    const sure =
      cancelled ||
      (await confirm({
        title: t('cancelEvent', { event: name }),
        lost: t('cancelHint'),
        kept: t('cancelKept'),
        yes: t('cancelYes'),
        no: t('cancelNo'),
      }))
    if (sure) await cancelling.save({ eventId, body: { cancelled: !cancelled, tell: true } })
  }
  async function remove() {
    const gone = await deleting.save({ eventId })
    if (gone) void navigate(back, { replace: true })
  }
  return (
    <>
      <ButtonLink kind="primary" to={paths.editEvent({ eventId })}>
        {t('edit')}
      </ButtonLink>
      <Menu
        about={name}
        items={[
          { label: t('copy'), run: () => setCopying(true) },
          { label: cancelled ? t('uncancel') : t('cancel'), run: () => void cancel() },
          { label: t('delete'), danger: true, run: () => void remove() },
        ]}
      />
      <CopyEvent event={event} opened={copying} close={() => setCopying(false)} />
    </>
  )
}

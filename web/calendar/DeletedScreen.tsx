import { useParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { useNow } from '../events/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { agoText, dayText, spanText } from '../kit/format.ts'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './CoachAnswers.module.css'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import texts from './texts.en.json'
import { eventLists } from './usePlanning.ts'

const DELETED = 'GET /rest-api/calendar/deleted/{orgUnitId}'

/** What was deleted in the last 30 days, each with the way back. */
export default function DeletedScreen() {
  const t = useTexts('calendar', texts)
  const { orgId = '', teamId } = useParams()
  const read = useApi(DELETED, { orgUnitId: teamId ?? orgId }, { handles: ['failures'] })
  const now = useNow()
  const { save } = useSave('POST /rest-api/calendar/event/{eventId}/restore', {
    refreshes: [...eventLists],
    saved: t('restored'),
    failed: t('notDone'),
  })
  return (
    <Screen title={t('deletedEvents')} width="form">
      <Loaded
        read={read}
        skeleton={<DaysSkeleton label={t('loading')} />}
        failed={t('deletedFailed')}
        empty={{
          when: ({ events }) => events.length === 0,
          show: <EmptyState title={t('nothingDeleted')} hint={t('nothingDeletedHint')} />,
        }}
      >
        {({ events }) => (
          <ul>
            {events.map((event) => (
              <li key={event.id} className={styles.row}>
                <span>
                  <strong>{event.name}</strong>
                  <span className={styles.note}>
                    {dayText(event.start, event.timezone)}, {spanText(event)}
                  </span>
                  <span className={styles.note}>{t('deletedAgo', { when: agoText(event.deletedAt, now) })}</span>
                </span>
                <Button
                  aria-label={t('bringBackEvent', { event: event.name })}
                  onClick={() => void save({ eventId: event.id })}
                >
                  {t('bringBack')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Screen>
  )
}

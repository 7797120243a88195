import { useParams } from 'react-router-dom'
import { type AnswerOf, useApi } from '../api.ts'
import { useNow } from '../shell/useNow.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { agoText, dayText, spanText } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './CoachAnswers.module.css'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import texts from './texts.en.json'
import { eventLists } from './usePlanning.ts'

const DELETED = 'GET /rest-api/calendar/deleted/{orgUnitId}'

type Deleted = AnswerOf<typeof DELETED>['events'][number]

/** Groups dates of a series that were deleted together, represented by the first. */
function groupDeleted(events: readonly Deleted[]): { event: Deleted; count: number }[] {
  const groups = Map.groupBy(events, ({ id, seriesId, deletedAt }) => (seriesId ? `${seriesId} ${deletedAt}` : id))
  return [...groups.values()].flatMap((list) => {
    const [event] = list.toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
    return event ? [{ event, count: list.length }] : []
  })
}

/** Events deleted in the last 30 days, each with a button to restore it. */
export default function DeletedScreen() {
  const t = useTexts('calendar', texts)
  const { orgId = '', teamId } = useParams()
  const read = useApi(DELETED, { orgUnitId: teamId ?? orgId }, { handles: ['failures'] })
  const now = useNow()
  const { save } = useSave('POST /rest-api/calendar/event/{eventId}/restore', {
    refreshes: [...eventLists],
    saved: t('restored'),
    failed: problemText,
    sending: { timeout: 60_000 },
  })
  return (
    <Screen title={t('deletedEvents')} width="form">
      <KeptFocus label={t('deletedEvents')} className={undefined}>
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
              {groupDeleted(events).map(({ event, count }) => (
                <li key={event.id} className={styles.row}>
                  <span>
                    <strong>{event.name}</strong>
                    <span className={styles.note}>
                      {count > 1 && `${t('datesFrom', { count })} `}
                      {dayText(event.start, event.timezone)}, {spanText(event)}
                    </span>
                    <span className={styles.note}>{t('deletedAgo', { when: agoText(event.deletedAt, now) })}</span>
                  </span>
                  <Button
                    aria-label={t('bringBackEvent', { event: event.name })}
                    onClick={() => void save({ eventId: event.id, query: count > 1 ? { together: 'true' } : {} })}
                  >
                    {t('bringBack')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </KeptFocus>
    </Screen>
  )
}

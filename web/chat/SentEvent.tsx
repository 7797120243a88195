import { phaseOf } from '#shared/rules/attendance.ts'
import { useApi } from '../api.ts'
import { EventCard } from '../events/EventCard.tsx'
import { EventSummary } from '../events/EventSummary.tsx'
import { useEventCards } from '../events/useEventCards.ts'
import { useNow } from '../shell/useNow.ts'
import { useTodayInput } from '../events/useTodayInput.ts'
import { useTexts } from '../i18n.ts'
import { dayText } from '../kit/format.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../kit/Button.tsx'
import styles from './Chat.module.css'
import texts from './texts.en.json'

type Props = { event: { eventId: string; name: string } }

/** An event in a conversation: families answer for their players right there, others see the turnout. */
export function SentEvent({ event: { eventId, name } }: Props) {
  const now = useNow()
  const { data } = useApi('GET /api/v1/playerEvents', useTodayInput(), { handles: ['failures'] })
  const ownEntries = data?.events.filter(({ event }) => event.id === eventId) ?? []
  const { groups, answers } = useEventCards(ownEntries, ({ event }) => event.id === eventId)
  const [group] = groups
  if (group)
    return (
      <div className={styles.event}>
        <EventCard
          group={group}
          now={now}
          heading="h4"
          day={dayText(group.event.start, group.event.timezone)}
          answers={answers}
        />
      </div>
    )
  return data ? <EventTurnout eventId={eventId} name={name} now={now} /> : <p>{name}</p>
}

/** For readers without a player to answer for. Those who may not see the event get only its name. */
function EventTurnout({ eventId, name, now }: { eventId: string; name: string; now: string }) {
  const t = useTexts('chat', texts)
  const { data } = useApi(
    'GET /rest-api/calendar/event/{eventId}',
    { eventId },
    { handles: ['failures', 'not_allowed'] },
  )
  if (!data) return <p className={styles.event}>{name}</p>
  const { event, turnout } = data
  return (
    <div className={styles.event}>
      <p className={styles.meta}>{dayText(event.start, event.timezone)}</p>
      <EventSummary
        event={event}
        location={event.location}
        phase={phaseOf(event, now)}
        heading="h4"
        headingId={`sent-${eventId}`}
      />
      <p className={styles.meta}>{t('turnout', turnout)}</p>
      <ButtonLink kind="quiet" flush to={paths.event({ eventId })}>
        {t('openEvent')}
      </ButtonLink>
    </div>
  )
}

import { useParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { byDay } from '../events/byDay.ts'
import { EventCard } from '../events/EventCard.tsx'
import { useNow } from '../events/useNow.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { ErrorState } from '../kit/States.tsx'
import { Days } from './Days.tsx'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import { MonthFrame, monthTitle, useMonthInAddress } from './MonthFrame.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import texts from './texts.en.json'
import { useMonth } from './useMonth.ts'

/** A team's events of a month, day by day. */
export default function MonthScreen() {
  const t = useTexts('calendar', texts)
  const sayProblem = useProblemText()
  const { teamId = '' } = useParams()
  const month = useMonthInAddress()
  const { events, error, isValidating, mutate, more, reading } = useMonth(teamId, month.month)
  const now = useNow()
  const title = monthTitle(month.month)
  const groups = events?.map(({ location, ...event }) => ({ event, location, coached: false, players: [] }))
  const days = byDay(groups ?? [], ({ event }) => event)
  return (
    <MonthFrame
      {...month}
      about={<TeamName teamId={teamId} />}
      beside={<MonthGrid {...month} counts={new Map(days.map(({ day, events }) => [day, events.length]))} />}
    >
      {error && (
        <ErrorState
          title={t('loadFailed', { month: title })}
          hint={sayProblem(error)}
          retryLabel={t('retry')}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      )}
      {!groups && !error && <DaysSkeleton label={t('loading')} />}
      {groups && (
        <Days key={`${teamId} ${month.month}`} {...month} days={days} emptyHint={t('emptyHint')} isMore={!!more}>
          {(group) => <EventCard group={group} now={now} heading="h4" />}
        </Days>
      )}
      {reading === 'failed' && <p role="alert">{t('moreFailed', { month: title })}</p>}
      {more && (
        <Button wide busy={reading === 'yes'} onClick={more}>
          {reading === 'failed' ? t('retry') : t('showMore')}
        </Button>
      )}
    </MonthFrame>
  )
}

function TeamName({ teamId }: { teamId: string }) {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  return data?.organizations.flatMap(({ teams }) => teams).find(({ id }) => id === teamId)?.name
}

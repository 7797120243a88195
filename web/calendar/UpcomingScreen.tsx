import { isAwaiting } from '#shared/rules/attendance.ts'
import type { TodaysEvent } from '../events/eventTypes.ts'
import { byDay } from '../events/byDay.ts'
import { EventCard } from '../events/EventCard.tsx'
import { useEventCards } from '../events/useEventCards.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { paths } from '../paths.ts'
import { ReadFailure } from '../shell/ReadFailure.tsx'
import { AnswerAll } from './AnswerAll.tsx'
import { Days } from './Days.tsx'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import { MonthFrame, monthTitle, useMonthInAddress } from './MonthFrame.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { PlayerFilter } from './PlayerFilter.tsx'
import texts from './texts.en.json'
import { useFamilyMonth } from './useFamilyMonth.ts'
import { usePlayerFilter } from './usePlayerFilter.ts'

/** A family's calendar: a month of its players' events by day, each with answer buttons. */
export default function UpcomingScreen() {
  const t = useTexts('calendar', texts)
  const month = useMonthInAddress()
  const { read, ahead, next, entries, isShown, isDayShown } = useFamilyMonth(month.month, month.today)
  const { players, chosenId, choose } = usePlayerFilter()
  const now = useNow()
  const isChosen = ({ player }: TodaysEvent) => chosenId === undefined || player?.id === chosenId
  const { groups, answers } = useEventCards((entries ?? []).filter(isChosen), (item) => isShown(item) && isChosen(item))
  const hidden = (entries ?? []).filter(
    (item) =>
      !isChosen(item) && item.invite !== null && isAwaiting({ ...item.event, status: item.invite.status.value }, now),
  )
  const days = byDay(groups, ({ event }) => event, isDayShown)
  return (
    <MonthFrame
      {...month}
      about={t('familyAbout')}
      actions={<ButtonLink to={paths.calendarLinks()}>{t('inMyApp')}</ButtonLink>}
      beside={
        <>
          <PlayerFilter players={players} chosenId={chosenId} hidden={hidden.length} onChoose={choose} />
          <MonthGrid
            {...month}
            days={new Map(days.map(({ day, events }) => [day, events.map(({ event }) => event)]))}
          />
        </>
      }
    >
      <ReadFailure read={read} failed={t('loadFailed', { month: monthTitle(month.month) })} />
      <ReadFailure read={ahead} failed={t('loadFailed', { month: monthTitle(next) })} />
      {!entries && !read.error && <DaysSkeleton label={t('loading')} />}
      <AnswerAll key={`${month.month} ${chosenId}`} groups={groups} answers={answers} now={now} />
      {(entries || groups.length > 0) && (
        <Days key={month.month} {...month} days={days} emptyHint={t('familyEmptyHint')}>
          {(group, since) => <EventCard group={group} day={since} now={now} heading="h4" answers={answers} />}
        </Days>
      )}
    </MonthFrame>
  )
}

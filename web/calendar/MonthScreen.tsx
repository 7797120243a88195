import { useParams, useSearchParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { byDay } from '../events/byDay.ts'
import { EventCard } from '../events/EventCard.tsx'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { Menu } from '../kit/Menu.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import { paths } from '../paths.ts'
import { AddLink } from '../shell/AddLink.tsx'
import { ReadFailure } from '../shell/ReadFailure.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { ClubFilters, useClubFilter } from './ClubFilters.tsx'
import { Days } from './Days.tsx'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import styles from './Month.module.css'
import { MonthFrame, monthTitle, useMonthInAddress } from './MonthFrame.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import texts from './texts.en.json'
import { useMonth } from './useMonth.ts'

/** A month of a team, or of a club with all its teams: as a list of days or as a grid. */
export default function MonthScreen() {
  const t = useTexts('calendar', texts)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const month = useMonthInAddress()
  const [search, setSearch] = useSearchParams()
  const isMonth = search.get('view') === 'month'
  const related = teamId === undefined || search.get('related') === 'true'
  const { events, more, reading, ...read } = useMonth(orgUnitId, month.month, related)
  const filter = useClubFilter(events)
  const now = useNow()
  const title = monthTitle(month.month)
  const phone = usePhone()
  const shown = teamId === undefined ? events?.filter(filter.holds) : events
  const groups = shown?.map(({ location, ...event }) => ({ event, location, coached: false, players: [] }))
  const days = byDay(
    groups ?? [],
    ({ event }) => event,
    (day) => day.startsWith(month.month),
  )
  // On laptops the grid stands alone; a press on a day leads to the list.
  const isGridAlone = isMonth && !phone && days.length > 0
  function setParam(name: string, value: string | undefined) {
    // View settings are not navigation: Back leads to the previous page.
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  }
  /**
   * Shows a day: in the list on laptops, below the grid on phones. Done in one navigation, since a second one would restore the
   * parameter that the first removed.
   */
  const showDay = (day: string) => month.showDay(day, phone ? undefined : 'view')
  return (
    <MonthFrame
      {...month}
      wide={isMonth}
      about={<UnitName orgId={orgId} teamId={teamId} />}
      actions={<CoachTools orgId={orgId} teamId={teamId} />}
      beside={
        <>
          <div className={styles.tools}>
            <Segmented
              label={t('showAs')}
              labelHidden
              options={[
                { value: 'list', label: t('list') },
                { value: 'month', label: t('month') },
              ]}
              value={isMonth ? 'month' : 'list'}
              onChange={(view) => setParam('view', view === 'month' ? 'month' : undefined)}
            />
            {teamId !== undefined && (
              <Switch
                label={t('showRelated')}
                value={related}
                onChange={(on) => setParam('related', on ? 'true' : undefined)}
              />
            )}
            {teamId === undefined && <ClubFilters filter={filter} />}
          </div>
          <MonthGrid
            {...month}
            showDay={showDay}
            full={isMonth}
            days={new Map(days.map(({ day, events: dayEvents }) => [day, dayEvents.map(({ event }) => event)]))}
          />
        </>
      }
    >
      <ReadFailure read={read} failed={t('loadFailed', { month: title })} />
      {!groups && !read.error && <DaysSkeleton label={t('loading')} />}
      {groups && !isGridAlone && (
        <Days
          key={`${orgUnitId} ${month.month}`}
          {...month}
          days={days}
          emptyHint={t(teamId === undefined ? 'clubEmptyHint' : 'emptyHint')}
          isMore={!!more}
        >
          {(group, since) => (
            <EventCard
              group={group}
              day={since}
              now={now}
              heading="h4"
              actions={
                <p className={styles.more}>
                  <ButtonLink to={paths.event({ eventId: group.event.id })}>
                    {t('open')}
                    <span className="visually-hidden"> {group.event.name}</span>
                  </ButtonLink>
                </p>
              }
            />
          )}
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

type Unit = { orgId: string; teamId: string | undefined }

function CoachTools({ orgId, teamId }: Unit) {
  const t = useTexts('calendar', texts)
  const whyCannot = useWhyCannot()
  const mayEdit = whyCannot('canEditEvents', teamId ?? orgId) === undefined
  const mayEditClub = whyCannot('canEditEvents', orgId) === undefined
  const whyLimited = useWhyLimited(orgId)
  return (
    <>
      {mayEdit && (
        <AddLink orgId={orgId} to={paths.newEvent({ orgId, teamId })}>
          {t('newEvent')}
        </AddLink>
      )}
      <Menu
        about={t('calendarTools')}
        items={[
          { label: t('print'), run: () => window.print() },
          mayEdit && { label: t('importEvents'), to: paths.eventImport({ orgId, teamId }), disabledReason: whyLimited },
          { label: t('inMyApp'), to: paths.calendarLinks({}, { about: teamId ?? orgId }) },
          mayEdit && { label: t('attendance'), to: paths.attendance({ orgId, teamId }) },
          mayEditClub && { label: t('eventTypes'), to: paths.eventTypes({ orgId }) },
          mayEdit && { label: t('deletedEvents'), to: paths.deletedEvents({ orgId, teamId }) },
        ]}
      />
    </>
  )
}

function UnitName({ orgId, teamId }: Unit) {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const organization = data?.organizations.find(({ id }) => id === orgId)
  return teamId === undefined ? organization?.name : organization?.teams.find(({ id }) => id === teamId)?.name
}

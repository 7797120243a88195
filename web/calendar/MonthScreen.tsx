import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Screen } from '../shell/Screen.tsx'
import { Button, IconButton } from '../kit/Button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../kit/icons.tsx'
import { monthText } from '../kit/format.ts'
import { MonthList } from './MonthList.tsx'
import styles from './Month.module.css'
import { monthIn, numberOf, readerDay, shifted, yearOf } from './months.ts'
import texts from './texts.en.json'

/** A team's events of a month, day by day. The month stands in the address, so that Back goes back to it. */
export default function MonthScreen() {
  const t = useTexts('calendar', texts)
  const { teamId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  // Counts the wishes to see today: each brings it into view once, when its month is there.
  const [toToday, setToToday] = useState(0)
  const [today, setToday] = useState(readerDay)
  const month = monthIn(search.get('month'), today.slice(0, 7))
  const title = (of: string) => monthText(yearOf(of), numberOf(of))
  const go = (to: string) => setSearch(to === today.slice(0, 7) ? {} : { month: to })

  return (
    <Screen
      title={t('title')}
      narrow
      actions={
        <Button
          onClick={() => {
            const now = readerDay()
            setToday(now)
            if (month !== now.slice(0, 7)) setSearch({})
            setToToday(toToday + 1)
          }}
        >
          {t('goToToday')}
        </Button>
      }
    >
      <TeamName teamId={teamId} />
      <div className={styles.head}>
        <IconButton
          label={t('previousMonth', { month: title(shifted(month, -1)) })}
          onClick={() => go(shifted(month, -1))}
        >
          <ChevronLeftIcon />
        </IconButton>
        <h2 className={styles.month} aria-live="polite">
          {title(month)}
        </h2>
        <IconButton label={t('nextMonth', { month: title(shifted(month, 1)) })} onClick={() => go(shifted(month, 1))}>
          <ChevronRightIcon />
        </IconButton>
      </div>
      <MonthList key={`${teamId} ${month}`} teamId={teamId} month={month} today={today} toToday={toToday} onGo={go} />
    </Screen>
  )
}

function TeamName({ teamId }: { teamId: string }) {
  const { data } = useApi('GET /api/v1/playersAndTeams', {})
  const name = data?.organizations.flatMap(({ teams }) => teams).find(({ id }) => id === teamId)?.name
  return name && <p className={styles.team}>{name}</p>
}

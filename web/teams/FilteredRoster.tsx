import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { usePhone } from '../kit/useMediaQuery.ts'
import { Button } from '../kit/Button.tsx'
import { SearchIcon } from '../kit/icons.tsx'
import { EmptyState } from '../kit/States.tsx'
import { findPlayers } from './findPlayers.ts'
import { RosterList, RosterTable } from './Roster.tsx'
import styles from './Team.module.css'
import type { Team } from './TeamScreen.tsx'
import texts from './texts.en.json'

/** The roster, and a box that narrows it while one types. */
export function FilteredRoster({ players, own }: { players: Team['players']; own: Team['myPlayers'] }) {
  const t = useTexts('teams', texts)
  const id = useId()
  const phone = usePhone()
  const [typed, setTyped] = useState('')
  // Typing comes first: a long roster follows a moment later.
  const wanted = useDeferredValue(typed)
  const shown = useMemo(() => findPlayers(players, wanted), [players, wanted])
  const count = players.length
  const Roster = phone ? RosterList : RosterTable
  return (
    <section aria-labelledby={`${id}-title`} className={styles.section}>
      <div className={styles.head} data-tour="roster">
        <h2 id={`${id}-title`}>{t('roster')}</h2>
        <p role="status" className={styles.count}>
          {shown.length === count ? t('players', { count }) : t('someOfPlayers', { shown: shown.length, count })}
        </p>
      </div>
      {count > 1 && (
        <label className={styles.filter} data-tour="filter">
          <span className="visually-hidden">{t('filter')}</span>
          <SearchIcon size={20} />
          <input
            type="search"
            value={typed}
            placeholder={t('filter')}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      {shown.length > 0 ? (
        <Roster players={shown} own={own} />
      ) : (
        <EmptyState title={t('noneFound', { typed: wanted.trim() })} hint={t('noneFoundHint')}>
          <Button onClick={() => setTyped('')}>{t('clearFilter')}</Button>
        </EmptyState>
      )}
    </section>
  )
}

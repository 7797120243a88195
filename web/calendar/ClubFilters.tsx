import { useState } from 'react'
import { byTitle } from '#shared/rules/names.ts'
import type { CalendarEvent } from '../events/eventTypes.ts'
import { useTexts } from '../i18n.ts'
import { listText } from '../kit/format.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import styles from './Month.module.css'
import texts from './texts.en.json'

/** What of a club is shown: by team, by type, by venue, as far as the month has them. */
export function useClubFilter(events: readonly CalendarEvent[]) {
  const [chosen, choose] = useState({ team: '', type: '', venue: '' })
  const { team, type, venue } = chosen
  return {
    chosen,
    choose,
    teams: byName(events.map(({ orgUnit }) => [orgUnit.id, orgUnit.name])),
    types: byName(events.map(({ eventType }) => [eventType.name, eventType.name])),
    venues: byName(events.flatMap(({ location }) => (location ? [[location.name, location.name] as const] : []))),
    holds: ({ orgUnit, eventType, location }: CalendarEvent) =>
      (team === '' || orgUnit.id === team) &&
      (type === '' || eventType.name === type) &&
      (venue === '' || location?.name === venue),
  }
}

const byName = (pairs: readonly (readonly [string, string])[]) =>
  [...new Map(pairs)]
    .map(([value, name]) => ({ value, name, label: name }))
    .toSorted((one, other) => byTitle(one, other))

/** What cannot narrow anything is not asked. On phones they are folded, under what is chosen: the events stand first there. */
export function ClubFilters({ filter }: { filter: ReturnType<typeof useClubFilter> }) {
  const t = useTexts('calendar', texts)
  const phone = usePhone()
  const { chosen, choose, teams, types, venues } = filter
  const fields = (
    [
      ['team', t('filterTeam'), t('allTeams'), teams],
      ['type', t('filterType'), t('allTypes'), types],
      ['venue', t('filterVenue'), t('allVenues'), venues],
    ] as const
  ).filter(([name, , , options]) => options.length > 1 || chosen[name] !== '')
  const selects = fields.map(([name, label, all, options]) => (
    <OneOf
      key={name}
      label={label}
      placeholder={all}
      options={options}
      value={chosen[name]}
      onChange={(value) => choose({ ...chosen, [name]: value })}
    />
  ))
  if (!phone || fields.length === 0) return selects
  const labels = fields.flatMap(
    ([name, , , options]) => options.find(({ value }) => value === chosen[name])?.label ?? [],
  )
  return (
    <details className={styles.filters}>
      <summary>{labels.length > 0 ? t('filteredBy', { what: listText(labels) }) : t('filters')}</summary>
      <div className={styles.tools}>{selects}</div>
    </details>
  )
}

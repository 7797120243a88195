import { useState } from 'react'
import { byTitle } from '#shared/rules/names.ts'
import type { CalendarEvent } from '../events/eventTypes.ts'
import { useTexts } from '../i18n.ts'
import { listText } from '../kit/format.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import styles from './Month.module.css'
import texts from './texts.en.json'

type Choice = { value: string; label: string }
const noChoice: Choice = { value: '', label: '' }

/**
 * Filters a club's events by team, type and venue, with the options found in the month. `events` is undefined while a
 * month is loading.
 */
export function useClubFilter(events: readonly CalendarEvent[] | undefined) {
  const [chosen, choose] = useState({ team: noChoice, type: noChoice, venue: noChoice })
  // While another month is loading, keep the previous options.
  const [shownEvents = [], setShownEvents] = useState(events)
  if (events && events !== shownEvents) setShownEvents(events)
  const { team, type, venue } = chosen
  return {
    chosen,
    choose,
    teams: toOptions(
      team,
      shownEvents.map(({ orgUnit }) => [orgUnit.id, orgUnit.name]),
    ),
    types: toOptions(
      type,
      shownEvents.map(({ eventType }) => [eventType.name, eventType.name]),
    ),
    venues: toOptions(
      venue,
      shownEvents.flatMap(({ location }) => (location ? [[location.name, location.name] as const] : [])),
    ),
    holds: ({ orgUnit, eventType, location }: CalendarEvent) =>
      (team.value === '' || orgUnit.id === team.value) &&
      (type.value === '' || eventType.name === type.value) &&
      (venue.value === '' || location?.name === venue.value),
  }
}

/** Includes the chosen option even if the month has none of it, so that an active filter is always visible. */
const toOptions = ({ value: chosen, label }: Choice, pairs: readonly (readonly [string, string])[]) =>
  [...new Map([...(chosen === '' ? [] : [[chosen, label] as const]), ...pairs])]
    .map(([value, name]) => ({ value, name, label: name }))
    .toSorted((one, other) => byTitle(one, other))

/** Shows only filters that have a choice. On phones they are collapsed under a summary, so that the events come first. */
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
  ).filter(([name, , , options]) => options.length > 1 || chosen[name].value !== '')
  const selects = fields.map(([name, label, placeholder, options]) => (
    <OneOf
      key={name}
      label={label}
      placeholder={placeholder}
      options={options}
      value={chosen[name].value}
      onChange={(selected) =>
        choose({ ...chosen, [name]: options.find(({ value }) => value === selected) ?? noChoice })
      }
    />
  ))
  if (!phone || fields.length === 0) return selects
  const labels = fields.flatMap(([name]) => chosen[name].label || [])
  return (
    <details className={styles.filters}>
      <summary>{labels.length > 0 ? t('filteredBy', { what: listText(labels) }) : t('filters')}</summary>
      <div className={styles.tools}>{selects}</div>
    </details>
  )
}

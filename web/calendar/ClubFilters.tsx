import { useState } from 'react'
import { byTitle } from '#shared/rules/names.ts'
import type { CalendarEvent } from '../events/eventTypes.ts'
import { useTexts } from '../i18n.ts'
import { OneOf } from '../kit/OneOf.tsx'
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

export function ClubFilters({ filter }: { filter: ReturnType<typeof useClubFilter> }) {
  const t = useTexts('calendar', texts)
  const { chosen, choose, teams, types, venues } = filter
  const fields = [
    ['team', t('filterTeam'), t('allTeams'), teams],
    ['type', t('filterType'), t('allTypes'), types],
    ['venue', t('filterVenue'), t('allVenues'), venues],
  ] as const
  return fields.map(([name, label, all, options]) => (
    <OneOf
      key={name}
      label={label}
      placeholder={all}
      options={options}
      value={chosen[name]}
      onChange={(value) => choose({ ...chosen, [name]: value })}
    />
  ))
}

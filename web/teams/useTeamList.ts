import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { fold } from '#shared/rules/textMatching.ts'
import { useSearchState } from '../shell/useSearchState.ts'
import type { Overview } from './answers.ts'
import { isEmailKeyword } from './emailKeywords.ts'

export type TeamFilter = 'active' | 'archived' | 'all'

/**
 * Which teams are shown, kept in the URL: `?type=archived` or `…/teams/archived`; active by default, all for any other value.
 * Changes replace the history entry, so that Back leaves the list.
 */
function useTeamFilter(): [TeamFilter, (shows: TeamFilter) => void] {
  const { menu } = useParams()
  const [search, setSearch] = useSearchParams()
  const type = search.get('type') ?? (isEmailKeyword(menu) ? undefined : menu) ?? 'active'
  const setFilter = (filter: TeamFilter) =>
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.set('type', filter)
        return next
      },
      { replace: true },
    )
  return [type === 'archived' || type === 'active' ? type : 'all', setFilter]
}

export type TeamList = ReturnType<typeof useTeamList>

/** A club's teams as searched and filtered, which of them are open, and which are selected for an email or to be archived. */
export function useTeamList(club: Overview, isEmailing: boolean) {
  const [searchText, setSearchText] = useSearchState('')
  const query = searchText.trim()
  const [searchFieldKey, setSearchFieldKey] = useState(0)
  function search(text: string) {
    setSearchText(text)
    setSearchFieldKey(searchFieldKey + 1)
  }
  const [filterInUrl, setFilter] = useTeamFilter()
  const [isArchiving, setIsArchiving] = useState(false)
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  // Only active teams can be archived.
  const filter = isArchiving ? 'active' : filterInUrl
  const isChoosing = isEmailing || isArchiving
  // In selection mode the search only narrows the list, so that the selection is kept.
  const isNarrowed = query !== '' && isChoosing
  const teams = club.teams.filter(
    ({ archived, name }) =>
      (filter === 'all' || archived === (filter === 'archived')) && (!isNarrowed || fold(name).includes(fold(query))),
  )
  const areAllOpen = teams.length > 0 && teams.every(({ id }) => openIds.has(id))
  function setArchiveMode(on: boolean) {
    setChosenIds(new Set())
    setIsArchiving(on)
  }
  return {
    teams,
    query,
    /** Teams and players are searched. */
    isSearched: query !== '' && !isChoosing,
    /** The list is searched while teams are being selected. */
    isNarrowed,
    /** Sets the text of the search field. */
    search,
    searchField: { key: searchFieldKey, initialValue: searchText, onSearch: setSearchText },
    filter,
    setFilter,
    isChoosing,
    isArchiving,
    setArchiveMode,
    openIds,
    toggleOpen: (id: string) => setOpenIds(toggleId(openIds, id)),
    areAllOpen,
    /** The group of players without a team, whose id is empty, is opened with the teams. */
    toggleAll: () => setOpenIds(new Set(areAllOpen ? [] : [...teams.map(({ id }) => id), ''])),
    chosenIds,
    setChosenIds,
    toggleChosen: (id: string) => setChosenIds(toggleId(chosenIds, id)),
  }
}

const toggleId = (all: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id])

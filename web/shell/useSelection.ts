import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SWRResponse } from 'swr'
import { type ApiProblem, useApi } from '../api.ts'
import { writeItem, names, readItem } from '../session/stored.ts'
import { addRecent } from './recents.ts'
import {
  findInitialSelection,
  isCoaching,
  isOfClub,
  isVisibleToUser,
  resolveSelection,
  findMentioned,
  type PlayersAndTeams,
  type Selection,
  parseSelection,
  type View,
} from './selection.ts'

export type Selected = {
  selection: Selection | undefined
  coaching: boolean
  view: View
  select: (selection: Selection) => void
  /** Opens the player and team selector. */
  open: () => void
  playersAndTeams: SWRResponse<PlayersAndTeams, ApiProblem>
}

export const SelectedContext = createContext<Selected | undefined>(undefined)

/** The current selection, for the shell and all screens inside it. */
export function useSelected(): Selected {
  const selected = useContext(SelectedContext)
  if (!selected) throw new Error('This part stands outside the shell.')
  return selected
}

/** The address decides; on pages about no one in particular, the last selection on this device stays. */
export function useSelection(userId: string, open: () => void): Selected {
  const { pathname } = useLocation()
  const playersAndTeams = useApi('GET /api/v1/playersAndTeams', {})
  const { data } = playersAndTeams
  const [lastSelection, setLastSelection] = useState(() => readLastSelection(userId))
  const addressed = useMemo(() => parseSelection(pathname), [pathname])
  const isClubPage = isOfClub(pathname)
  const resolved = useMemo(
    () => (addressed && data ? resolveSelection(addressed, data, lastSelection, isClubPage) : addressed),
    [addressed, data, lastSelection, isClubPage],
  )
  if (data && resolved && resolved !== lastSelection) setLastSelection(resolved)
  useEffect(() => {
    if (lastSelection) writeItem(toItemName(userId), JSON.stringify(lastSelection))
  }, [userId, lastSelection])
  const coachedUnit =
    lastSelection && lastSelection !== 'players' && data && isCoaching(lastSelection, data) ? lastSelection : undefined
  useEffect(() => {
    if (coachedUnit) addRecent(userId, coachedUnit)
  }, [userId, coachedUnit])
  // Drop a team that the user has since left.
  const validLast = lastSelection && (!data || isVisibleToUser(lastSelection, data)) ? lastSelection : undefined
  const selection = resolved ?? validLast ?? (data && (findMentioned(pathname, data) ?? findInitialSelection(data)))
  const coaching = data !== undefined && isCoaching(selection, data)
  const view = coaching ? 'coach' : selection && 'fan'
  return { selection, coaching, view, select: setLastSelection, open, playersAndTeams }
}

const toItemName = (userId: string) => `${names.personal}${userId}.selection`
function readLastSelection(userId: string): Selection | undefined {
  try {
    return JSON.parse(readItem(toItemName(userId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

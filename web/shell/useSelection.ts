import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SWRResponse } from 'swr'
import { type ApiProblem, useApi } from '../api.ts'
import { keepItem, names, readItem } from '../session/stored.ts'
import { keepRecent } from './recents.ts'
import {
  firstSelection,
  isCoaching,
  isOfClub,
  isTheirs,
  meantBy,
  mentionedIn,
  type PlayersAndTeams,
  type Selection,
  selectionIn,
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
  const [last, setLast] = useState(() => readLast(userId))
  const named = useMemo(() => selectionIn(pathname), [pathname])
  const ofClub = isOfClub(pathname)
  const inAddress = useMemo(
    () => (named && data ? meantBy(named, data, last, ofClub) : named),
    [named, data, last, ofClub],
  )
  if (data && inAddress && inAddress !== last) setLast(inAddress)
  useEffect(() => {
    if (last) keepItem(nameFor(userId), JSON.stringify(last))
  }, [userId, last])
  const coached = last && last !== 'players' && data && isCoaching(last, data) ? last : undefined
  useEffect(() => {
    if (coached) keepRecent(userId, coached)
  }, [userId, coached])
  // Drop a team that the user has since left.
  const kept = last && (!data || isTheirs(last, data)) ? last : undefined
  const selection = inAddress ?? kept ?? (data && (mentionedIn(pathname, data) ?? firstSelection(data)))
  const coaching = data !== undefined && isCoaching(selection, data)
  const view = coaching ? 'coach' : selection && 'fan'
  return { selection, coaching, view, select: setLast, open, playersAndTeams }
}

const nameFor = (userId: string) => `${names.personal}${userId}.selection`
function readLast(userId: string): Selection | undefined {
  try {
    return JSON.parse(readItem(nameFor(userId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { isInTheirClub, isTheirs, selectionIn } from './selection.ts'
import type { Selected } from './useSelection.ts'

/**
 * Warns if an address is about a team or organization the user has no access to, and opens the selector. Also on the Forbidden
 * page, where a refusal may have led before the user's teams were known.
 */
export function useForeignTeamWarning(
  { open, playersAndTeams: { data, isValidating, mutate } }: Selected,
  sentence: string,
): void {
  const { pathname } = useLocation()
  const asked = useRef<string>(undefined)
  const told = useRef<string>(undefined)
  const isRefused = pathname === paths.forbidden()
  const [heardAgain, setHeardAgain] = useState(false)
  const isKnown = data !== undefined
  // The refused team may be in outdated data and must not be offered again.
  useEffect(() => {
    if (!isRefused || !isKnown) return
    void mutate().then(() => setHeardAgain(true))
    return () => setHeardAgain(false)
  }, [isRefused, isKnown, mutate])
  useEffect(() => {
    if (!isRefused) asked.current = pathname
    const wanted = asked.current && selectionIn(asked.current)
    // Decide only on fresh data: a team may have been added since.
    if (!data || isValidating || !wanted || told.current === asked.current || (isRefused && !heardAgain)) return
    // For the user's own teams, and their own club as a whole, whose library coaches and families see, only the
    // server's refusal counts.
    if ((isTheirs(wanted, data) || isInTheirClub(wanted, data)) && !isRefused) return
    told.current = asked.current
    showSnackbar({ text: sentence, tone: 'danger' })
    open()
  }, [pathname, data, isValidating, open, sentence, isRefused, heardAgain])
}

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { isInUsersClub, isVisibleToUser, parseSelection } from './selection.ts'
import type { Selected } from './useSelection.ts'

/**
 * Warns if an address is about a team or organization the user has no access to, and opens the selector. Also on the Forbidden
 * page, where a refusal may have led before the user's teams were known.
 */
export function useForeignTeamWarning(
  { open, playersAndTeams: { data, isValidating, mutate } }: Selected,
  warningText: string,
): void {
  const { pathname } = useLocation()
  const requestedPath = useRef<string>(undefined)
  const warnedPath = useRef<string>(undefined)
  const isForbiddenPage = pathname === paths.forbidden()
  const [isRefetched, setIsRefetched] = useState(false)
  const isKnown = data !== undefined
  // The refused team may be in outdated data and must not be offered again.
  useEffect(() => {
    if (!isForbiddenPage || !isKnown) return
    void mutate().then(() => setIsRefetched(true))
    return () => setIsRefetched(false)
  }, [isForbiddenPage, isKnown, mutate])
  useEffect(() => {
    if (!isForbiddenPage) requestedPath.current = pathname
    const requested = requestedPath.current && parseSelection(requestedPath.current)
    // Decide only on fresh data: a team may have been added since.
    if (
      !data ||
      isValidating ||
      !requested ||
      warnedPath.current === requestedPath.current ||
      (isForbiddenPage && !isRefetched)
    )
      return
    // For the user's own teams, and their own club as a whole, whose library coaches and families see, only the
    // server's refusal counts.
    if ((isVisibleToUser(requested, data) || isInUsersClub(requested, data)) && !isForbiddenPage) return
    warnedPath.current = requestedPath.current
    showSnackbar({ text: warningText, tone: 'danger' })
    open()
  }, [pathname, data, isValidating, open, warningText, isForbiddenPage, isRefetched])
}

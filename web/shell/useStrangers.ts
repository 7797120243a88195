import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { showSnackbar } from '../ui/Snackbar.tsx'
import { isTheirs, selectionIn } from './selection.ts'
import type { Selected } from './useSelection.ts'

/** Says so when an address is about a team or organization that is not the person's, and offers those that are. */
export function useStrangers({ open, playersAndTeams: { data, isValidating } }: Selected, sentence: string): void {
  const { pathname } = useLocation()
  const told = useRef<string>(undefined)
  useEffect(() => {
    const wanted = selectionIn(pathname)
    // Only what the server has just said counts: a team may have been added since the device last heard.
    if (!data || isValidating || !wanted || isTheirs(wanted, data) || told.current === pathname) return
    told.current = pathname
    showSnackbar({ text: sentence, tone: 'danger' })
    open()
  }, [pathname, data, isValidating, open, sentence])
}

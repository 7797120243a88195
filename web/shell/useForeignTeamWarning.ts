import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { isInTheirClub, isTheirs, selectionIn } from './selection.ts'
import type { Selected } from './useSelection.ts'

/**
 * Says so when an address is about a team or organization that is not the person's, and offers those that are: also at
 * Forbidden, where the server's refusal may have led before it was known which those are.
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
  // What was refused may have been theirs when the device last heard, and is not to be offered once more.
  useEffect(() => {
    if (!isRefused || !isKnown) return
    void mutate().then(() => setHeardAgain(true))
    return () => setHeardAgain(false)
  }, [isRefused, isKnown, mutate])
  useEffect(() => {
    if (!isRefused) asked.current = pathname
    const wanted = asked.current && selectionIn(asked.current)
    // Only what the server has just said counts: a team may have been added since the device last heard.
    if (!data || isValidating || !wanted || told.current === asked.current || (isRefused && !heardAgain)) return
    // Of what is one's own, and of one's own club as a whole, whose library coaches and families see, it is the server's refusal that tells.
    if ((isTheirs(wanted, data) || isInTheirClub(wanted, data)) && !isRefused) return
    told.current = asked.current
    showSnackbar({ text: sentence, tone: 'danger' })
    open()
  }, [pathname, data, isValidating, open, sentence, isRefused, heardAgain])
}

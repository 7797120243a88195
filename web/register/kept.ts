import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../api.ts'
import { hasDraftFrom, keepDraft, onDevice, readDraft } from '../kit/form/drafts.ts'
import { signedInUser } from '../session/tokens.ts'
import { draftOf } from './carry.ts'
import type { Family, Head } from './filled.ts'

/** The form's data as last read; for strangers only the first part. */
export type Asked = {
  open: Head
  first: AnswerOf<'GET /rest-api/register/{registrationId}/first-step'>
  family: Family
}
type Shown = { [Part in keyof Asked]: Asked[Part] | undefined }
const askedOf = (registrationId: string) => `${onDevice}asked.${registrationId}`

/**
 * While the form has unsent input, its data is stored on the device like a draft, so that it opens again offline. Returns what
 * was stored when the screen opened.
 */
export function useKept(registrationId: string, userId: string | undefined, shown: Shown): Partial<Asked> {
  const [kept] = useState(() => readDraft(askedOf(registrationId)) as Partial<Asked>)
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  useEffect(() => {
    function keep() {
      // Nothing is stored after signing out.
      if (signedInUser() !== userId) return
      const { open, first, family } = latest.current
      if (!hasDraftFrom(draftOf(registrationId))) keepDraft(askedOf(registrationId), {})
      else if (open && (userId === undefined || (first && family)))
        keepDraft(askedOf(registrationId), { open, ...(first && { first }), ...(family && { family }) })
    }
    // Phones may kill a page without an event; becoming hidden is the last reliable one.
    const hidden = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [registrationId, userId])
  return kept
}

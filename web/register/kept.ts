import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../api.ts'
import { isTyped, keepDraft, onDevice, readDraft } from '../kit/form/drafts.ts'
import { signedInUser } from '../session/tokens.ts'
import { draftOf } from './carry.ts'
import type { Family, Head } from './filled.ts'

/** What a form is made of, as last answered; a stranger is answered the first of it alone. */
export type Asked = {
  open: Head
  first: AnswerOf<'GET /rest-api/register/{registrationId}/first-step'>
  family: Family
}
type Shown = { [Part in keyof Asked]: Asked[Part] | undefined }
const askedOf = (registrationId: string) => `${onDevice}asked.${registrationId}`

/**
 * What the form is made of lies on the device while something is typed into it and not sent, as a draft does, so that
 * it opens again without a signal. Gives what was kept when the screen began.
 */
export function useKept(registrationId: string, userId: string | undefined, shown: Shown): Partial<Asked> {
  const [kept] = useState(() => readDraft(askedOf(registrationId)) as Partial<Asked>)
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  useEffect(() => {
    function keep() {
      // Who has signed out leaves nothing.
      if (signedInUser() !== userId) return
      const { open, first, family } = latest.current
      if (!isTyped(draftOf(registrationId))) keepDraft(askedOf(registrationId), {})
      else if (open && (userId === undefined || (first && family)))
        keepDraft(askedOf(registrationId), { open, ...(first && { first }), ...(family && { family }) })
    }
    // Phones end a page without a word; being hidden is the last they tell for sure.
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

import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../api.ts'
import { hasDraftFrom, keepDraft, onDevice, readDraft } from '../kit/form/drafts.ts'
import { signedInUser } from '../session/tokens.ts'
import { toDraftName } from './storedInputs.ts'
import type { Family, OpenRegistration } from './formValues.ts'

/** The form's data as last read; for strangers only the first part. */
export type RegistrationData = {
  open: OpenRegistration
  first: AnswerOf<'GET /rest-api/register/{registrationId}/first-step'>
  family: Family
}
type ShownData = { [Part in keyof RegistrationData]: RegistrationData[Part] | undefined }
const toDataKey = (registrationId: string) => `${onDevice}asked.${registrationId}`

/**
 * While the form has unsent input, its data is stored on the device like a draft, so that it opens again offline. Returns what
 * was stored when the screen opened.
 */
export function useStoredRegistration(
  registrationId: string,
  userId: string | undefined,
  shownData: ShownData,
): Partial<RegistrationData> {
  const [stored] = useState(() => readDraft(toDataKey(registrationId)) as Partial<RegistrationData>)
  const latestData = useRef(shownData)
  useEffect(() => {
    latestData.current = shownData
  })
  useEffect(() => {
    function storeData() {
      // Nothing is stored after signing out.
      if (signedInUser() !== userId) return
      const { open, first, family } = latestData.current
      if (!hasDraftFrom(toDraftName(registrationId))) keepDraft(toDataKey(registrationId), {})
      else if (open && (userId === undefined || (first && family)))
        keepDraft(toDataKey(registrationId), { open, ...(first && { first }), ...(family && { family }) })
    }
    // Phones may kill a page without an event; becoming hidden is the last reliable one.
    const onHidden = () => document.visibilityState === 'hidden' && storeData()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', storeData)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', storeData)
      storeData()
    }
  }, [registrationId, userId])
  return stored
}

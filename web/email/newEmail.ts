import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { newPart } from '../api/newPart.ts'
import { formDraftName } from './email.ts'

/**
 * The id of a new email, so that sending it twice is idempotent. Until the server has the email, only this id leads to the kept
 * form; it is therefore stored under the URL where writing began, and reused there as long as something is typed. `forget`: the
 * server has it, and the next email begun there gets a new id.
 */
export function useNewEmail(orgUnitId: string, isNew: boolean) {
  const { pathname, search } = useLocation()
  const [draftName] = useState(`email.new.${pathname}${search}`)
  const [part] = useState(() => {
    const { part: storedPart } = readDraft(draftName)
    if (typeof storedPart !== 'string') return newPart('m')
    const hasDraft = Object.keys(readDraft(formDraftName(`${orgUnitId}.${storedPart}`))).length > 0
    return hasDraft ? storedPart : newPart('m')
  })
  useEffect(() => {
    if (isNew) keepDraft(draftName, { part })
  }, [draftName, part, isNew])
  return { newId: `${orgUnitId}.${part}`, forget: useCallback(() => keepDraft(draftName, {}), [draftName]) }
}

/**
 * Puts the id of a saved new email into the URL, so that a reload continues with the draft. Bypasses the router, for which the
 * page stays the same: after sending, users who opened it directly are redirected as before.
 */
export function useDraftAddress(emailId: string, state: string, onStored: () => void): void {
  const { pathname } = useLocation()
  const isSaved = state === 'saved'
  const isOnServer = isSaved || state === 'changed' || state === 'sent'
  useEffect(() => {
    if (isOnServer) onStored()
  }, [isOnServer, onStored])
  useEffect(() => {
    // The browser may already be leaving for another page.
    if (!isSaved || window.location.pathname !== pathname) return
    const url = new URL(window.location.href)
    url.searchParams.delete('from')
    url.searchParams.set('email', emailId)
    window.history.replaceState(window.history.state, '', url)
  }, [emailId, isSaved, pathname])
}

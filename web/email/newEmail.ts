import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { keepDraft, readDraft } from '../kit/form/drafts.ts'
import { newPart } from '../api/newPart.ts'
import { formOf } from './email.ts'

/**
 * The id of a new email of the team or the club: the same sent twice is one. Until the server has it nothing but the id leads back to
 * what its form keeps, so that this is noted under the address by which it was begun: that begins with it again for as long as
 * something is typed. `forget`: the server has it, and what begins there next is another.
 */
export function useNewEmail(orgUnitId: string, isNew: boolean) {
  const { pathname, search } = useLocation()
  const [name] = useState(`email.new.${pathname}${search}`)
  const [part] = useState(() => {
    const { part: noted } = readDraft(name)
    if (typeof noted !== 'string') return newPart('m')
    const isTyped = Object.keys(readDraft(formOf(`${orgUnitId}.${noted}`))).length > 0
    return isTyped ? noted : newPart('m')
  })
  useEffect(() => {
    if (isNew) keepDraft(name, { part })
  }, [name, part, isNew])
  return { newId: `${orgUnitId}.${part}`, forget: useCallback(() => keepDraft(name, {}), [name]) }
}

/**
 * Once a new email is kept, the page's address names it: loaded anew, it goes on with the draft. Past the router, for which
 * it is the same page still: who opened it by itself is led as before once it is sent.
 */
export function useAddressOfDraft(emailId: string, state: string, forget: () => void): void {
  const { pathname } = useLocation()
  const isKept = state === 'saved'
  const isThere = isKept || state === 'changed' || state === 'sent'
  useEffect(() => {
    if (isThere) forget()
  }, [isThere, forget])
  useEffect(() => {
    // The browser may be on its way to another page already.
    if (!isKept || window.location.pathname !== pathname) return
    const url = new URL(window.location.href)
    url.searchParams.delete('from')
    url.searchParams.set('email', emailId)
    window.history.replaceState(window.history.state, '', url)
  }, [emailId, isKept, pathname])
}

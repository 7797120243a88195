import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { confirm } from './confirm.ts'
import { addGuard, GuardsWithin } from './leaveGuards.ts'
import english from './texts.en.json'

/**
 * Asks before this page is left with something that would be lost: by a link, by Back, by closing its dialog, or by closing
 * the browser's tab, where the browser asks in its own words. `lost` says what it is, when that is not what was typed.
 * Gives the way to leave unasked, for who has just saved.
 */
export function useLeaveGuard(dirty: boolean, lost?: string): () => void {
  const t = useTexts('kit', english)
  const within = useContext(GuardsWithin)
  const release = useRef<() => void>(undefined)
  const ask = useEffectEvent(() =>
    confirm({ title: t('leave'), lost: lost ?? t('leaveLost'), yes: t('leaveYes'), no: t('leaveNo') }),
  )
  useEffect(() => {
    if (!dirty) return
    const { pathname } = window.location
    const guard = { pathname, ask: () => ask(), release: () => release.current?.() }
    const remove = addGuard(guard)
    within?.add(guard)
    const closing = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', closing)
    release.current = () => {
      remove()
      within?.delete(guard)
      window.removeEventListener('beforeunload', closing)
    }
    return release.current
  }, [dirty, within])
  return () => release.current?.()
}

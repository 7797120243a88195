import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { confirm } from './confirm.ts'
import { addGuard, type Guard, DialogGuards, mayLeave } from './leaveGuards.ts'
import english from './texts.en.json'

/**
 * Asks before this page is left with unsaved changes: by a link, Back, closing its dialog, or closing the browser tab, where the
 * browser shows its own prompt. `lost` replaces the default text about typed input. Returns `releaseGuard`, to leave without asking
 * after a save, and `mayLeave`, to ask from a button such as Cancel.
 */
export function useLeaveGuard(dirty: boolean, lost?: string) {
  const t = useTexts('kit', english)
  const dialogGuards = useContext(DialogGuards)
  const ownGuard = useRef<Guard>(undefined)
  const ask = useEffectEvent(() =>
    confirm({ title: t('leave'), lost: lost ?? t('leaveLost'), yes: t('leaveYes'), no: t('leaveNo') }),
  )
  useEffect(() => {
    if (!dirty) return
    const preventUnload = (event: Event) => event.preventDefault()
    const guard: Guard = {
      pathname: window.location.pathname,
      ask: () => ask(),
      release() {
        removeGuard()
        dialogGuards?.delete(guard)
        window.removeEventListener('beforeunload', preventUnload)
        ownGuard.current = undefined
      },
    }
    const removeGuard = addGuard(guard)
    dialogGuards?.add(guard)
    window.addEventListener('beforeunload', preventUnload)
    ownGuard.current = guard
    return guard.release
  }, [dirty, dialogGuards])
  return {
    releaseGuard: () => ownGuard.current?.release(),
    mayLeave: async () => mayLeave(ownGuard.current ? [ownGuard.current] : []),
  }
}

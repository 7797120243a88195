import { useTexts } from '../i18n.ts'
import { stopImpersonation } from '../session/impersonation.ts'
import english from './texts.en.json'
import { useSave } from './useSave.ts'

/** Stops acting on a user's behalf, on the server too, then reloads the page as the staff member. */
export function useStopImpersonation(): { stop: () => Promise<void>; isStopping: boolean } {
  const t = useTexts('shell', english)
  const { save, saving } = useSave('POST /rest-api/session/in-place/stop', { failed: t('stopInPlaceFailed') })
  return {
    stop: async () => {
      if (await save({})) stopImpersonation()
    },
    isStopping: saving,
  }
}

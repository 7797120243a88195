import { useTexts } from '../i18n.ts'
import { leaveInPlace } from '../session/inPlace.ts'
import english from './texts.en.json'
import { useSave } from './useSave.ts'

/** Stops acting on a user's behalf, on the server too, then reloads the page as the staff member. */
export function useStopInPlace(): { stop: () => Promise<void>; stopping: boolean } {
  const t = useTexts('shell', english)
  const { save, saving } = useSave('POST /rest-api/session/in-place/stop', { failed: t('stopInPlaceFailed') })
  return {
    stop: async () => {
      if (await save({})) leaveInPlace()
    },
    stopping: saving,
  }
}

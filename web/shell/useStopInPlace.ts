import { useTexts } from '../i18n.ts'
import { leaveInPlace } from '../session/inPlace.ts'
import english from './texts.en.json'
import { useSave } from './useSave.ts'

/** Ends acting in somebody's place, at the server too; then the whole page is loaded anew, as oneself. */
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

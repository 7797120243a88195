import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { runForEach, showBulkResult } from '../shell/bulkAction.ts'
import { refresh } from '../shell/useSave.ts'
import { type BulkActionProps, toFailedIds } from './bulkAction.ts'
import type { Fee } from './FeeTable.tsx'
import english from './texts.en.json'

/** Mails reminders for all selected fees; reports how many were sent and how many failed. */
export function BulkRemind({ chosen, limitReason, progress, setProgress, onDone }: BulkActionProps) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  async function remind() {
    const sendReminder = ({ feePlayerId }: Fee) =>
      callApi('POST /rest-api/fee/remind/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] })
    const result = await runForEach(chosen, sendReminder, {
      skipCodes,
      onProgress: (at, count) => setProgress({ action: 'remind', at, count }),
    })
    setProgress(undefined)
    refresh(cache, 'GET /rest-api/fee/details/{feePlayerId}')
    showBulkResult(result, {
      done: t('familiesTold', { count: result.done.length }),
      skipped: t('familiesLeft', { count: result.skipped }),
      failed: t('familiesLost', { count: result.failed.length }),
    })
    onDone(toFailedIds(result))
  }
  return (
    <Button kind="primary" busy={progress !== undefined} onClick={() => void remind()} disabledReason={limitReason}>
      {progress?.action === 'remind'
        ? t('remindAt', { at: progress.at, count: progress.count })
        : t('remindChosen', { count: chosen.length })}
    </Button>
  )
}

/** Codes of fees that need no reminder: settled or deleted, being paid, or already reminded within the last day. */
const skipCodes: ReadonlySet<string> = new Set(['fee_settled', 'being_paid', 'not_found', 'told_already'])

import { useSWRConfig } from 'swr'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { runForEach, showBulkResult } from '../shell/bulkAction.ts'
import { refresh } from '../shell/useSave.ts'
import { type BulkActionProps, toFailedIds } from './bulkAction.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

/** Deletes fees that were charged by mistake, e.g. to a whole team. */
export function BulkDelete({ chosen, progress, setProgress, onDone }: Omit<BulkActionProps, 'limitReason'>) {
  const t = useTexts('money', english)
  const cache = useSWRConfig()
  const deletableFees = chosen.filter(({ status, paidInCents }) => status !== 'CANCELLED' && paidInCents === 0)
  const count = deletableFees.length
  async function deleteFees() {
    const lost = t('deleteChosenLost', { count })
    if (!(await confirm({ title: t('deleteChosenTitle', { count }), lost, yes: t('deleteFee') }))) return
    const result = await runForEach(
      deletableFees,
      ({ feePlayerId }) =>
        callApi('DELETE /rest-api/fee/delete/{feePlayerId}', { feePlayerId }, { handles: ['failures', 'not_allowed'] }),
      { skipCodes: deletedCodes, onProgress: (at, of) => setProgress({ action: 'delete', at, count: of }) },
    )
    setProgress(undefined)
    for (const route of refreshes) if (!route.includes('details')) refresh(cache, route)
    showBulkResult(result, {
      done: t('feesDeleted', { count: result.done.length }),
      skipped: t('feesGone', { count: result.skipped }),
      failed: t('feesNotDeleted', { count: result.failed.length }),
    })
    onDone(toFailedIds(result))
  }
  return (
    <Button
      kind="danger"
      busy={progress !== undefined}
      disabledReason={count === 0 ? t('nothingToDelete') : undefined}
      onClick={() => void deleteFees()}
    >
      {progress?.action === 'delete'
        ? t('deleteAt', { at: progress.at, count: progress.count })
        : count > 0
          ? t('deleteChosen', { count })
          : t('deleteFee')}
    </Button>
  )
}
const deletedCodes: ReadonlySet<string> = new Set(['not_found'])

import { fullName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../i18n.ts'
import { confirm } from '../kit/confirm.ts'
import { moneyText } from '../kit/format.ts'
import { useSave } from '../shell/useSave.ts'
import type { FeeDetails } from './answers.ts'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'
import { useRefetchFee } from './useRefetchFee.ts'

const WRITE_OFF = 'POST /rest-api/fee/write-off/{feePlayerId}'

/** The treasurer's actions on a fee; destructive ones ask first. `close` is called once the fee is deleted. */
export function useFeeActions(fee: FeeDetails, close: () => void) {
  const t = useTexts('money', english)
  const { feePlayerId, paidInCents, revision } = fee
  const isCancelled = fee.status === 'CANCELLED'
  const failed = t('saveFailed')
  // Several of them show the reason of a refusal: the open amount may have changed, or somebody may be paying right now.
  const undoingWriteOff = useSave(WRITE_OFF, { refreshes, saved: t('owedAgain'), failed: problemText })
  const writingOff = useSave(WRITE_OFF, {
    refreshes,
    saved: t('writtenOff'),
    undo: (_answer, { feePlayerId, body }) =>
      void undoingWriteOff.save({ feePlayerId, body: { ...body, undone: true } }),
    failed: problemText,
  })
  const cancelling = useSave('POST /rest-api/fee/cancel/{feePlayerId}', { refreshes, saved: t('feeCancelled'), failed })
  const deleting = useSave('DELETE /rest-api/fee/delete/{feePlayerId}', {
    refreshes: refreshes.filter((route) => !route.includes('details')),
    saved: t('feeDeleted'),
    failed: problemText,
  })
  const reminding = useSave('POST /rest-api/fee/remind/{feePlayerId}', {
    refreshes,
    saved: t('reminded'),
    failed: problemText,
  })
  const unsplitting = useSave('POST /rest-api/fee/split/{feePlayerId}', {
    refreshes,
    saved: t('allAsked'),
    failed: problemText,
  })
  const revokingLinks = useSave('DELETE /rest-api/fee/pay-link/{feePlayerId}', { saved: t('payLinksGone'), failed })
  const refetchFee = useRefetchFee(feePlayerId)
  const feeTexts = { name: fullName(fee.player), sum: moneyText(fee.outstandingInCents), paid: moneyText(paidInCents) }
  return {
    remind: () => reminding.save({ feePlayerId }),
    revokePayLinks: () => revokingLinks.save({ feePlayerId }),
    async billAllPayers() {
      if (!(await unsplitting.save({ feePlayerId, body: { homes: null, all: false, revision } }))) void refetchFee()
    },
    async writeOff(as: 'waived' | 'written-off') {
      const title = as === 'waived' ? t('waiveTitle', feeTexts) : t('writeOffTitle', feeTexts)
      if (await confirm({ title, lost: t('writeOffLost'), yes: as === 'waived' ? t('waive') : t('writeOff') }))
        if (!(await writingOff.save({ feePlayerId, body: { as, revision } }))) void refetchFee()
    },
    async cancel(paid: 'credit' | 'refund') {
      const lost =
        paidInCents === 0
          ? t('cancelLost')
          : paid === 'credit'
            ? t('cancelCredit', feeTexts)
            : t('cancelRefund', feeTexts)
      const isSure = await confirm({
        title: t(isCancelled ? 'giveBackTitle' : 'cancelTitle', feeTexts),
        lost,
        yes: isCancelled ? t('giveBack') : t('cancelFee'),
        // The default "cancel" label would be confused with cancelling the fee.
        no: t('keepFee'),
      })
      if (isSure) await cancelling.save({ feePlayerId, body: { paid } })
    },
    async remove() {
      if (!(await confirm({ title: t('deleteTitle', feeTexts), lost: t('deleteLost'), yes: t('deleteFee') }))) return
      if (await deleting.save({ feePlayerId })) close()
    },
  }
}

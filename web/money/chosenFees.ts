import { useLocation } from 'react-router-dom'
import { maxPaidAtOnce, paidTogether } from '#shared/rules/paying.ts'
import type { PayView } from './usePayLink.ts'

/** A payment is under way, so there is nothing to choose. */
export const isUnderWay = ({ beingPaid }: Pick<PayView['fees'][number], 'beingPaid'>): boolean =>
  beingPaid === 'onItsWay' || beingPaid === 'asked'

const toStorageKey = (payId: string) => `pay.${payId}`

/** Remembers the chosen fees in this tab while the user is on the provider's page. */
export function storeChosenFees(payId: string, feePlayerIds: readonly string[]): void {
  try {
    sessionStorage.setItem(toStorageKey(payId), JSON.stringify(feePlayerIds))
  } catch {
    // Without storage the user chooses again.
  }
}

function readStoredFeeIds(payId: string): unknown[] {
  try {
    const storedIds: unknown = JSON.parse(sessionStorage.getItem(toStorageKey(payId)) ?? '[]')
    return Array.isArray(storedIds) ? storedIds : []
  } catch {
    return []
  }
}

/**
 * Preselected fees: those chosen before leaving for the provider, or the one fee that the link or mail is about. Otherwise, or
 * once these are paid, all payable fees, earliest due first up to the limit, and only those that can be paid together if they
 * go to different accounts.
 */
export function useInitialFeeIds(payId: string, fees: PayView['fees']): () => Set<string> {
  const { state, search } = useLocation() as { state: { feePlayerId?: string } | null; search: string }
  return () => {
    const payableFees = fees.filter((fee) => !isUnderWay(fee))
    const storedIds = readStoredFeeIds(payId)
    const linkedFeeId = state?.feePlayerId ?? new URLSearchParams(search).get('fee')
    const preferredFees = [
      payableFees.filter(({ feePlayerId }) => storedIds.includes(feePlayerId)),
      payableFees.filter(({ feePlayerId }) => feePlayerId === linkedFeeId),
    ]
    const initialFees = paidTogether(preferredFees.find((fees) => fees.length > 0) ?? payableFees).slice(
      0,
      maxPaidAtOnce,
    )
    return new Set(initialFees.map(({ feePlayerId }) => feePlayerId))
  }
}

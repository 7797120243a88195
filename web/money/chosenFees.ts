import { useLocation } from 'react-router-dom'
import { maxPaidAtOnce, paidTogether } from '#shared/rules/paying.ts'
import type { PayView } from './usePayLink.ts'

/** A payment is under way, so there is nothing to choose. */
export const isUnderWay = ({ beingPaid }: Pick<PayView['fees'][number], 'beingPaid'>): boolean =>
  beingPaid === 'onItsWay' || beingPaid === 'asked'

const place = (payId: string) => `pay.${payId}`

/** Remembers the chosen fees in this tab while the user is on the provider's page. */
export function keepChosen(payId: string, feePlayerIds: readonly string[]): void {
  try {
    sessionStorage.setItem(place(payId), JSON.stringify(feePlayerIds))
  } catch {
    // Without storage the user chooses again.
  }
}

function keptChosen(payId: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(payId)) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/**
 * Preselected fees: those chosen before leaving for the provider, or the one fee that the link or mail is about. Otherwise, or
 * once these are paid, all payable fees, earliest due first up to the limit, and only those that can be paid together if they
 * go to different accounts.
 */
export function useFirstChosen(payId: string, fees: PayView['fees']): () => Set<string> {
  const { state, search } = useLocation() as { state: { feePlayerId?: string } | null; search: string }
  return () => {
    const all = fees.filter((fee) => !isUnderWay(fee))
    const kept = keptChosen(payId)
    const one = state?.feePlayerId ?? new URLSearchParams(search).get('fee')
    const among = [
      all.filter(({ feePlayerId }) => kept.includes(feePlayerId)),
      all.filter(({ feePlayerId }) => feePlayerId === one),
    ]
    const chosen = paidTogether(among.find((some) => some.length > 0) ?? all).slice(0, maxPaidAtOnce)
    return new Set(chosen.map(({ feePlayerId }) => feePlayerId))
  }
}

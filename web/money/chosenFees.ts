import { useLocation } from 'react-router-dom'
import { mostPaidAtOnce, paidTogether } from '#shared/rules/paying.ts'
import type { PayView } from './usePayLink.ts'

/** It was paid, as far as its payer is concerned: there is nothing to choose. */
export const isUnderWay = ({ beingPaid }: Pick<PayView['fees'][number], 'beingPaid'>): boolean =>
  beingPaid === 'onItsWay' || beingPaid === 'asked'

const place = (payId: string) => `pay.${payId}`

/** What was chosen goes along to the provider's page and back, in this tab. */
export function keepChosen(payId: string, feePlayerIds: readonly string[]): void {
  try {
    sessionStorage.setItem(place(payId), JSON.stringify(feePlayerIds))
  } catch {
    // Without storage it is chosen again.
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
 * What is chosen where one comes to pay: what one had chosen before, back from the provider's page; or the one fee from which
 * one comes, or whose mail leads here. Without, or once that is paid, all that can be paid: of many those that are due soonest,
 * which come first; of those that go to different accounts, the ones that are paid at once.
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
    const chosen = paidTogether(among.find((some) => some.length > 0) ?? all).slice(0, mostPaidAtOnce)
    return new Set(chosen.map(({ feePlayerId }) => feePlayerId))
  }
}

import type { PayoutLine } from '../../providers/stripePayouts.ts'
import type { LedgerEntry } from '../../table/ledger.ts'
import type { Difference } from '../../table/payouts.ts'
import { sumOfAccount } from './accountSum.ts'

/** The ledger entries of a line of a payout, by the type of the line. */
export const effectsOf = ({ sourceId }: Pick<PayoutLine, 'sourceId'>): string[] | undefined => {
  switch (sourceId.split('_')[0]) {
    case 'ch':
    // A bank transfer, not a card.
    case 'py':
      return [`charge:${sourceId}`, `fees:${sourceId}`]
    case 're':
    case 'pyr':
      return [`refund:${sourceId}`, `refund-failed:${sourceId}`]
    case 'du':
    case 'dp':
      // A dispute has an entry for each change: opened, closed, and closed again after an appeal.
      return [0, 1, 2, 3, 4, 5, 6, 7].map((step) => `dispute:${sourceId}:${step}`)
    default:
      return undefined
  }
}

const isFeeRefund = ({ type }: PayoutLine) => type === 'application_fee_refund'

/** The lines of a payout that do not agree with the ledger; `entries`: our entries of these lines, by effect. */
export function differencesOf(
  lines: readonly PayoutLine[],
  entries: ReadonlyMap<string, Pick<LedgerEntry, 'postings'>>,
): Difference[] {
  // Several lines may be about one thing, such as a dispute.
  const bySource = Map.groupBy(
    lines.filter((line) => !isFeeRefund(line)),
    ({ sourceId }) => sourceId,
  )
  let feeRefundCents = lines.filter(isFeeRefund).reduce((sum, { net }) => sum + net, 0)
  const differences: Difference[] = []
  for (const [sourceId, sourceLines] of bySource) {
    const { line = '' } = sourceLines[0] ?? {}
    const effects = effectsOf({ sourceId })
    const net = sourceLines.reduce((sum, each) => sum + each.net, 0)
    if (!effects) {
      differences.push({ line, why: 'unknown', cents: net })
      continue
    }
    const booked = effects.map((effect) => entries.get(effect)).filter((entry) => entry !== undefined)
    // The refund of the platform's share is a line of its own, which names the application fee, not the refund.
    const returned = /^(re|pyr)_/.test(sourceId) ? -sumOfAccount('expenses:platform', booked) : 0
    const expected = sumOfAccount('assets:clearing:stripe', booked) - returned
    feeRefundCents -= returned
    if (booked.length === 0) differences.push({ line, why: 'missing', cents: net })
    else if (expected !== net) differences.push({ line, why: 'amount', cents: net - expected })
  }
  return feeRefundCents === 0
    ? differences
    : [...differences, { line: 'application_fee_refund', why: 'amount', cents: feeRefundCents }]
}

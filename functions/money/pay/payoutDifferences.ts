import type { PayoutLine } from '../../providers/stripePayouts.ts'
import type { LedgerEntry } from '../../table/ledger.ts'
import type { Difference } from '../../table/payouts.ts'
import { sumOn } from './sumOn.ts'

/** The ledger effects that make up a payout line, by the type of its source. */
export const effectsOf = ({ sourceId }: Pick<PayoutLine, 'sourceId'>): string[] | undefined => {
  switch (sourceId.split('_')[0]) {
    case 'ch':
    // Paid by bank transfer instead of by card.
    case 'py':
      return [`charge:${sourceId}`, `fees:${sourceId}`]
    case 're':
    case 'pyr':
      return [`refund:${sourceId}`, `refund-failed:${sourceId}`]
    case 'du':
    case 'dp':
      // A dispute is booked at each change: opened, closed, and closed again after an appeal.
      return [0, 1, 2, 3, 4, 5, 6, 7].map((step) => `dispute:${sourceId}:${step}`)
    default:
      return undefined
  }
}

const isFeeBack = ({ type }: PayoutLine) => type === 'application_fee_refund'

/** How a payout's lines differ from the books; `entries` are the effects of these lines, by key. */
export function differencesOf(
  lines: readonly PayoutLine[],
  entries: ReadonlyMap<string, Pick<LedgerEntry, 'postings'>>,
): Difference[] {
  // Several lines may have one source: a dispute withdraws and returns money.
  const bySource = Map.groupBy(
    lines.filter((line) => !isFeeBack(line)),
    ({ sourceId }) => sourceId,
  )
  let feeBack = lines.filter(isFeeBack).reduce((sum, { net }) => sum + net, 0)
  const differences: Difference[] = []
  for (const [sourceId, some] of bySource) {
    const { line = '' } = some[0] ?? {}
    const effects = effectsOf({ sourceId })
    const net = some.reduce((sum, each) => sum + each.net, 0)
    if (!effects) {
      differences.push({ line, why: 'unknown', cents: net })
      continue
    }
    const booked = effects.map((effect) => entries.get(effect)).filter((entry) => entry !== undefined)
    // The platform's share that is returned with a refund has a line of its own, which names the fee and not the refund.
    const returned = /^(re|pyr)_/.test(sourceId) ? -sumOn('expenses:platform', booked) : 0
    const ours = sumOn('assets:clearing:stripe', booked) - returned
    feeBack -= returned
    if (booked.length === 0) differences.push({ line, why: 'missing', cents: net })
    else if (ours !== net) differences.push({ line, why: 'amount', cents: net - ours })
  }
  return feeBack === 0
    ? differences
    : [...differences, { line: 'application_fee_refund', why: 'amount', cents: feeBack }]
}

import type { PayoutLine } from '../../providers/stripePayouts.ts'
import type { LedgerEntry } from '../../table/ledger.ts'
import type { Difference } from '../../table/payouts.ts'
import { sumOn } from './sumOn.ts'

/** The effects in our books that make up a line of a payout, by what it is a line of. */
export const effectsOf = ({ sourceId }: Pick<PayoutLine, 'sourceId'>): string[] | undefined => {
  switch (sourceId.split('_')[0]) {
    case 'ch':
    // What came from a bank and not from a card.
    case 'py':
      return [`charge:${sourceId}`, `fees:${sourceId}`]
    case 're':
    case 'pyr':
      return [`refund:${sourceId}`, `refund-failed:${sourceId}`]
    case 'du':
    case 'dp':
      // A dispute is booked as often as it has changed: opened, closed, and after an appeal closed anew.
      return [0, 1, 2, 3, 4, 5, 6, 7].map((step) => `dispute:${sourceId}:${step}`)
    default:
      return undefined
  }
}

const isFeeBack = ({ type }: PayoutLine) => type === 'application_fee_refund'

/** What of a payout's lines does not agree with the books; `entries` are our effects of these lines, by their names. */
export function differencesOf(
  lines: readonly PayoutLine[],
  entries: ReadonlyMap<string, Pick<LedgerEntry, 'postings'>>,
): Difference[] {
  // Several lines may be about one thing: a dispute takes, and gives back.
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
    // What of the platform's share goes back with a refund has a line of its own, which names the fee and not the refund.
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

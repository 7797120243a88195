import { Problem } from '#shared/problems.ts'
import { type PaidOut, type PayoutLine, paidOut } from '../../providers/stripePayouts.ts'
import { type Account, ledger, type LedgerEntry } from '../../table/ledger.ts'
import { type Difference, payouts } from '../../table/payouts.ts'
import { write } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'

/** The effects in our books that make up a line of a payout, by what it is a line of. */
const effectsOf = ({ sourceId }: PayoutLine): string[] | undefined => {
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
      // A dispute is booked as often as it has changed: opened, and closed.
      return [0, 1, 2, 3].map((step) => `dispute:${sourceId}:${step}`)
    default:
      return undefined
  }
}

/**
 * Books what arrived in the club's bank, once, and compares it with the books line by line: what each thing has left on the
 * provider's account there and here. What does not agree is named.
 */
export async function settlePayout(stamp: Stamp, at: { organizationId: string; account: string; payoutId: string }) {
  const { organizationId, account, payoutId } = at
  if (await payouts.get({ organizationId, payoutId }, { consistent: true })) return
  const found = await paidOut(account, payoutId)
  if (!found) return
  const { cents, arrivesOn, lines } = found
  const differences = await compared(organizationId, found)
  try {
    await write(
      stamp,
      payouts.create({ organizationId, payoutId, cents, arrivesOn, lines: lines.length, differences }),
      ledger.book({
        organizationId,
        effect: `payout:${payoutId}`,
        bookedAt: stamp.at,
        postings: [
          { account: 'assets:bank', cents },
          { account: 'assets:clearing:stripe', cents: -cents },
        ],
      }),
    )
  } catch (error) {
    // Told twice at once: it is booked.
    if (!(error instanceof Problem) || error.code !== 'conflict') throw error
  }
}

async function compared(organizationId: string, { lines }: PaidOut): Promise<Difference[]> {
  const isFeeBack = ({ type }: PayoutLine) => type === 'application_fee_refund'
  // Several lines may be about one thing: a dispute takes, and gives back.
  const bySource = Map.groupBy(
    lines.filter((line) => !isFeeBack(line)),
    ({ sourceId }) => sourceId,
  )
  let feeBack = lines.filter(isFeeBack).reduce((sum, { net }) => sum + net, 0)
  const differences: Difference[] = []
  for (const some of bySource.values()) {
    const [first] = some
    const effects = first && effectsOf(first)
    if (!first) continue
    const net = some.reduce((sum, line) => sum + line.net, 0)
    if (!effects) {
      differences.push({ line: first.line, why: 'unknown', cents: net })
      continue
    }
    const found = await Promise.all(
      effects.map((effect) => ledger.get({ organizationId, effect }, { consistent: true })),
    )
    const booked = found.filter((entry) => entry !== undefined)
    // What of the platform's share goes back with a refund has a line of its own, which names the fee and not the refund.
    const returned = /^(re|pyr)_/.test(first.sourceId) ? -sumOf(booked, 'expenses:platform') : 0
    const ours = sumOf(booked, 'assets:clearing:stripe') - returned
    feeBack -= returned
    if (booked.length === 0) differences.push({ line: first.line, why: 'missing', cents: net })
    else if (ours !== net) differences.push({ line: first.line, why: 'amount', cents: net - ours })
  }
  return feeBack === 0
    ? differences
    : [...differences, { line: 'application_fee_refund', why: 'amount', cents: feeBack }]
}

/** What these effects have moved on an account. */
const sumOf = (entries: readonly LedgerEntry[], of: Account): number =>
  entries
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === of)
    .reduce((sum, { cents }) => sum + cents, 0)

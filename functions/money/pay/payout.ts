import { hasBeenReturned, readPayout, type PayoutLine } from '../../providers/stripePayouts.ts'
import { ledger } from '../../table/ledger.ts'
import { payouts } from '../../table/payouts.ts'
import type { Stamp } from '../../table/writes.ts'
import { bookFailedPayout, bookPayout } from './bookPayout.ts'
import { differencesOf, effectsOf } from './payoutDifferences.ts'

/**
 * Books a payout to the club's bank, once, and compares its lines with the ledger; differences are stored with it. If the bank sends it
 * back days later, that is booked too, once.
 */
export async function settlePayout(
  stamp: Stamp,
  reported: { organizationId: string; account: string; payoutId: string },
) {
  const { organizationId, account, payoutId } = reported
  const [booked, result] = await Promise.all([
    payouts.get({ organizationId, payoutId }, { consistent: true }),
    readPayout(account, payoutId),
  ])
  if (result === 'failed') {
    // A payout that failed before it was booked.
    if (booked && booked.failedAt === undefined) await bookFailedPayout(stamp, booked, clearing)
    return
  }
  if (booked || !result) return
  const { cents, arrivesOn, lines } = result
  const lineSummary = lines
    ? { lines: lines.length, differences: await compareLines(organizationId, lines) }
    : { lines: 0, differences: [], byHand: true as const }
  const payout = { organizationId, payoutId, cents, arrivesOn, ...lineSummary }
  await bookPayout(stamp, payout, { effect: `payout:${payoutId}`, clearing })
  // If it was reported as sent back at the same time, there was nothing to book back yet.
  if (await hasBeenReturned(account, payoutId)) await bookFailedPayout(stamp, payout, clearing)
}

const clearing = 'assets:clearing:stripe'

async function compareLines(organizationId: string, lines: readonly PayoutLine[]) {
  const effects = [...new Set(lines.flatMap((line) => effectsOf(line) ?? []))]
  const found = await ledger.getMany(
    effects.map((effect) => ({ organizationId, effect })),
    { consistent: true },
  )
  return differencesOf(lines, new Map(found.flatMap((entry) => (entry ? [[entry.effect, entry]] : []))))
}

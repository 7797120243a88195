import { type PaidOut, paidOut } from '../../providers/stripePayouts.ts'
import { ledger } from '../../table/ledger.ts'
import { payouts } from '../../table/payouts.ts'
import type { Stamp } from '../../table/writes.ts'
import { bookPayout } from './bookPayout.ts'
import { differencesOf, effectsOf } from './payoutDifferences.ts'

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
  await bookPayout(
    stamp,
    { organizationId, payoutId, cents, arrivesOn, lines: lines.length, differences },
    { effect: `payout:${payoutId}`, clearing: 'assets:clearing:stripe' },
  )
}

async function compared(organizationId: string, { lines }: PaidOut) {
  const effects = [...new Set(lines.flatMap((line) => effectsOf(line) ?? []))]
  const found = await ledger.getMany(
    effects.map((effect) => ({ organizationId, effect })),
    { consistent: true },
  )
  return differencesOf(lines, new Map(found.flatMap((entry) => (entry ? [[entry.effect, entry]] : []))))
}

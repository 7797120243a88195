import { Problem } from '#shared/problems.ts'
import { type PaidOut, paidOut } from '../../providers/stripePayouts.ts'
import { ledger } from '../../table/ledger.ts'
import { payouts } from '../../table/payouts.ts'
import { write } from '../../table/table.ts'
import type { Stamp } from '../../table/writes.ts'
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

async function compared(organizationId: string, { lines }: PaidOut) {
  const effects = [...new Set(lines.flatMap((line) => effectsOf(line) ?? []))]
  const found = await ledger.getMany(
    effects.map((effect) => ({ organizationId, effect })),
    { consistent: true },
  )
  return differencesOf(lines, new Map(found.flatMap((entry) => (entry ? [[entry.effect, entry]] : []))))
}

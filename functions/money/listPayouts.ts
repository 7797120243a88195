import type { money } from '#shared/api/money.ts'
import type { CallOf } from '../serve.ts'
import { payouts } from '../table/payouts.ts'

/** The payouts to the club, newest first. */
export async function listPayouts({
  params: { orgId: organizationId },
}: CallOf<typeof money, 'GET /rest-api/fee/payouts/{orgId}'>) {
  const found = await payouts.of(organizationId)
  return {
    payouts: found
      .toSorted((a, b) => b.arrivesOn.localeCompare(a.arrivesOn))
      .map(({ payoutId, cents, arrivesOn, lines, differences, byHand, failedAt }) => ({
        payoutId,
        amountInCents: cents,
        arrivesOn,
        lines,
        isByHand: byHand ?? false,
        hasFailed: failedAt !== undefined,
        differences: differences.map(({ line, why, cents }) => ({ line, why, amountInCents: cents })),
      })),
  }
}

import { organizationOf } from '#shared/ids.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { dueDaysWorker } from '../people/dueDays.ts'
import { fees } from '../table/fees.ts'
import { type DueDays, feesDue } from '../table/me.ts'
import { players } from '../table/players.ts'
import { organizations } from '../table/organizations.ts'

/** How many due days are stored; a family with more unpaid fees sees only these. */
const maxDue = 100

/** Runs for each change of a fee, of a family and of a club's time zone: maintains the due days of what a player owes. */
export const handler = dueDaysWorker('money-owed', feesDue, dueDaysOfFees)

async function dueDaysOfFees(playerId: string, userId: string): Promise<DueDays> {
  const [player, ownFees, club] = await Promise.all([
    players.get({ playerId }, { consistent: true }),
    fees.ofPlayer(playerId, { consistent: true }),
    organizations.get({ organizationId: organizationOf(playerId) }, { consistent: true }),
  ])
  const allFees = [...ownFees, ...(await fees.ofPlayers(player?.also ?? [], { consistent: true }))]
  // Nothing needs to be done for a payment that is on its way.
  const dues = allFees
    .filter((fee) => outstandingOf(fee) > 0 && fee.status !== 'coming' && isAskedOf(fee, userId))
    .map(({ dueOn }) => dueOn)
  return { playerId, dues: dues.toSorted().slice(0, maxDue), timezone: club?.timezone ?? 'UTC' }
}

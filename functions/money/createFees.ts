import type { money } from '#shared/api/money.ts'
import { instalmentFeeOf, playerFeeOf, teamOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { partName } from '#shared/rules/fees.ts'
import { digestOf } from '../secrets/digest.ts'
import type { CallOf } from '../serve.ts'
import { chargeAll } from '../table/chargeFees.ts'
import { feeCharges } from '../table/fees.ts'
import { type NamedPlayer, players } from '../table/players.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { update } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/**
 * Creates fees for players: one for each player, or one for each instalment. Idempotent: after an interruption the same call completes it.
 */
export async function createFees({ stamp, body }: CallOf<typeof money, 'POST /rest-api/fee/create'>) {
  const { feeId, playerIds, name, description, absorbFees, tell } = body
  const chargedPlayers = await namedPlayersOf(feeId, [...new Set(playerIds)].toSorted())
  const plan = planOf(body)
  await storeCharge(stamp, feeId, JSON.stringify([name, description, absorbFees, plan]))
  for (const [i, { amountInCents, dueOn }] of plan.entries()) {
    const part =
      plan.length === 1 ? { id: feeId, name } : { id: instalmentFeeOf(feeId, i), name: partName(name, i, plan.length) }
    await chargeAll(
      stamp,
      chargedPlayers.map(({ playerId, firstName, lastName }) => ({
        playerFeeId: playerFeeOf(part.id, playerId),
        name: part.name,
        ...(description && { description }),
        ...(absorbFees && { absorbs: true }),
        // For a payment plan the family is told once, with its first part.
        ...(tell && i === 0 && { mail: 'wanted', toldAt: stamp.at }),
        amount: amountInCents,
        paid: 0,
        waived: 0,
        dueOn,
        state: 'open',
        firstName,
        lastName,
      })),
      { touchesPlayers: i === 0 },
    )
  }
  return { charged: chargedPlayers.length }
}

type Plan = { amountInCents: number; dueOn: string }
function planOf({ amountInCents, dueOn, instalments }: Plan & { instalments?: Plan[] | undefined }): Plan[] {
  if (!instalments) return [{ amountInCents, dueOn }]
  const sum = instalments.reduce((all, part) => all + part.amountInCents, 0)
  if (sum !== amountInCents) throw new Problem('bad_request', [faultAt('instalments', 'not_the_sum')])
  return instalments
}

/** The same fee can be charged to more players later, but the id cannot be reused for a different fee. */
async function storeCharge(stamp: Stamp, feeId: string, content: string): Promise<void> {
  const digest = digestOf(content)
  await update(
    stamp,
    feeCharges.upsert({ feeId }, { set: { feeId, digest }, when: [['digest', '=', digest]] }, 'fee_charged'),
  )
}

/** The players as the club knows them; for a team, those on its roster. */
async function namedPlayersOf(feeId: string, playerIds: string[]): Promise<NamedPlayer[]> {
  const teamId = teamOf(feeId)
  const found = teamId
    ? await rosterRows.getMany(playerIds.map((playerId) => ({ teamId, playerId })))
    : await players.getMany(playerIds.map((playerId) => ({ playerId })))
  return found.map((player) => {
    if (!player) throw new Problem('bad_request', [faultAt('playerIds', 'invalid')])
    return player
  })
}

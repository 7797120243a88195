import { createHash } from 'node:crypto'
import type { money } from '#shared/api/money.ts'
import { instalmentFeeOf, organizationOf, orgUnitOf, playerFeeOf, teamOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type Fee, feeCharges, feeDays, fees } from '../table/fees.ts'
import { ledger } from '../table/ledger.ts'
import { players } from '../table/players.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { chunks, mostAtOnce, update, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { moved } from './changeFee.ts'

/** A fee and its effect each, and the sums of their day. */
const mostFees = Math.floor((mostAtOnce - 1) / 2)

/** Charges players, each with fees of their own: one, or one for each instalment. Who asks again, because it was cut short, completes it. */
export async function createFees({ stamp, body }: CallOf<typeof money, 'POST /rest-api/fee/create'>) {
  const { feeId, playerIds, name, description, absorbFees, tell } = body
  const charged = await namesOf(feeId, [...new Set(playerIds)].toSorted())
  const plan = planOf(body)
  await keepCharge(stamp, feeId, JSON.stringify([name, description, absorbFees, plan]))
  for (const [i, { amountInCents, dueOn }] of plan.entries()) {
    const part =
      plan.length === 1
        ? { id: feeId, name }
        : { id: instalmentFeeOf(feeId, i), name: `${name} (${i + 1}/${plan.length})` }
    await chargeAll(
      stamp,
      charged.map(({ playerId, firstName, lastName }) => ({
        playerFeeId: playerFeeOf(part.id, playerId),
        name: part.name,
        ...(description && { description }),
        ...(absorbFees && { absorbs: true }),
        // Of a plan the family is told once, by its first part.
        ...(tell && i === 0 && { mail: 'wanted', toldAt: stamp.at }),
        amount: amountInCents,
        paid: 0,
        waived: 0,
        dueOn,
        state: 'open',
        firstName,
        lastName,
      })),
    )
  }
  return { charged: charged.length }
}

type Plan = { amountInCents: number; dueOn: string }
function planOf({ amountInCents, dueOn, instalments }: Plan & { instalments?: Plan[] | undefined }): Plan[] {
  if (!instalments) return [{ amountInCents, dueOn }]
  const sum = instalments.reduce((all, part) => all + part.amountInCents, 0)
  if (sum !== amountInCents) throw new Problem('bad_request', [faultAt('instalments', 'not_the_sum')])
  return instalments
}

/** Other players can be charged with the same later, and nobody with something else by the same id: that would be two fees. */
async function keepCharge(stamp: Stamp, feeId: string, content: string): Promise<void> {
  const digest = createHash('sha256').update(content).digest('base64url')
  await update(
    stamp,
    feeCharges.upsert({ feeId }, { set: { feeId, digest }, when: [['digest', '=', digest]] }, 'fee_charged'),
  )
}

/** All of them are of one team or club, and due on one day. */
export async function chargeAll(stamp: Stamp, all: readonly Fee[]): Promise<void> {
  for (const part of chunks(all, mostFees)) await charge(stamp, part)
}

type Named = { playerId: string; firstName: string; lastName: string }

/** The players as the club knows them; those of a team are on its roster. */
async function namesOf(feeId: string, playerIds: string[]): Promise<Named[]> {
  const teamId = teamOf(feeId)
  const found = teamId
    ? await rosterRows.getMany(playerIds.map((playerId) => ({ teamId, playerId })))
    : await players.getMany(playerIds.map((playerId) => ({ playerId })))
  return found.map((player) => {
    if (!player) throw new Problem('bad_request', [faultAt('playerIds', 'invalid')])
    return player
  })
}

/** All of these in one transaction; of those that were charged before, only those that were not. */
async function charge(stamp: Stamp, part: readonly Fee[]): Promise<void> {
  const [first] = part
  if (!first) return
  const { playerFeeId, amount, dueOn } = first
  const outcome = await write(
    stamp,
    ...part.map((fee) => fees.createOnce(fee)),
    ...part.map((fee) =>
      ledger.book({
        organizationId: organizationOf(fee.playerFeeId),
        effect: `fee:${fee.playerFeeId}`,
        bookedAt: stamp.at,
        about: fee.playerFeeId,
        postings: moved(amount, { from: 'income:fees', to: 'assets:receivable' }),
      }),
    ),
    ...feeDays.add({ orgUnitId: orgUnitOf(playerFeeId), dueOn }, { amount: amount * part.length, paid: 0, waived: 0 }),
  )
  if (outcome === 'written') return
  const there = await fees.getMany(part, { consistent: true })
  const lacking = part.filter((_, i) => !there[i])
  if (lacking.length < part.length) await charge(stamp, lacking)
}

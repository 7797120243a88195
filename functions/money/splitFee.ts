import type { money } from '#shared/api/money.ts'
import { feeOf, organizationOf, playerFeeOf, playerOf, registrationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { fullName } from '#shared/rules/names.ts'
import { partsOf, whyCannotSplit } from '#shared/rules/splitting.ts'
import { childrenAmong, grownUpsAmong } from '../people/childAccount.ts'
import type { CallOf } from '../serve.ts'
import { moved } from '../table/feeBooks.ts'
import { type Fee, fees } from '../table/fees.ts'
import { ledger } from '../table/ledger.ts'
import { familyOfFee, playerOfFee } from '../table/feeFamilies.ts'
import { guardiansWith, idsOf } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { registrationEntries } from '../table/registrationEntries.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, isLeftBy, type Stored, type Stamp } from '../table/writes.ts'
import { feeDetails } from './feeCards.ts'
import { mayEditFee } from '../access/fees.ts'
import { paymentPart } from './pay/paymentPart.ts'

/** The adults who pay for the player of a fee: a child's own account is not a home, and could not pay a part. */
export async function listPayers({
  params: { feePlayerId },
  now,
}: CallOf<typeof money, 'GET /rest-api/fee/payers/{feePlayerId}'>) {
  const [fee, family] = await Promise.all([fees.get({ playerFeeId: feePlayerId }), familyOfFee(feePlayerId)])
  // A player's family is shown only with a fee that exists in this club.
  if (!fee) throw new Problem('not_found')
  const paying = guardiansWith(family, 'pays')
  const [found, children] = await Promise.all([profiles.getMany(paying), childrenAmong(paying, now)])
  const payers = paying.map(({ userId }, i) => ({ userId, name: nameOf(found[i]) }))
  return { payers: payers.filter(({ userId }) => !children.has(userId)) }
}

const nameOf = (profile: { firstName: string; lastName: string } | undefined) => (profile ? fullName(profile) : '')

type Call = CallOf<typeof money, 'POST /rest-api/fee/split/{feePlayerId}'>
type Homes = NonNullable<Call['body']['homes']>

/**
 * Splits a fee: it becomes the part of one home, and the part of the other is a new fee. So each part is paid, late, reminded of,
 * cancelled and refunded separately.
 */
export async function splitFee({ params: { feePlayerId }, body: { homes, all, revision }, stamp, me }: Call) {
  if (homes) {
    const payers = await grownUpsAmong(guardiansWith(await familyOfFee(feePlayerId), 'pays'), stamp.at)
    const may = new Set(payers.map(({ userId }) => userId))
    const chosen = [...homes.one, ...homes.other]
    if (new Set(chosen).size < chosen.length || !chosen.every((userId) => may.has(userId)))
      throw new Problem('not_found')
  }
  const before = await fees.get({ playerFeeId: feePlayerId }, { consistent: true })
  if (!before) throw new Problem('not_found')
  if (before.version === revision) await divide(stamp, before, homes)
  else if (!(await isDone(stamp, before, homes, revision))) throw new Problem('conflict')
  if (all && homes) {
    const [{ access }, player] = await Promise.all([me, playerOfFee(feePlayerId)])
    const charged = player ? await fees.ofPlayers(idsOf(player), { consistent: true }) : []
    for (const { playerFeeId } of charged)
      if (mayEditFee(access, playerFeeId)) await retryOnConflict(() => divideToo(stamp, playerFeeId, homes))
  }
  return feeDetails(feePlayerId, stamp.at)
}

/**
 * Whether the same person already did the same with a request whose response was lost: both parts have the homes and the share of
 * this request. If one was corrected since, the answer is no.
 */
async function isDone(stamp: Stamp, fee: Stored<Fee>, homes: Homes | null, revision: number): Promise<boolean> {
  if (fee.version !== revision + 1 || !isLeftBy(fee, stamp) || !isOf(fee, homes?.one)) return false
  if (!homes) return true
  const theirs = await fees.get({ playerFeeId: otherPartOf(fee.playerFeeId, revision) }, { consistent: true })
  if (!theirs || !isOf(theirs, homes.other)) return false
  return partsOf(outstandingOf(fee) + theirs.amount, homes.percent)?.[1] === theirs.amount
}

const isOf = ({ payers = [] }: Fee, home: readonly string[] = []) => payers.join() === home.join()

/** The id of the other part when a fee is split at this revision; the same for a repeated request. */
function otherPartOf(playerFeeId: string, revision: number): string {
  const unit = feeOf(playerFeeId).split('.').slice(0, -1).join('.')
  return playerFeeOf(`${unit}.d${paymentPart(`split ${playerFeeId} ${revision}`)}`, playerOf(playerFeeId))
}

async function divide(stamp: Stamp, fee: Stored<Fee>, homes: Homes | null) {
  const { playerFeeId, version, amount } = fee
  const when = ifUnchanged({ version })
  if (!homes) {
    await update(stamp, fees.change({ playerFeeId }, { set: { payers: undefined }, when }))
    return
  }
  const why = whyCannotSplit(fee, await holdsPlace(fee))
  if (why) throw new Problem(why)
  const [, cents] = partsOf(outstandingOf(fee), homes.percent) ?? []
  if (cents === undefined) throw new Problem('split_too_small')
  const {
    name,
    description,
    absorbs,
    byHand,
    dueOn,
    firstName,
    lastName,
    partOf = feeOf(playerFeeId),
    paymentAccountId,
  } = fee
  const theirs: Fee = {
    playerFeeId: otherPartOf(playerFeeId, version),
    ...{
      name,
      dueOn,
      firstName,
      lastName,
      amount: cents,
      paid: 0,
      waived: 0,
      state: 'open',
      payers: homes.other,
      type: 'part',
    },
    partOf,
    splitAt: stamp.at,
    ...(fee.playerId !== undefined && { playerId: fee.playerId }),
    ...(description !== undefined && { description }),
    ...(absorbs && { absorbs }),
    ...(byHand && { byHand }),
    ...(paymentAccountId !== undefined && { paymentAccountId }),
  }
  const entry = { organizationId: organizationOf(playerFeeId), bookedAt: stamp.at }
  // Both are due on the same day, in the same team, so the daily sums stay the same.
  await write(
    stamp,
    fees.change(
      { playerFeeId },
      { set: { amount: amount - cents, dueOn, payers: homes.one, type: 'part', splitAt: stamp.at, playerFeeId }, when },
    ),
    fees.create(theirs),
    ledger.book({
      ...entry,
      effect: `split:${playerFeeId}:${version}`,
      about: playerFeeId,
      postings: moved(cents, { from: 'assets:receivable', to: 'income:fees' }),
    }),
    ledger.book({
      ...entry,
      effect: `fee:${theirs.playerFeeId}`,
      about: theirs.playerFeeId,
      postings: moved(cents, { from: 'income:fees', to: 'assets:receivable' }),
    }),
  )
}

/**
 * Whether the fee holds a place in a registration. A place is held until its first part is paid, as long as the family pays all
 * of it at once; one on the waiting list is held by a deposit, all of which counts towards the price or is refunded.
 */
export async function holdsPlace({ registrationPlayerId }: Fee): Promise<boolean> {
  if (registrationPlayerId === undefined) return false
  const id = { registrationId: registrationOf(registrationPlayerId), playerId: playerOf(registrationPlayerId) }
  const entry = await registrationEntries.get(id, { consistent: true })
  return entry?.state === 'paying' || entry?.state === 'waiting' || entry?.state === 'offered'
}

/** Skips fees that cannot be split or are split already. */
async function divideToo(stamp: Stamp, playerFeeId: string, homes: Homes): Promise<void> {
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  if (!fee || fee.payers) return
  try {
    await divide(stamp, fee, homes)
  } catch (error) {
    const isLeft =
      error instanceof Problem &&
      ['fee_settled', 'split_too_late', 'split_held', 'split_too_small'].includes(error.code)
    if (!isLeft) throw error
  }
}

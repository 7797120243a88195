import type { money } from '#shared/api/money.ts'
import { feeOf, organizationOf, playerFeeOf, playerOf, registrationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { fullName } from '#shared/rules/names.ts'
import { partsOf, whyCannotSplit } from '#shared/rules/splitting.ts'
import { childrenAmong, grownUpsAmong } from '../people/childAccount.ts'
import type { CallOf } from '../serve.ts'
import { derivedPart } from '../table/derivedPart.ts'
import { transferPostings } from '../table/feeBooks.ts'
import { type Fee, fees } from '../table/fees.ts'
import { ignore } from '../table/ignore.ts'
import { ledger } from '../table/ledger.ts'
import { familyOfFee, playerOfFee } from '../table/feeFamilies.ts'
import { guardiansWith, allIdsOf } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { registrationEntries } from '../table/registrationEntries.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, isLastWrittenBy, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { feeDetails } from './feeCards.ts'
import { mayEditFee } from '../access/fees.ts'

/** The guardians who pay for the player of a fee, without a child's own account, which cannot pay. */
export async function listPayers({
  params: { feePlayerId },
  now,
}: CallOf<typeof money, 'GET /rest-api/fee/payers/{feePlayerId}'>) {
  const [fee, family] = await Promise.all([fees.get({ playerFeeId: feePlayerId }), familyOfFee(feePlayerId)])
  // The family is only shown for a player whom this team or club has charged.
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
 * Splits a fee between two homes: it becomes the part of the one, and a new fee is the part of the other. So each part is paid, reminded
 * of, cancelled and refunded by itself. `all`: the other open fees of the player are split too.
 */
export async function splitFee({ params: { feePlayerId }, body: { homes, all, revision }, stamp, me }: Call) {
  if (homes) {
    const payers = await grownUpsAmong(guardiansWith(await familyOfFee(feePlayerId), 'pays'), stamp.at)
    const payerIds = new Set(payers.map(({ userId }) => userId))
    const chosen = [...homes.one, ...homes.other]
    if (new Set(chosen).size < chosen.length || !chosen.every((userId) => payerIds.has(userId)))
      throw new Problem('not_found')
  }
  const storedFee = await fees.get({ playerFeeId: feePlayerId }, { consistent: true })
  if (!storedFee) throw new Problem('not_found')
  if (storedFee.version === revision) await divide(stamp, storedFee, homes)
  else if (!(await wasSplitBefore(stamp, storedFee, homes, revision))) throw new Problem('conflict')
  if (all && homes) {
    const [{ access }, player] = await Promise.all([me, playerOfFee(feePlayerId)])
    const playerFees = player ? await fees.ofPlayers(allIdsOf(player), { consistent: true }) : []
    for (const { playerFeeId } of playerFees)
      if (mayEditFee(access, playerFeeId)) await retryOnConflict(() => divideOther(stamp, playerFeeId, homes))
  }
  return feeDetails(feePlayerId, stamp.at)
}

/**
 * Whether the same request was done before, and its reply lost: the caller made the last write, and both parts have the payers and the
 * share of this request.
 */
async function wasSplitBefore(stamp: Stamp, fee: Stored<Fee>, homes: Homes | null, revision: number): Promise<boolean> {
  if (fee.version !== revision + 1 || !isLastWrittenBy(fee, stamp) || !isPaidByHome(fee, homes?.one)) return false
  if (!homes) return true
  const other = await fees.get({ playerFeeId: otherPartOf(fee.playerFeeId, revision) }, { consistent: true })
  if (!other || !isPaidByHome(other, homes.other)) return false
  return partsOf(outstandingOf(fee) + other.amount, homes.percent)?.[1] === other.amount
}

const isPaidByHome = ({ payers = [] }: Fee, home: readonly string[] = []) => payers.join() === home.join()

/** The id of the other part of a fee. It follows from the revision, so that a repeated request does not create another one. */
function otherPartOf(playerFeeId: string, revision: number): string {
  const unit = feeOf(playerFeeId).split('.').slice(0, -1).join('.')
  return playerFeeOf(`${unit}.${derivedPart('d', `split ${playerFeeId} ${revision}`)}`, playerOf(playerFeeId))
}

/** Splits a fee between two homes; without `homes`, everybody of the family pays it again. */
async function divide(stamp: Stamp, fee: Stored<Fee>, homes: Homes | null): Promise<void> {
  const { playerFeeId, dueOn, amount } = fee
  const when = ifUnchanged(fee)
  if (!homes) {
    await update(stamp, fees.change({ playerFeeId }, { set: { payers: undefined }, when }))
    return
  }
  const refusal = whyCannotSplit(fee, await holdsPlace(fee))
  if (refusal) throw new Problem(refusal)
  const [, cents] = partsOf(outstandingOf(fee), homes.percent) ?? []
  if (cents === undefined) throw new Problem('split_too_small')
  const other = otherPart(fee, { cents, payers: homes.other, at: stamp.at })
  const ownPart = { amount: amount - cents, payers: homes.one, type: 'part', splitAt: stamp.at } as const
  // Both parts are due on the same day in the same team, so the sums of the club's fees do not change.
  await write(
    stamp,
    fees.change({ playerFeeId }, { set: { ...ownPart, dueOn, playerFeeId }, when }),
    fees.create(other),
    ...splitEntries(stamp, fee, other.playerFeeId, cents),
  )
}

/** The fee of the other home. */
const otherPart = (
  fee: Stored<Fee>,
  { cents, payers, at }: { cents: number; payers: readonly string[]; at: string },
): Fee => ({
  playerFeeId: otherPartOf(fee.playerFeeId, fee.version),
  partOf: fee.partOf ?? feeOf(fee.playerFeeId),
  name: fee.name,
  dueOn: fee.dueOn,
  firstName: fee.firstName,
  lastName: fee.lastName,
  amount: cents,
  paid: 0,
  waived: 0,
  state: 'open',
  payers: [...payers],
  type: 'part',
  splitAt: at,
  ...(fee.playerId !== undefined && { playerId: fee.playerId }),
  ...(fee.description !== undefined && { description: fee.description }),
  ...(fee.absorbs && { absorbs: fee.absorbs }),
  ...(fee.byHand && { byHand: fee.byHand }),
  ...(fee.paymentAccountId !== undefined && { paymentAccountId: fee.paymentAccountId }),
})

/** The ledger entries that move an amount from a fee to its other part. */
function splitEntries(stamp: Stamp, { playerFeeId, version }: Stored<Fee>, otherId: string, cents: number): Write[] {
  const entry = { organizationId: organizationOf(playerFeeId), bookedAt: stamp.at }
  return [
    ledger.book({
      ...entry,
      effect: `split:${playerFeeId}:${version}`,
      about: playerFeeId,
      postings: transferPostings(cents, { from: 'assets:receivable', to: 'income:fees' }),
    }),
    ledger.book({
      ...entry,
      effect: `fee:${otherId}`,
      about: otherId,
      postings: transferPostings(cents, { from: 'income:fees', to: 'assets:receivable' }),
    }),
  ]
}

/**
 * Whether a place on a registration depends on this fee: a place that is held until its first part is paid, or one on the waiting list with
 * a deposit, all of which counts towards the price or is refunded.
 */
export async function holdsPlace({ registrationPlayerId }: Fee): Promise<boolean> {
  if (registrationPlayerId === undefined) return false
  const id = { registrationId: registrationOf(registrationPlayerId), playerId: playerOf(registrationPlayerId) }
  const entry = await registrationEntries.get(id, { consistent: true })
  return entry?.state === 'paying' || entry?.state === 'waiting' || entry?.state === 'offered'
}

/** Splits another fee of the player; one that cannot be split, or is split already, is left as it is. */
async function divideOther(stamp: Stamp, playerFeeId: string, homes: Homes): Promise<void> {
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  if (!fee || fee.payers) return
  const cannotSplit = ignore('fee_settled', 'split_too_late', 'split_held', 'split_too_small')
  await divide(stamp, fee, homes).catch(cannotSplit)
}

import { registrationPlayerOf } from '#shared/ids.ts'
import { isProblem, Problem } from '#shared/problems.ts'
import { type Fee, fees } from '../table/fees.ts'
import { feeIdsOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrations } from '../table/registrations.ts'
import { write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { hasOptionWithoutDates } from './dates.ts'
import { allFeeIdsOf, depositFeeIdOf, depositCorrections, canBeOffered, updateDepositState } from './deposits.ts'
import { whileCancelled, dropFee, dropFees, isPaid } from './dropFees.ts'
import { lapsedMails } from './lapsedMails.ts'
import { checkOnlyPlace } from './checkOnlyPlace.ts'
import { limitProblems, offerPlaces } from './release.ts'
import { reserveWrites } from './reservations.ts'

/**
 * Brings a place up to date with the payment of its first fee, and gives the outcome in a word, for the log. Paid in time, the player is
 * registered. Paid too late, they get a place if there is one; otherwise, or if the player has a place under an id that was merged into
 * theirs, or the family has given it up, what was paid is refunded and the family is mailed. `changedFeeId`: the fee that has changed.
 */
export async function settlePlace(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  changedFeeId?: string,
): Promise<string> {
  const [first] = feeIdsOf(entry).parts
  if (changedFeeId !== undefined && !allFeeIdsOf(entry).some(({ playerFeeId }) => playerFeeId === changedFeeId))
    return cancelEarlierFees(stamp, entry)
  if (changedFeeId !== undefined && changedFeeId === depositFeeIdOf(entry)?.playerFeeId)
    return settleDeposit(stamp, entry, changedFeeId)
  const fee = first === undefined ? undefined : await fees.get({ playerFeeId: first }, { consistent: true })
  if (!fee) return 'nothing to pay'
  if (entry.state === 'paying' && isPaid(fee)) {
    // A conflict with the lapsing of the hold, which would refund what was paid at the same instant.
    await write(stamp, registerWrite(entry), fees.check(fee, ifUnchanged(fee)))
    return 'registered'
  }
  if (entry.state !== 'cancelled') return 'not paid yet'
  return isPaid(fee) ? settleLate(stamp, entry, fee) : dropUnpaid(stamp, entry, fee)
}

const registerWrite = (entry: Stored<RegistrationEntry>) =>
  registrationEntries.change(entry, {
    set: {
      state: 'registered',
      landing: 'wanted',
      heldUntil: undefined,
      lapsedAt: undefined,
      asOffered: undefined,
      answersGoAt: undefined,
      answersGoneAt: undefined,
    },
    when: ifUnchanged(entry),
  })

/** The payment has ended, and the place that it was for is released already. */
async function dropUnpaid(stamp: Stamp, entry: Stored<RegistrationEntry>, fee: Fee): Promise<string> {
  const isOpen = fee.state === 'open' && fee.paid === 0
  const unpaidWrites = isOpen ? await mailNotPaid(stamp, entry) : []
  await dropFees(stamp, entry, { ...whileCancelled(entry), unpaidWrites })
  return 'not paid'
}

/** The place was paid after it was released: the player gets another one, or the money back. */
async function settleLate(stamp: Stamp, entry: Stored<RegistrationEntry>, fee: Stored<Fee>): Promise<string> {
  const [whole, corrections, onlyPlaceWrites] = await Promise.all([
    registrations.readWhole(entry),
    depositCorrections(stamp, entry, fee),
    checkOnlyPlace(entry),
  ])
  try {
    // As if there were no place: where the family has given it up, and where what was chosen has no date left.
    const isWanted = entry.givenUp === undefined
    if (
      !isWanted ||
      !whole ||
      !corrections ||
      !onlyPlaceWrites ||
      (await hasOptionWithoutDates(entry, whole.options, stamp.at))
    )
      throw new Problem('registration_full')
    const reservations = reserveWrites({ ...whole, registrationId: entry.registrationId }, [entry])
    await write(stamp, ...reservations, registerWrite(entry), ...corrections, ...onlyPlaceWrites)
    return 'registered late'
  } catch (error) {
    if (!isProblem(error, ...limitProblems)) throw error
    await dropFee(stamp, entry, fee.playerFeeId, whileCancelled(entry))
    await dropFees(stamp, entry, whileCancelled(entry))
    return 'given back'
  }
}

/** The mail about a place that lapsed while a payment was under way, which has ended without paying it. */
async function mailNotPaid(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<Write[]> {
  const { lapsedAt } = entry
  if (lapsedAt === undefined) return []
  return [
    registrationEntries.change(entry, { set: { lapsedAt: undefined }, when: ifUnchanged(entry) }),
    ...(await lapsedMails(stamp, entry, { was: 'paying', until: lapsedAt })),
  ]
}

/**
 * A deposit was paid: the player may be offered a place. If they wait no more it is refunded, unless their place has been charged: then it
 * is settled with the place.
 */
async function settleDeposit(stamp: Stamp, entry: Stored<RegistrationEntry>, playerFeeId: string): Promise<string> {
  if (entry.state === 'cancelled') {
    const [first] = feeIdsOf(entry).parts
    if (first !== undefined && (await fees.get({ playerFeeId: first }, { consistent: true })))
      return settlePlace(stamp, entry)
    await dropFee(stamp, entry, playerFeeId, whileCancelled(entry))
    return 'given back'
  }
  // Also where it was noted before: that may have been cut short before the place was offered.
  if (entry.state === 'waiting' && canBeOffered(await updateDepositState(stamp, entry)))
    await offerPlaces(stamp, entry.registrationId)
  return 'deposit'
}

/** Fees of an earlier registration of a player who has been registered again since: they are cancelled, and what was paid is refunded. */
async function cancelEarlierFees(stamp: Stamp, entry: RegistrationEntry): Promise<string> {
  const { registrationId, playerId } = entry
  const about = registrationPlayerOf(registrationId, playerId)
  const currentFeeIds = new Set(allFeeIdsOf(entry).map(({ playerFeeId }) => playerFeeId))
  const playerFees = await fees.ofPlayer(playerId, { consistent: true })
  const earlierFees = playerFees.filter(
    ({ registrationPlayerId, playerFeeId, state }) =>
      registrationPlayerId === about && !currentFeeIds.has(playerFeeId) && state === 'open',
  )
  for (const { playerFeeId } of earlierFees) await dropFee(stamp, entry, playerFeeId)
  return earlierFees.some(({ paid }) => paid > 0) ? 'given back' : 'of before'
}

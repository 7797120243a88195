import { registrationPlayerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import type { Letters } from '../mail/letterKinds.ts'
import { ignore } from '../table/ignore.ts'
import { cancelling, leftOf, surchargeOf } from '../table/cancelFees.ts'
import { changed, changeFee, moved, type Step } from '../table/feeBooks.ts'
import { type Fee, feePayments, fees } from '../table/fees.ts'
import { outbox } from '../table/outbox.ts'
import { isOnline } from '../table/refunding.ts'
import { chargedAs, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrations } from '../table/registrations.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { toldFor } from './acting.ts'
import { isOver } from './dates.ts'
import { allFeesOf, depositFeeOf, evened, isOffered, noteDeposit } from './deposits.ts'
import { onlyPlace } from './onlyPlace.ts'
import { limits, offerPlaces, release, staysHeld, waitsOn } from './release.ts'
import { takes } from './takes.ts'

/** Gives back a place whose hold has lapsed, and mails the users who act for the player. */
export async function lapse(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<void> {
  const { state, heldUntil } = entry
  if ((state !== 'offered' && state !== 'paying') || heldUntil === undefined) return
  if (state === 'offered' ? await waitsOn(stamp, entry) : await waitsUnpaid(stamp, entry)) return
  await giveUp(stamp, entry, async (isComing) => ({
    more: await lapsedLetters(stamp, entry, { was: isComing ? 'coming' : state, until: heldUntil }),
    ...(isComing && { set: { lapsedAt: heldUntil } }),
  }))
}

/**
 * An offered place that was taken but cannot be paid now is not given up either, as long as nothing is paid on it; while a
 * payment is under way it stays held. Also true if it has become the player's.
 */
async function waitsUnpaid(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<boolean> {
  if (entry.asOffered === undefined) return false
  if ((await settle(stamp, entry)) === 'registered') return true
  const parts = chargedAs(entry).parts.map((playerFeeId) => ({ playerFeeId }))
  const charged = (await fees.getMany(parts, { consistent: true })).filter((fee) => fee !== undefined)
  if (charged.some(({ paid }) => paid > 0)) return false
  if (charged.some(({ paying }) => paying !== undefined)) return staysHeld(stamp, entry)
  const open = charged.filter(({ state }) => state === 'open')
  return waitsOn(
    stamp,
    entry,
    changed(
      stamp,
      open.map((fee) => ({ fee, step: takenBack(fee) })),
    ),
  )
}

type Lapsed = Pick<Letters['placeLapsed'], 'was' | 'until'>
async function lapsedLetters(stamp: Stamp, entry: RegistrationEntry, lapsed: Lapsed): Promise<Write[]> {
  const about = { registrationPlayerId: registrationPlayerOf(entry.registrationId, entry.playerId), ...lapsed }
  const told = await toldFor(entry, stamp.at)
  return told.map((userId) => outbox.want(stamp, { letter: 'placeLapsed', to: { userId }, about }))
}

/** `isComing`: a payment is under way, and may still buy the place. */
type AndSo = (isComing: boolean) => Promise<{ more: readonly Write[]; set?: Partial<RegistrationEntry> }>

/** Gives back a held place; its unpaid fees are cancelled. False if it has been paid meanwhile, and so is the player's. */
export async function giveUp(stamp: Stamp, entry: Stored<RegistrationEntry>, andSo: AndSo): Promise<boolean> {
  if (entry.state === 'paying' && (await settle(stamp, entry)) === 'registered') return false
  // Fees first: a call that is interrupted between the two steps is repeated.
  const isComing = (await dropFees(stamp, entry, asHeld(entry))) === 'coming'
  const { more, set } = await andSo(isComing)
  await release(stamp, entry, more, set)
  if (entry.state !== 'paying') return true
  // A worker that saw a payment end before this found the place still held, and left its fees; a user who started to pay at this
  // moment has charged it again.
  const now = await registrationEntries.get(entry, { consistent: true })
  if (now?.state === 'cancelled') await settle(stamp, now)
  return true
}

/**
 * What must hold while fees are cancelled: conditions in the same transactions (`beside`), and the fee that must still be unpaid
 * (`unpaid`). `once`: writes that go with the fees on which nothing was paid, instead of `beside`, as they hold the same.
 */
type Holds = { beside?: readonly Write[]; unpaid?: string | undefined; once?: readonly Write[] }
/** Nobody has taken or paid the place meanwhile: a payment for a place that is the player's must not go back. */
const asHeld = (entry: Stored<RegistrationEntry>): Holds => ({
  beside: [registrationEntries.check(entry, ifUnchanged(entry))],
  ...(entry.state === 'paying' && { unpaid: chargedAs(entry).parts[0] }),
})
/** The place is still lost: two workers that see the same late payment buy it once, and the second does not refund it. */
export const asLost = (entry: RegistrationEntry): Holds => ({
  beside: [registrationEntries.check(entry, [['state', '=', 'cancelled']])],
})
/** A waived fee counts as paid. */
const isPaid = (fee: Fee): boolean => fee.state === 'open' && outstandingOf(fee) <= 0

/**
 * Cancels the fees of a lost place; what was paid on them goes back. While one of them is being paid, all stay: the place may
 * still be bought, and a cancelled fee cannot be charged again under the same id.
 */
export async function dropFees(
  stamp: Stamp,
  entry: RegistrationEntry,
  holds: Holds = {},
): Promise<'coming' | 'dropped'> {
  const paid = await retryOnConflict(async () => {
    const found = await fees.getMany(allFeesOf(entry), { consistent: true })
    const charged = found.filter((fee) => fee !== undefined)
    for (const fee of charged) checkUnpaid(fee, holds)
    if (charged.some(({ paying }) => paying !== undefined)) return undefined
    const [some, none] = [charged.filter(({ paid }) => paid > 0), charged.filter(({ paid }) => paid <= 0)]
    const unpaid = none.filter(({ state }) => state === 'open')
    // All of these at once, and only while nobody has started to pay any of the others.
    if (unpaid.length > 0)
      await write(
        stamp,
        ...changed(
          stamp,
          unpaid.map((fee) => ({ fee, step: takenBack(fee) })),
        ),
        ...some.map((fee) => fees.check(fee, ifUnchanged(fee))),
        ...(holds.once?.length ? holds.once : (holds.beside ?? [])),
      )
    return some
  })
  if (!paid) return 'coming'
  for (const { playerFeeId } of paid) await dropFee(stamp, entry, playerFeeId, holds)
  return 'dropped'
}

/** Paid at this very moment: the retry finds the place taken. */
function checkUnpaid(fee: Fee, { unpaid }: Holds): void {
  if (fee.playerFeeId === unpaid && isPaid(fee)) throw new Problem('conflict')
}

const takenBack = (fee: Stored<Fee>): Step => ({
  set: 'remove',
  effect: `delete:${fee.playerFeeId}:${fee.version}`,
  postings: moved(outstandingOf(fee), { from: 'assets:receivable', to: 'income:fees' }),
})

const dropFee = (stamp: Stamp, entry: RegistrationEntry, playerFeeId: string, holds: Holds = {}) =>
  changeFee(stamp, playerFeeId, async (fee) => {
    if (fee.paying !== undefined || fee.state !== 'open') return undefined
    checkUnpaid(fee, holds)
    const step = fee.paid > 0 ? await goingBack(stamp, entry, fee) : takenBack(fee)
    return step && { ...step, more: [...(step.more ?? []), ...(holds.beside ?? [])] }
  }).catch(ignore('not_found'))

/**
 * Acts on the state of the part that is due first; `about`: the fee that the event was about. If it was paid in time, the player
 * is registered. If it was paid too late, they take a free place; if there is none, the player has one under the id they were
 * merged with, or their family has given it up, the payment goes back and the family is told.
 */
export async function settle(stamp: Stamp, entry: Stored<RegistrationEntry>, about?: string): Promise<string> {
  const [first] = chargedAs(entry).parts
  if (about !== undefined && !allFeesOf(entry).some(({ playerFeeId }) => playerFeeId === about))
    return settleOld(stamp, entry)
  if (about !== undefined && about === depositFeeOf(entry)?.playerFeeId) return settleDeposit(stamp, entry, about)
  const fee = first === undefined ? undefined : await fees.get({ playerFeeId: first }, { consistent: true })
  if (!fee) return 'nothing to pay'
  const staying = { answersGoAt: undefined, answersGoneAt: undefined }
  const registered = {
    state: 'registered',
    landing: 'wanted',
    heldUntil: undefined,
    lapsedAt: undefined,
    asOffered: undefined,
    ...staying,
  } as const
  const change = registrationEntries.change(entry, { set: registered, when: ifUnchanged(entry) })
  if (entry.state === 'paying' && isPaid(fee)) {
    // The payment must not go back at the same moment, with a hold that lapses.
    await write(stamp, change, fees.check(fee, ifUnchanged(fee)))
    return 'registered'
  }
  if (entry.state !== 'cancelled') return 'not paid yet'
  if (!isPaid(fee)) {
    const isOpen = fee.state === 'open' && fee.paid === 0
    const once = isOpen ? await notPaidEither(stamp, entry) : []
    await dropFees(stamp, entry, { ...asLost(entry), once })
    return 'not paid'
  }
  const [whole, even, only] = await Promise.all([
    registrations.whole(entry),
    evened(stamp, entry, fee),
    onlyPlace(entry),
  ])
  try {
    // A chosen option may have no date left by now: treated as if there was no place, and so is a place that was given up.
    const isWanted = entry.givenUp === undefined
    if (!isWanted || !whole || !even || !only || (await isOver(entry, whole.options, stamp.at)))
      throw new Problem('registration_full')
    await write(stamp, ...takes({ ...whole, registrationId: entry.registrationId }, [entry]), change, ...even, ...only)
    return 'registered late'
  } catch (error) {
    if (!(error instanceof Problem) || !limits.includes(error.code)) throw error
    await dropFee(stamp, entry, fee.playerFeeId, asLost(entry))
    await dropFees(stamp, entry, asLost(entry))
    return 'given back'
  }
}

/** Tells a family whose place lapsed during a payment that nothing more is owed, once that payment has ended without paying. */
async function notPaidEither(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<Write[]> {
  const { lapsedAt } = entry
  if (lapsedAt === undefined) return []
  return [
    registrationEntries.change(entry, { set: { lapsedAt: undefined }, when: ifUnchanged(entry) }),
    ...(await lapsedLetters(stamp, entry, { was: 'paying', until: lapsedAt })),
  ]
}

/**
 * The deposit of a player who no longer waits goes back, unless their place has been charged: then the deposit follows its fees.
 * A player whose deposit is paid may be offered a place.
 */
async function settleDeposit(stamp: Stamp, entry: Stored<RegistrationEntry>, playerFeeId: string): Promise<string> {
  if (entry.state === 'cancelled') {
    const [first] = chargedAs(entry).parts
    if (first !== undefined && (await fees.get({ playerFeeId: first }, { consistent: true })))
      return settle(stamp, entry)
    await dropFee(stamp, entry, playerFeeId, asLost(entry))
    return 'given back'
  }
  // Also if the deposit is noted already: the run that noted it may have been interrupted before offering a place.
  if (entry.state === 'waiting' && isOffered(await noteDeposit(stamp, entry)))
    await offerPlaces(stamp, entry.registrationId)
  return 'deposit'
}

/**
 * Fees from before the player registered again: others are charged now. A paid one goes back; the rest is cancelled once nobody
 * is paying it.
 */
async function settleOld(stamp: Stamp, entry: RegistrationEntry): Promise<string> {
  const { registrationId, playerId } = entry
  const about = registrationPlayerOf(registrationId, playerId)
  const asked = new Set(allFeesOf(entry).map(({ playerFeeId }) => playerFeeId))
  const all = await fees.ofPlayer(playerId, { consistent: true })
  const old = all.filter(
    ({ registrationPlayerId, playerFeeId, state }) =>
      registrationPlayerId === about && !asked.has(playerFeeId) && state === 'open',
  )
  for (const { playerFeeId } of old) await dropFee(stamp, entry, playerFeeId)
  return old.some(({ paid }) => paid > 0) ? 'given back' : 'of before'
}

/**
 * Online payments go back the way they came; payments by hand become the family's credit. The users who act for the player are
 * told in the same transaction.
 */
async function goingBack(stamp: Stamp, entry: RegistrationEntry, fee: Stored<Fee>): Promise<Step | undefined> {
  const { registrationId, playerId } = entry
  const { playerFeeId } = fee
  const isDeposit = depositFeeOf(entry)?.playerFeeId === playerFeeId
  const online = (await feePayments.of({ playerFeeId })).filter((payment) => leftOf(payment) > 0).filter(isOnline)
  // PayPal pays into the club's own account, so the club gives that part back there.
  const paidOn = online.some((payment) => payment.how === 'PAYPAL') ? 'paypal' : 'refund'
  const step = await cancelling(stamp, 'refund', { isVoid: true })(fee)
  // For a place that they never got, the family bears no costs, including the surcharge.
  const paidOnline = online.reduce((sum, payment) => sum + leftOf(payment), 0)
  const [cents, credit] = [paidOnline + surchargeOf(online), fee.paid - paidOnline]
  const registrationPlayerId = registrationPlayerOf(registrationId, playerId)
  const told =
    online.length === 0
      ? ({ how: 'credit', cents: String(credit) } as const)
      : ({ how: paidOn, cents: String(cents), ...(credit > 0 && { credit: String(credit) }) } as const)
  const why = entry.givenUp && ({ givenUp: 'yes' } as const)
  return (
    step && {
      ...step,
      more: [
        ...(step.more ?? []),
        ...(await toldFor(entry, stamp.at)).map((userId) =>
          outbox.want(stamp, {
            mailId: `place-lost.${playerFeeId}${userId === entry.userId ? '' : `.${userId}`}`,
            letter: isDeposit ? 'depositBack' : 'placeLost',
            to: { userId },
            about: { registrationPlayerId, ...told, ...why },
          }),
        ),
      ],
    }
  )
}

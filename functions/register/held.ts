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

/** Gives back a place whose hold has lapsed, and tells who acts for the player. */
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
 * A place that was offered and taken, which nobody can pay by now, is not let go either, where nothing is paid; while somebody is
 * paying it stays as it is. True also where it is theirs by now.
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

/** `isComing`: a payment is under way, and may buy the place still. */
type AndSo = (isComing: boolean) => Promise<{ more: readonly Write[]; set?: Partial<RegistrationEntry> }>

/**
 * Gives back a place that is held: what was charged for it and not paid is not asked any more. False where it is theirs, as it has
 * been paid by now.
 */
export async function giveUp(stamp: Stamp, entry: Stored<RegistrationEntry>, andSo: AndSo): Promise<boolean> {
  if (entry.state === 'paying' && (await settle(stamp, entry)) === 'registered') return false
  // The fees first: who is cut short between the two comes again.
  const isComing = (await dropFees(stamp, entry, asHeld(entry))) === 'coming'
  const { more, set } = await andSo(isComing)
  await release(stamp, entry, more, set)
  if (entry.state !== 'paying') return true
  // Whoever heard of a payment that ended before that found the place still held, and left its fees; and whoever went to pay at this
  // instant has charged it anew.
  const now = await registrationEntries.get(entry, { consistent: true })
  if (now?.state === 'cancelled') await settle(stamp, now)
  return true
}

/**
 * What holds while fees are taken back: writes of the same transactions, and which fee is not paid by then. `once`: writes that go
 * with those that nothing was paid on, in place of the others, as they hold the same.
 */
type Holds = { beside?: readonly Write[]; unpaid?: string | undefined; once?: readonly Write[] }
/** Nobody has taken or paid the place meanwhile: what was paid for a place that is theirs does not go back. */
const asHeld = (entry: Stored<RegistrationEntry>): Holds => ({
  beside: [registrationEntries.check(entry, ifUnchanged(entry))],
  ...(entry.state === 'paying' && { unpaid: chargedAs(entry).parts[0] }),
})
/** The place is still nobody's: two who hear of the same late payment buy it once, and it does not go back by the second. */
export const asLost = (entry: RegistrationEntry): Holds => ({
  beside: [registrationEntries.check(entry, [['state', '=', 'cancelled']])],
})
/** What the club has waived is not waited for. */
const isPaid = (fee: Fee): boolean => fee.state === 'open' && outstandingOf(fee) <= 0

/**
 * Takes back the fees of a place that is not theirs any more; what was paid on them goes back. While one of them is being
 * paid all of them stay: the place may still be theirs, and what was taken back is not charged by the same name again.
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
    // All of those at once, and only while nobody has begun to pay any of the others.
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

/** It was paid at this instant: whoever comes again finds the place taken. */
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
 * What follows from how the part stands that is due first; `about`: the fee that was heard of. Paid in time, the player is registered. Paid too late, they take a
 * place that is free; where there is none, or the player has one as who they were made one with, or their family has given it up,
 * what was paid goes back and the family is told.
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
    // What was paid does not go back at this instant, with the hold that lapses.
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
    // What was chosen may have no date left by now: then it is as if there was no place; as it is for who wants none any more.
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

/** Whose place has lapsed while its payment was under way is told that nothing more is asked once that has ended without paying it. */
async function notPaidEither(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<Write[]> {
  const { lapsedAt } = entry
  if (lapsedAt === undefined) return []
  return [
    registrationEntries.change(entry, { set: { lapsedAt: undefined }, when: ifUnchanged(entry) }),
    ...(await lapsedLetters(stamp, entry, { was: 'paying', until: lapsedAt })),
  ]
}

/**
 * A deposit of who waits no more goes back, unless their place has been charged: then it shares the fate of that. Who has paid
 * it may be offered a place.
 */
async function settleDeposit(stamp: Stamp, entry: Stored<RegistrationEntry>, playerFeeId: string): Promise<string> {
  if (entry.state === 'cancelled') {
    const [first] = chargedAs(entry).parts
    if (first !== undefined && (await fees.get({ playerFeeId: first }, { consistent: true })))
      return settle(stamp, entry)
    await dropFee(stamp, entry, playerFeeId, asLost(entry))
    return 'given back'
  }
  // Also of who is noted already: whoever noted it may have been cut short before they offered a place.
  if (entry.state === 'waiting' && isOffered(await noteDeposit(stamp, entry)))
    await offerPlaces(stamp, entry.registrationId)
  return 'deposit'
}

/**
 * Fees of before, of a player who has been registered anew since: others are asked for now. What was paid on one goes back; the
 * rest is taken back, once nobody is paying it any more.
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
 * What was paid online goes back the way that it came; what came in by hand is the family’s credit. Who acts for the
 * player is told in the same transaction.
 */
async function goingBack(stamp: Stamp, entry: RegistrationEntry, fee: Stored<Fee>): Promise<Step | undefined> {
  const { registrationId, playerId } = entry
  const { playerFeeId } = fee
  const isDeposit = depositFeeOf(entry)?.playerFeeId === playerFeeId
  const online = (await feePayments.of({ playerFeeId })).filter((payment) => leftOf(payment) > 0).filter(isOnline)
  // PayPal pays into the club's own account: what goes back of that the club gives back there.
  const paidOn = online.some((payment) => payment.how === 'PAYPAL') ? 'paypal' : 'refund'
  const step = await cancelling(stamp, 'refund', { isVoid: true })(fee)
  // For a place that they never got the family bears nothing, nor what came on top of it.
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

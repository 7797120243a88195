import { fees } from '../table/fees.ts'
import { changeWrites } from '../table/feeBooks.ts'
import { feeIdsOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'
import { whileHeld, dropFees, removalStep } from './dropFees.ts'
import { lapsedMails } from './lapsedMails.ts'
import { release, extendHold, returnToWaitingList } from './release.ts'
import { settlePlace } from './settlePlace.ts'

/** Releases a place whose hold has lapsed, and mails who acts for the player. */
export async function lapse(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<void> {
  const { state, heldUntil } = entry
  if ((state !== 'offered' && state !== 'paying') || heldUntil === undefined) return
  if (state === 'offered' ? await returnToWaitingList(stamp, entry) : await isKeptUnpaid(stamp, entry)) return
  await releaseHeldPlace(stamp, entry, async (isComing) => ({
    more: await lapsedMails(stamp, entry, { was: isComing ? 'coming' : state, until: heldUntil }),
    ...(isComing && { set: { lapsedAt: heldUntil } }),
  }))
}

/**
 * Whether a place that is being paid is not released: it is paid by now; or it was offered and accepted, and nobody could pay for it,
 * because the club takes no payments online at present. Then the player goes back to the waiting list, or the hold is extended while a
 * payment is under way.
 */
async function isKeptUnpaid(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<boolean> {
  if (entry.asOffered === undefined) return false
  if ((await settlePlace(stamp, entry)) === 'registered') return true
  const parts = feeIdsOf(entry).parts.map((playerFeeId) => ({ playerFeeId }))
  const charged = (await fees.getMany(parts, { consistent: true })).filter((fee) => fee !== undefined)
  if (charged.some(({ paid }) => paid > 0)) return false
  if (charged.some(({ paying }) => paying !== undefined)) return extendHold(stamp, entry)
  const openFees = charged.filter(({ state }) => state === 'open')
  return returnToWaitingList(
    stamp,
    entry,
    changeWrites(
      stamp,
      openFees.map((fee) => ({ fee, step: removalStep(fee) })),
    ),
  )
}

/** What else is written when a place is released. `isComing`: a payment is under way, which may still buy the place. */
type ReleaseExtras = (isComing: boolean) => Promise<{ more: readonly Write[]; set?: Partial<RegistrationEntry> }>

/** Releases a place that is held, and cancels its unpaid fees. False if it has been paid by now, so that the player is registered. */
export async function releaseHeldPlace(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  extrasFor: ReleaseExtras,
): Promise<boolean> {
  if (entry.state === 'paying' && (await settlePlace(stamp, entry)) === 'registered') return false
  // The fees first: if this is cut short between the two, the place is still held, and all of it is done again.
  const isPaymentPending = (await dropFees(stamp, entry, whileHeld(entry))) === 'coming'
  const { more, set } = await extrasFor(isPaymentPending)
  await release(stamp, entry, more, set)
  if (entry.state !== 'paying') return true
  // A payment that ended just before found the place still held and left its fees; and a payment that was started at the same time has
  // created them again.
  const current = await registrationEntries.get(entry, { consistent: true })
  if (current?.state === 'cancelled') await settlePlace(stamp, current)
  return true
}

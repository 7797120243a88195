import { fees } from '../table/fees.ts'
import { changeWrites } from '../table/feeBooks.ts'
import { feeIdsOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'
import { asHeld, dropFees, takenBack } from './dropFees.ts'
import { lapsedMails } from './lapsedMails.ts'
import { release, staysHeld, waitsOn } from './release.ts'
import { settlePlace } from './settlePlace.ts'

/** Releases a place whose hold has lapsed, and mails who acts for the player. */
export async function lapse(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<void> {
  const { state, heldUntil } = entry
  if ((state !== 'offered' && state !== 'paying') || heldUntil === undefined) return
  if (state === 'offered' ? await waitsOn(stamp, entry) : await waitsUnpaid(stamp, entry)) return
  await giveUp(stamp, entry, async (isComing) => ({
    more: await lapsedMails(stamp, entry, { was: isComing ? 'coming' : state, until: heldUntil }),
    ...(isComing && { set: { lapsedAt: heldUntil } }),
  }))
}

/**
 * Whether a place that is being paid is not released: it is paid by now; or it was offered and accepted, and nobody could pay for it,
 * because the club takes no payments online at present. Then the player goes back to the waiting list, or the hold is extended while a
 * payment is under way.
 */
async function waitsUnpaid(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<boolean> {
  if (entry.asOffered === undefined) return false
  if ((await settlePlace(stamp, entry)) === 'registered') return true
  const parts = feeIdsOf(entry).parts.map((playerFeeId) => ({ playerFeeId }))
  const charged = (await fees.getMany(parts, { consistent: true })).filter((fee) => fee !== undefined)
  if (charged.some(({ paid }) => paid > 0)) return false
  if (charged.some(({ paying }) => paying !== undefined)) return staysHeld(stamp, entry)
  const open = charged.filter(({ state }) => state === 'open')
  return waitsOn(
    stamp,
    entry,
    changeWrites(
      stamp,
      open.map((fee) => ({ fee, step: takenBack(fee) })),
    ),
  )
}

/** What else is written when a place is released. `isComing`: a payment is under way, which may still buy the place. */
type AndSo = (isComing: boolean) => Promise<{ more: readonly Write[]; set?: Partial<RegistrationEntry> }>

/** Releases a place that is held, and cancels its unpaid fees. False if it has been paid by now, so that the player is registered. */
export async function giveUp(stamp: Stamp, entry: Stored<RegistrationEntry>, andSo: AndSo): Promise<boolean> {
  if (entry.state === 'paying' && (await settlePlace(stamp, entry)) === 'registered') return false
  // The fees first: if this is cut short between the two, the place is still held, and all of it is done again.
  const isComing = (await dropFees(stamp, entry, asHeld(entry))) === 'coming'
  const { more, set } = await andSo(isComing)
  await release(stamp, entry, more, set)
  if (entry.state !== 'paying') return true
  // A payment that ended just before found the place still held and left its fees; and a payment that was started at the same time has
  // created them again.
  const now = await registrationEntries.get(entry, { consistent: true })
  if (now?.state === 'cancelled') await settlePlace(stamp, now)
  return true
}

import { registrationPlayerOf } from '#shared/ids.ts'
import { isProblem, type ProblemCode } from '#shared/problems.ts'
import { addDays, addHours, addSeconds } from '#shared/rules/days.ts'
import { holdMinutes, offerHours } from '#shared/rules/register/carts.ts'
import { withoutPromo } from '#shared/rules/register/price.ts'
import { payableNow } from '../providers/payableNow.ts'
import { optionIdsWithoutDates } from '../table/upcomingDates.ts'
import { outbox } from '../table/outbox.ts'
import {
  placeOf,
  registrationCounts,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { shortagesOf } from '../table/registrationLimits.ts'
import { registrations, type WholeRegistration } from '../table/registrations.ts'
import { all, retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { notifiedUserIds } from './acting.ts'
import { canBeOffered } from './deposits.ts'
import { feeIdOf } from './feeIds.ts'
import { stateIn, unitOf } from './unitState.ts'
import { releaseWrites, reserveWrites } from './reservations.ts'

/**
 * Cancels an entry: in the same transaction the counts of what it had taken are reduced, and then free places are offered to the waiting
 * list.
 */
export async function release(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  moreWrites: readonly Write[] = [],
  set: Partial<RegistrationEntry> = {},
): Promise<void> {
  const { registrationId } = entry
  await write(
    stamp,
    registrationEntries.change(entry, {
      set: {
        state: 'cancelled',
        heldUntil: undefined,
        landing: undefined,
        // If it had landed, a worker takes the player off the events of the options. If not, `left` may still be set by an earlier change.
        ...(entry.landing === 'done' && { left: entry.optionIds }),
        answersGoAt: registrationEntries.answersGoAt(stamp.at),
        place: placeOf.entry(`${entry.registeredAt}#0`),
        ...set,
      },
      when: ifUnchanged(entry),
    }),
    ...(entry.state === 'waiting' ? [] : releaseWrites(entry)),
    ...moreWrites,
  )
  if (entry.state !== 'waiting') await offerPlaces(stamp, registrationId)
}

/**
 * Puts an entry whose hold lapses back on the waiting list, in its old position, if its price cannot be paid at present: an offered place,
 * or an accepted one that is not paid, with the writes `feeRemovals` that remove its fees; new fees get another id. Gives false for any other
 * entry.
 */
export async function returnToWaitingList(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  feeRemovals?: readonly Write[],
): Promise<boolean> {
  const { registrationId, playerId, registeredAt, asOffered } = entry
  const isAccepted = entry.state === 'paying' && asOffered !== undefined && feeRemovals !== undefined
  if (!isAccepted && entry.state !== 'offered') return false
  if (await isPayableNow(entry)) return false
  const registrationPlayerId = registrationPlayerOf(registrationId, playerId)
  const recipients = await notifiedUserIds(entry, stamp.at)
  const resetTerms = isAccepted && {
    parts: asOffered,
    asOffered: undefined,
    feeId: feeIdOf(registrationPlayerId, stamp.at),
  }
  await write(
    stamp,
    registrationEntries.change(entry, {
      set: { state: 'waiting', heldUntil: undefined, place: placeOf.waiting(`${registeredAt}#0`), ...resetTerms },
      when: ifUnchanged(entry),
    }),
    ...releaseWrites(entry),
    ...(feeRemovals ?? []),
    ...recipients.map((userId) =>
      outbox.add(stamp, { letter: 'waiting', to: { userId }, about: { registrationPlayerId } }),
    ),
  )
  return true
}

/** Extends a hold that lapses while a payment is under way, if the place could not be paid again at present. False if it could. */
export async function extendHold(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<boolean> {
  if (await isPayableNow(entry)) return false
  const heldUntil = addSeconds(stamp.at, holdMinutes * 60)
  await update(stamp, registrationEntries.change(entry, { set: { heldUntil }, when: ifUnchanged(entry) }))
  return true
}

/** Whether the price of an entry can be paid now; true for a registration that does not exist any more. */
async function isPayableNow({ registrationId, priceInCents }: RegistrationEntry): Promise<boolean> {
  const registration = await registrations.get({ registrationId }, { consistent: true })
  return !registration || (await payableNow(registration))(priceInCents)
}

/**
 * Offers free places to the waiting list, in its order, as long as there are any; gives the number of offers. Idempotent. The list is read
 * once, and again after a conflict.
 */
export async function offerPlaces(stamp: Stamp, registrationId: string): Promise<number> {
  let offered = 0
  let knownWaiting: Stored<RegistrationEntry>[] | undefined
  const next = async () => {
    const waiting = knownWaiting ?? all<RegistrationEntry>(registrationEntries.waiting({ registrationId }))
    knownWaiting = undefined
    const entry = await offerOne(stamp, registrationId, waiting)
    knownWaiting = (await waiting).filter((each) => each !== entry)
    return entry
  }
  while (await retryOnConflict(next)) offered += 1
  return offered
}

/** Offers one place; gives the entry that got it, or undefined. */
async function offerOne(
  stamp: Stamp,
  registrationId: string,
  listed: Stored<RegistrationEntry>[] | Promise<Stored<RegistrationEntry>[]>,
): Promise<Stored<RegistrationEntry> | undefined> {
  const [whole, takenCounts, waiting] = await Promise.all([
    registrations.readWhole({ registrationId }),
    registrationCounts.of({ registrationId }, { consistent: true }),
    listed,
  ])
  if (!whole) return undefined
  // Entries whose options or add-ons are used up are skipped; whether a promotion code is, shows only in the transaction.
  const limitedRegistration = { ...whole, registrationId }
  const isAvailable = (entry: RegistrationEntry) =>
    shortagesOf(limitedRegistration, [entry], takenCounts).every(({ otherwise }) => otherwise === 'promo_code_used_up')
  const candidates = waiting.filter((entry) => canBeOffered(entry) && isAvailable(entry))
  if (candidates.length === 0) return undefined
  // Nothing is offered while the registration is closed for families.
  const [unit, isPayable] = await Promise.all([
    unitOf(registrationId, { consistent: true }),
    payableNow(whole.registration),
  ])
  if (stateIn(whole.registration, unit) !== 'launched') return undefined
  const chosen = whole.options.filter(({ id }) => candidates.some(({ optionIds }) => optionIds.includes(id)))
  const expiredOptionIds = await optionIdsWithoutDates(registrationId, chosen, stamp.at)
  for (const entry of candidates) {
    if (entry.optionIds.some((id) => expiredOptionIds.has(id))) continue
    // An offer that cannot be paid would make them lose their turn.
    if (!isPayable(entry.priceInCents)) continue
    const shortage = await offerWithFallback(stamp, entry, whole)
    if (!shortage) return entry
    // No place is left: the rest of the list need not be tried.
    if (shortage === 'registration_full') return undefined
  }
  return undefined
}

type Shortage = ProblemCode | undefined
/** Offers a place; if the promotion code has been used up meanwhile, at the price without it. */
async function offerWithFallback(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  whole: WholeRegistration,
): Promise<Shortage> {
  const shortage = await offer(stamp, entry, whole)
  return shortage === 'promo_code_used_up' ? offer(stamp, entry, whole, withoutUsedUpCode(entry)) : shortage
}

function withoutUsedUpCode({
  reductions,
  priceInCents,
  parts,
  registeredAt,
}: RegistrationEntry): Partial<RegistrationEntry> {
  // The day before, in UTC, which is past in all time zones: so all parts count as due.
  const dayBefore = addDays(registeredAt.slice(0, 10), -1)
  const without = withoutPromo({ reductions, priceInCents, parts }, dayBefore)
  const codeTitle = reductions.at(-1)?.name ?? ''
  const isDearer = without.priceInCents > priceInCents
  return { ...without, promoCodeId: undefined, codeLost: isDearer ? { codeTitle, priceInCents } : undefined }
}

/** Offers a place with all that was chosen, in one transaction; gives the code of what is used up, or undefined if it was offered. */
async function offer(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  whole: WholeRegistration,
  changes: Partial<RegistrationEntry> = {},
): Promise<Shortage> {
  const { registrationId, playerId, registeredAt } = entry
  const recipients = await notifiedUserIds(entry, stamp.at)
  const hold = { heldUntil: addHours(stamp.at, offerHours), place: placeOf.entry(`${registeredAt}#0`) }
  try {
    await write(
      stamp,
      ...reserveWrites({ ...whole, registrationId }, [{ ...entry, ...changes }]),
      registrationEntries.change(entry, {
        set: { ...changes, state: 'offered', ...hold },
        when: ifUnchanged(entry),
      }),
      ...recipients.map((userId) =>
        outbox.add(stamp, {
          letter: 'placeOffered',
          to: { userId },
          about: { registrationPlayerId: registrationPlayerOf(registrationId, playerId) },
        }),
      ),
    )
    return undefined
  } catch (error) {
    if (isProblem(error, ...limitProblems)) return error.code
    throw error
  }
}
/** The Problems of a transaction for a place where something is used up. */
export const limitProblems: readonly ProblemCode[] = [
  'registration_full',
  'option_full',
  'add_on_sold_out',
  'promo_code_used_up',
]

import { registrationPlayerOf } from '#shared/ids.ts'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { addDays, addHours, addSeconds } from '#shared/rules/days.ts'
import { holdMinutes, offerHours } from '#shared/rules/register/carts.ts'
import { withoutPromo } from '#shared/rules/register/price.ts'
import { payableNow } from '../providers/payableNow.ts'
import { withoutDateLeft } from '../table/datesLeft.ts'
import { outbox } from '../table/outbox.ts'
import {
  placeOf,
  registrationCounts,
  type RegistrationEntry,
  registrationEntries,
} from '../table/registrationEntries.ts'
import { lackingOf } from '../table/registrationLimits.ts'
import { registrations, type WholeRegistration } from '../table/registrations.ts'
import { all, retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { toldFor } from './acting.ts'
import { isOffered } from './deposits.ts'
import { feeIdOf } from './feeIds.ts'
import { stateIn, unitOf } from './standing.ts'
import { givesBack, takes } from './takes.ts'

/**
 * Takes a player off a registration: what they had taken is free again, in the same transaction, and is offered to who waits
 * for it.
 */
export async function release(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  more: readonly Write[] = [],
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
        // Who had landed comes no more to what belongs to it. Of who had not, what they had before may still be to be left.
        ...(entry.landing === 'done' && { left: entry.optionIds }),
        answersGoAt: registrationEntries.answersGoAt(stamp.at),
        place: placeOf.entry(`${entry.registeredAt}#0`),
        ...set,
      },
      when: ifUnchanged(entry),
    }),
    ...(entry.state === 'waiting' ? [] : givesBack(entry)),
    ...more,
  )
  if (entry.state !== 'waiting') await offerPlaces(stamp, registrationId)
}

/**
 * Who was offered a place that nobody can pay when its hold lapses has not let it go: they wait on, before those who came later, and
 * are offered it anew once it can be paid. So does who had taken it and could not pay: `unpaid` takes back what they were charged,
 * and it is charged by another name then. False of anybody else.
 */
export async function waitsOn(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  unpaid?: readonly Write[],
): Promise<boolean> {
  const { registrationId, playerId, registeredAt, asOffered } = entry
  const isTaken = entry.state === 'paying' && asOffered !== undefined && unpaid !== undefined
  if (!isTaken && entry.state !== 'offered') return false
  if (await isPayableNow(entry)) return false
  const registrationPlayerId = registrationPlayerOf(registrationId, playerId)
  const told = await toldFor(entry, stamp.at)
  const anew = isTaken && { parts: asOffered, asOffered: undefined, feeId: feeIdOf(registrationPlayerId, stamp.at) }
  await write(
    stamp,
    registrationEntries.change(entry, {
      set: { state: 'waiting', heldUntil: undefined, place: placeOf.waiting(`${registeredAt}#0`), ...anew },
      when: ifUnchanged(entry),
    }),
    ...givesBack(entry),
    ...(unpaid ?? []),
    ...told.map((userId) => outbox.want(stamp, { letter: 'waiting', to: { userId }, about: { registrationPlayerId } })),
  )
  return true
}

/**
 * Whose payment is under way when their hold lapses keeps the place for now where nobody could pay it anew: what comes in still buys
 * it, and should nothing come, they wait on.
 */
export async function staysHeld(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<boolean> {
  if (await isPayableNow(entry)) return false
  const heldUntil = addSeconds(stamp.at, holdMinutes * 60)
  await update(stamp, registrationEntries.change(entry, { set: { heldUntil }, when: ifUnchanged(entry) }))
  return true
}

/** Whether what somebody has taken can be paid; of a registration that is gone nothing is asked. */
async function isPayableNow({ registrationId, priceInCents }: RegistrationEntry): Promise<boolean> {
  const registration = await registrations.get({ registrationId }, { consistent: true })
  return !registration || (await payableNow(registration))(priceInCents)
}

/**
 * Offers places that are free to those who wait, in their order, as long as there are some; may be done again at any time. Who waits
 * is read once, and anew where one of them has changed meanwhile.
 */
export async function offerPlaces(stamp: Stamp, registrationId: string): Promise<number> {
  let offered = 0
  let known: Stored<RegistrationEntry>[] | undefined
  const next = async () => {
    const waiting = known ?? all<RegistrationEntry>(registrationEntries.waiting({ registrationId }))
    known = undefined
    const entry = await offerOne(stamp, registrationId, waiting)
    known = (await waiting).filter((each) => each !== entry)
    return entry
  }
  while (await retryOnConflict(next)) offered += 1
  return offered
}

/** Gives whom one was offered to. */
async function offerOne(
  stamp: Stamp,
  registrationId: string,
  listed: Stored<RegistrationEntry>[] | Promise<Stored<RegistrationEntry>[]>,
): Promise<Stored<RegistrationEntry> | undefined> {
  const [whole, taken, waiting] = await Promise.all([
    registrations.whole({ registrationId }),
    registrationCounts.of({ registrationId }, { consistent: true }),
    listed,
  ])
  if (!whole) return undefined
  // For whom there is no option or add-on left nothing is tried; of a code alone it is known only then.
  const limited = { ...whole, registrationId }
  const isThere = (entry: RegistrationEntry) =>
    lackingOf(limited, [entry], taken).every(({ otherwise }) => otherwise === 'promo_code_used_up')
  const asked = waiting.filter((entry) => isOffered(entry) && isThere(entry))
  if (asked.length === 0) return undefined
  // What families read as closed offers nothing either.
  const [unit, isPayable] = await Promise.all([
    unitOf(registrationId, { consistent: true }),
    payableNow(whole.registration),
  ])
  if (stateIn(whole.registration, unit) !== 'launched') return undefined
  const chosen = whole.options.filter(({ id }) => asked.some(({ optionIds }) => optionIds.includes(id)))
  const over = await withoutDateLeft(registrationId, chosen, stamp.at)
  for (const entry of asked) {
    if (entry.optionIds.some((id) => over.has(id))) continue
    // Offered what nobody can pay, one after the other would lose their turn.
    if (!isPayable(entry.priceInCents)) continue
    const lacking = await offerAt(stamp, entry, whole)
    if (!lacking) return entry
    // Without a place there is nothing for anybody: of a long list nobody else is tried.
    if (lacking === 'registration_full') return undefined
  }
  return undefined
}

type Lacking = ProblemCode | undefined
/** A code that has been used up meanwhile keeps nobody from a place: it is offered at the price without it. */
async function offerAt(stamp: Stamp, entry: Stored<RegistrationEntry>, whole: WholeRegistration): Promise<Lacking> {
  const lacking = await offer(stamp, entry, whole)
  return lacking === 'promo_code_used_up' ? offer(stamp, entry, whole, codeLeftOut(entry)) : lacking
}

function codeLeftOut({ reductions, priceInCents, parts, registeredAt }: RegistrationEntry): Partial<RegistrationEntry> {
  // A day on which it is due by now, wherever the club is.
  const before = addDays(registeredAt.slice(0, 10), -1)
  const without = withoutPromo({ reductions, priceInCents, parts }, before)
  const codeTitle = reductions.at(-1)?.name ?? ''
  const isDearer = without.priceInCents > priceInCents
  return { ...without, promoCodeId: undefined, codeLost: isDearer ? { codeTitle, priceInCents } : undefined }
}

/** To one family: all that their player wants, or nothing, and what of it there is not; then the next one is asked. */
async function offer(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  whole: WholeRegistration,
  changes: Partial<RegistrationEntry> = {},
): Promise<Lacking> {
  const { registrationId, playerId, registeredAt } = entry
  const told = await toldFor(entry, stamp.at)
  const held = { heldUntil: addHours(stamp.at, offerHours), place: placeOf.entry(`${registeredAt}#0`) }
  try {
    await write(
      stamp,
      ...takes({ ...whole, registrationId }, [{ ...entry, ...changes }]),
      registrationEntries.change(entry, {
        set: { ...changes, state: 'offered', ...held },
        when: ifUnchanged(entry),
      }),
      ...told.map((userId) =>
        outbox.want(stamp, {
          letter: 'placeOffered',
          to: { userId },
          about: { registrationPlayerId: registrationPlayerOf(registrationId, playerId) },
        }),
      ),
    )
    return undefined
  } catch (error) {
    if (error instanceof Problem && limits.includes(error.code)) return error.code
    throw error
  }
}
/** What a place is refused with when there is none. */
export const limits: readonly ProblemCode[] = [
  'registration_full',
  'option_full',
  'add_on_sold_out',
  'promo_code_used_up',
]

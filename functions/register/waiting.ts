import type { register } from '#shared/api/register.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { holdMinutes, type PayWay } from '#shared/rules/register/carts.ts'
import { dueFrom, partsAfter } from '#shared/rules/register/price.ts'
import type { CallOf } from '../serve.ts'
import { fees } from '../table/fees.ts'
import { type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import { actingFor } from './acting.ts'
import { statusCard } from './cards.ts'
import { checkDates } from './dates.ts'
import { readDeposit } from './deposits.ts'
import { type LaunchedRegistration, readLaunched } from './launchedRegistration.ts'
import { rateOf, payWaysOf } from './payWays.ts'
import { amountDueOn } from './pricing.ts'
import { releaseHeldPlace } from './lapse.ts'

type Api = typeof register

/**
 * Accepts an offered place, at the price from when the player joined the waiting list; or, if their promotion code has been used up since,
 * at the one that the family was shown (`priceInCents`).
 */
export const accept = ({
  params: { registrationId },
  body: { registrationPlayerId, payBy, priceInCents: shownPriceInCents },
  userId,
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/accept'>) =>
  retryOnConflict(async () => {
    const [registration, { entry, conditionWrites }] = await Promise.all([
      readLaunched(registrationId, now),
      readOwnEntry(registrationId, registrationPlayerId, userId),
    ])
    if (entry.state === 'registered' || entry.state === 'paying')
      return { players: [statusCard(entry, userId, { isMine: true })] }
    if (entry.state !== 'offered' || (entry.heldUntil ?? '') <= now) throw new Problem('offer_lapsed')
    // A client that does not send the price has shown the earlier one.
    if ((shownPriceInCents ?? entry.codeLost?.priceInCents ?? entry.priceInCents) !== entry.priceInCents)
      throw new Problem('price_changed')
    await checkDates(registration, [entry], now)
    const [rate, { fee, cents }] = await Promise.all([rateOf(registration), readDeposit(entry)])
    const set = acceptedFields(entry, { registration, rate, payBy, depositInCents: cents, now })
    await write(
      stamp,
      registrationEntries.change(entry, { set, when: ifUnchanged(entry) }),
      ...(fee ? [fees.check(fee, ifUnchanged(fee))] : []),
      ...conditionWrites,
    )
    return { players: [statusCard({ ...entry, ...set }, userId, { isMine: true })] }
  })

type AcceptTerms = {
  registration: LaunchedRegistration
  rate: Awaited<ReturnType<typeof rateOf>>
  payBy: PayWay
  depositInCents: number
  now: string
}
/** The fields of an entry whose place is accepted. Throws if it cannot be paid in this way (`payBy`). */
function acceptedFields(entry: RegistrationEntry, { registration, rate, payBy, depositInCents, now }: AcceptTerms) {
  // Nothing is due before today, and the deposit counts towards the price.
  const { today } = registration
  const parts = dueFrom(partsAfter(depositInCents, entry.parts), today)
  const { priceInCents } = entry
  const ways = payWaysOf(registration, rate, { priceInCents, nowInCents: amountDueOn(today, parts) })
  if (!ways.includes(payBy)) throw new Problem('bad_request', [faultAt('payBy', 'select_one')])
  const isPaying = payBy === 'ONLINE' && parts[0]?.dueOn === today
  // The hold does not become shorter than the offer, and is long enough to pay.
  const [, heldUntil] = [entry.heldUntil ?? now, addSeconds(now, holdMinutes * 60)].toSorted()
  return {
    payBy,
    parts,
    state: isPaying ? 'paying' : 'registered',
    landing: isPaying ? undefined : 'wanted',
    heldUntil: isPaying ? heldUntil : undefined,
    asOffered: isPaying ? entry.parts : undefined,
  } as const
}

/**
 * Leaves the waiting list, or gives up a place that is held: it is offered to the next one, and a payment that is under way is refunded.
 * The same for a place whose hold has lapsed, which that payment would still buy.
 */
export const withdraw = ({
  params: { registrationId },
  body: { registrationPlayerId },
  userId,
  stamp,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/withdraw'>) =>
  retryOnConflict(async () => {
    const { entry } = await readOwnEntry(registrationId, registrationPlayerId, userId)
    const givenUp = { givenUp: true, lapsedAt: undefined } as const
    if (entry.state === 'registered') throw new Problem('registered_already')
    if (entry.state !== 'cancelled') {
      const isReleased = await releaseHeldPlace(stamp, entry, async () => ({ more: [], set: givenUp }))
      if (!isReleased) throw new Problem('registered_already')
    } else if (entry.lapsedAt !== undefined)
      await update(stamp, registrationEntries.change(entry, { set: givenUp, when: ifUnchanged(entry) }))
    return {}
  })

/** The entry of a player for whom the user may act; `conditionWrites`: condition checks that they may. Throws `not_found` otherwise. */
async function readOwnEntry(
  registrationId: string,
  registrationPlayerId: string,
  userId: string,
): Promise<{ entry: Stored<RegistrationEntry>; conditionWrites: Write[] }> {
  if (registrationOf(registrationPlayerId) !== registrationId) throw new Problem('not_found')
  const playerId = playerOf(registrationPlayerId)
  const entry = await registrationEntries.get({ registrationId, playerId }, { consistent: true })
  const conditionWrites = entry && (await actingFor(entry, userId))
  if (!entry || !conditionWrites) throw new Problem('not_found')
  return { entry, conditionWrites }
}

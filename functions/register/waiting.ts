import type { register } from '#shared/api/register.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { holdMinutes } from '#shared/rules/register/carts.ts'
import { dueFrom, partsAfter } from '#shared/rules/register/price.ts'
import type { CallOf } from '../serve.ts'
import { fees } from '../table/fees.ts'
import { type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import { actingFor } from './acting.ts'
import { standingCard } from './cards.ts'
import { checkDates } from './dates.ts'
import { depositNow } from './deposits.ts'
import { found } from './found.ts'
import { rateOf, waysFor } from './online.ts'
import { dueOn } from './pricing.ts'
import { giveUp } from './held.ts'

type Api = typeof register

/**
 * Takes a place that was offered, at the price that was seen when the player came onto the list; or, where their code has been
 * used up since, at the one that is seen now.
 */
export const accept = ({
  params: { registrationId },
  body: { registrationPlayerId, payBy, priceInCents: seen },
  userId,
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/accept'>) =>
  retryOnConflict(async () => {
    const [registration, { entry, holds }] = await Promise.all([
      found(registrationId, now),
      entryNow(registrationId, registrationPlayerId, userId),
    ])
    if (entry.state === 'registered' || entry.state === 'paying')
      return { players: [standingCard(entry, userId, { isMine: true })] }
    if (entry.state !== 'offered' || (entry.heldUntil ?? '') <= now) throw new Problem('offer_lapsed')
    // Who does not say what they have seen may know the price of before alone.
    if ((seen ?? entry.codeLost?.priceInCents ?? entry.priceInCents) !== entry.priceInCents)
      throw new Problem('price_changed')
    await checkDates(registration, [entry], now)
    const [rate, { fee, cents }] = await Promise.all([rateOf(registration), depositNow(entry)])
    // They may have waited for long: nothing is due before the day on which they take it. What they waited with counts.
    const { today } = registration
    const parts = dueFrom(partsAfter(cents, entry.parts), today)
    const { priceInCents } = entry
    const ways = waysFor(registration, rate, { priceInCents, nowInCents: dueOn(today, parts) })
    if (!ways.includes(payBy)) throw new Problem('bad_request', [faultAt('payBy', 'select_one')])
    const isPaying = payBy === 'ONLINE' && parts[0]?.dueOn === today
    // It was promised until then: who takes it is not held to less, and who takes it last has time to pay.
    const [, heldUntil] = [entry.heldUntil ?? now, addSeconds(now, holdMinutes * 60)].toSorted()
    const set = {
      payBy,
      parts,
      state: isPaying ? 'paying' : 'registered',
      landing: isPaying ? undefined : 'wanted',
      heldUntil: isPaying ? heldUntil : undefined,
      asOffered: isPaying ? entry.parts : undefined,
    } as const
    await write(
      stamp,
      registrationEntries.change(entry, { set, when: ifUnchanged(entry) }),
      ...(fee ? [fees.check(fee, ifUnchanged(fee))] : []),
      ...holds,
    )
    return { players: [standingCard({ ...entry, ...set }, userId, { isMine: true })] }
  })

/**
 * Waits no more, or gives a place back that is not theirs yet: it goes to who waits for it, and a payment of it that is under way
 * goes back. So does one for a place that has lapsed before, which would buy it still.
 */
export const withdraw = ({
  params: { registrationId },
  body: { registrationPlayerId },
  userId,
  stamp,
}: CallOf<Api, 'POST /rest-api/register/{registrationId}/withdraw'>) =>
  retryOnConflict(async () => {
    const { entry } = await entryNow(registrationId, registrationPlayerId, userId)
    const givenUp = { givenUp: true, lapsedAt: undefined } as const
    if (entry.state === 'registered') throw new Problem('registered_already')
    if (entry.state !== 'cancelled') {
      const isGone = await giveUp(stamp, entry, async () => ({ more: [], set: givenUp }))
      if (!isGone) throw new Problem('registered_already')
    } else if (entry.lapsedAt !== undefined)
      await update(stamp, registrationEntries.change(entry, { set: givenUp, when: ifUnchanged(entry) }))
    return {}
  })

/** What stands of a player for whom somebody acts; `holds`: writes that hold as long as they do. */
async function entryNow(
  registrationId: string,
  registrationPlayerId: string,
  userId: string,
): Promise<{ entry: Stored<RegistrationEntry>; holds: Write[] }> {
  if (registrationOf(registrationPlayerId) !== registrationId) throw new Problem('not_found')
  const playerId = playerOf(registrationPlayerId)
  const entry = await registrationEntries.get({ registrationId, playerId }, { consistent: true })
  const holds = entry && (await actingFor(entry, userId))
  if (!entry || !holds) throw new Problem('not_found')
  return { entry, holds }
}

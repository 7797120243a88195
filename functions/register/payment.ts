import { randomBytes } from 'node:crypto'
import type { register } from '#shared/api/register.ts'
import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { payLinkHours, payLinks } from '../table/payments.ts'
import { type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { registrations } from '../table/registrations.ts'
import { chargeAll } from '../table/chargeFees.ts'
import { write } from '../table/table.ts'
import type { Stored, Stamp } from '../table/writes.ts'
import { actingFor } from './acting.ts'
import { checkDates } from './dates.ts'
import { depositFeeOf, isOffered, noteDeposit } from './deposits.ts'
import { found, isResting } from './found.ts'
import { asLost, dropFees } from './held.ts'
import { feesOf, landingBy } from './land.ts'
import { offerPlaces } from './release.ts'

/**
 * Charges what is due now for held places, and returns the page on which all of it is paid at once. Idempotent: each fee is
 * charged once. Later parts are charged once the place is the player's: until then nobody, and no saved card, is charged for
 * them, whatever becomes of the place.
 */
export async function startPayment({
  params: { registrationId },
  body: { registrationPlayerIds },
  userId,
  stamp,
  now,
  permitted,
}: CallOf<typeof register, 'POST /rest-api/register/{registrationId}/payment-intent'>) {
  if (registrationPlayerIds.some((id) => registrationOf(id) !== registrationId)) throw new Problem('not_found')
  const ids = [...new Set(registrationPlayerIds)].map((id) => ({ registrationId, playerId: playerOf(id) }))
  const [whole, entries] = await Promise.all([
    found(registrationId, now),
    registrationEntries.getMany(ids, { consistent: true }),
  ])
  const { registration } = whole
  const own = await Promise.all(
    entries.map(async (entry) => {
      if (!entry || !(await actingFor(entry, userId))) throw new Problem('not_found')
      return entry
    }),
  )
  const held = own.filter((entry) => entry.state === 'paying' && (entry.heldUntil ?? '') > now)
  const waiting = own.filter(({ state, deposit }) => state === 'waiting' && deposit?.paidAt === undefined)
  if (held.length + waiting.length < ids.length) throw new Problem('hold_lapsed')
  // They would pay for a list that does not move.
  if (waiting.length > 0 && isResting(whole)) throw new Problem('registration_closed')
  await checkDates(whole, own, now)
  await permitted
  const deposits = await Promise.all(waiting.map((entry) => owedDeposit(landingBy(userId, now), entry)))
  const first = held.flatMap((entry) => feesOf(entry, registration).slice(0, 1))
  for (const fee of first) await chargeAll(landingBy(userId, now), [fee])
  const payId = randomBytes(24).toString('base64url')
  const playerFeeIds = [...first, ...deposits].map((fee) => fee.playerFeeId)
  const ends = addHours(now, payLinkHours)
  const link = {
    payId,
    organizationId: organizationOf(registrationId),
    playerFeeIds,
    registrationId,
    payerId: userId,
    madeAt: now,
    ends,
  }
  await write(
    stamp,
    payLinks.create(link),
    ...(waiting.length > 0
      ? [registrations.check({ registrationId }, [['state', '=', 'launched']], 'registration_closed')]
      : []),
    ...held.map((entry) =>
      registrationEntries.check(
        entry,
        [
          ['state', '<>', 'cancelled'],
          ['feeId', '=', entry.feeId],
        ],
        'hold_lapsed',
      ),
    ),
  ).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'hold_lapsed') await dropLost(stamp, held)
    throw error
  })
  return { payId }
}

/** A place that lapsed while it was charged has cancelled the fees charged by then: the rest are cancelled here. */
async function dropLost(stamp: Stamp, held: readonly RegistrationEntry[]): Promise<void> {
  const found = await registrationEntries.getMany(held, { consistent: true })
  for (const [i, entry] of held.entries()) {
    const now = found[i]
    const isAnother = now?.feeId !== entry.feeId
    // If they still wait, that entry has another `feeId`, and the deposit they have paid still counts.
    const lost = isAnother && now?.deposit?.feeId === entry.deposit?.feeId ? { ...entry, deposit: undefined } : entry
    if (isAnother || now?.state === 'cancelled') await dropFees(stamp, lost, isAnother ? {} : asLost(entry))
  }
}

/**
 * The deposit that is owed for a place on the waiting list; if the club no longer asks for one, that is noted and places are
 * offered.
 */
async function owedDeposit(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<{ playerFeeId: string }> {
  const noted = await noteDeposit(stamp, entry)
  const fee = depositFeeOf(noted)
  if (fee && !isOffered(noted)) return fee
  await offerPlaces(stamp, entry.registrationId)
  throw new Problem('fee_changed')
}

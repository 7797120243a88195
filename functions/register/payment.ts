import { randomBytes } from 'node:crypto'
import type { register } from '#shared/api/register.ts'
import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { isProblem, Problem } from '#shared/problems.ts'
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
import { depositFeeIdOf, canBeOffered, updateDepositState } from './deposits.ts'
import { readLaunched, isClosedByClub } from './launchedRegistration.ts'
import { whileCancelled, dropFees } from './dropFees.ts'
import { feesOf, landingStamp } from './land.ts'
import { offerPlaces } from './release.ts'

/**
 * Creates the fees that are due now for players whose places are held, and a payment link for all of them. Idempotent. Later parts are
 * charged when the player is registered, so that nobody is asked for them before, and no saved card is charged.
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
  const [launched, entries] = await Promise.all([
    readLaunched(registrationId, now),
    registrationEntries.getMany(ids, { consistent: true }),
  ])
  const { registration } = launched
  const ownEntries = await Promise.all(
    entries.map(async (entry) => {
      if (!entry || !(await actingFor(entry, userId))) throw new Problem('not_found')
      return entry
    }),
  )
  const heldEntries = ownEntries.filter((entry) => entry.state === 'paying' && (entry.heldUntil ?? '') > now)
  const waiting = ownEntries.filter(({ state, deposit }) => state === 'waiting' && deposit?.paidAt === undefined)
  if (heldEntries.length + waiting.length < ids.length) throw new Problem('hold_lapsed')
  // No deposit is taken for a waiting list that is closed.
  if (waiting.length > 0 && isClosedByClub(launched)) throw new Problem('registration_closed')
  await checkDates(launched, ownEntries, now)
  await permitted
  const deposits = await Promise.all(waiting.map((entry) => owedDeposit(landingStamp(userId, now), entry)))
  const firstFees = heldEntries.flatMap((entry) => feesOf(entry, registration).slice(0, 1))
  for (const fee of firstFees) await chargeAll(landingStamp(userId, now), [fee])
  const payId = randomBytes(24).toString('base64url')
  const playerFeeIds = [...firstFees, ...deposits].map((fee) => fee.playerFeeId)
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
    ...heldEntries.map((entry) =>
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
    if (isProblem(error, 'hold_lapsed')) await dropFeesOfLostPlaces(stamp, heldEntries)
    throw error
  })
  return { payId }
}

/** Cancels fees that were created while the hold of their place lapsed, which cancelled only those that existed by then. */
async function dropFeesOfLostPlaces(stamp: Stamp, heldEntries: readonly RegistrationEntry[]): Promise<void> {
  const found = await registrationEntries.getMany(heldEntries, { consistent: true })
  for (const [i, entry] of heldEntries.entries()) {
    const current = found[i]
    const isNewEntry = current?.feeId !== entry.feeId
    // Back on the waiting list they have a new fee id, and their deposit still counts.
    const lostEntry =
      isNewEntry && current?.deposit?.feeId === entry.deposit?.feeId ? { ...entry, deposit: undefined } : entry
    if (isNewEntry || current?.state === 'cancelled')
      await dropFees(stamp, lostEntry, isNewEntry ? {} : whileCancelled(entry))
  }
}

/** The fee of a deposit. Throws `fee_changed` if it is not owed any more, which is then stored. */
async function owedDeposit(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<{ playerFeeId: string }> {
  const updated = await updateDepositState(stamp, entry)
  const fee = depositFeeIdOf(updated)
  if (fee && !canBeOffered(updated)) return fee
  await offerPlaces(stamp, entry.registrationId)
  throw new Problem('fee_changed')
}

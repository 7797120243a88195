import type { register } from '#shared/api/register.ts'
import { feeOf, playerOf, registrationOf, subjectOf } from '#shared/ids.ts'
import { flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { ignore } from '../table/ignore.ts'
import type { CallOf } from '../serve.ts'
import { cancelStep, type CancelOutcome } from '../table/cancelFees.ts'
import { changeFee } from '../table/feeBooks.ts'
import { fees } from '../table/fees.ts'
import { outbox } from '../table/outbox.ts'
import { isLanding, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { retryOnConflict } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { notifiedUserIds } from './acting.ts'
import { allFeeIdsOf } from './deposits.ts'
import { release } from './release.ts'

/**
 * Cancels the registration of one player; siblings are not changed. Also possible when the club has registrations switched off, so that
 * families get their money back.
 */
export const cancelEntry = ({
  params: { registrationId },
  body: { registrationPlayerId, paid },
  me,
  stamp,
}: CallOf<typeof register, 'POST /rest-api/register/{registrationId}/cancel'>) =>
  retryOnConflict(async () => {
    if (registrationOf(registrationPlayerId) !== registrationId) throw new Problem('not_found')
    const id = { registrationId, playerId: playerOf(registrationPlayerId) }
    const [entry, { access }] = await Promise.all([registrationEntries.get(id, { consistent: true }), me])
    if (!entry) throw new Problem('not_found')
    const subject = subjectOf(registrationId)
    const mayRefund = subject !== undefined && flagsOn(access, subject).has('canEditFees')
    if (paid === 'refund' && !mayRefund) throw new Problem('not_allowed')
    if (entry.state === 'cancelled') return {}
    // The player is still landing: what lands later would be left behind.
    if (isLanding(entry)) throw new Problem('conflict')
    // The fees first: if this is cut short between the two, it is done again.
    await cancelFees(stamp, entry, paid)
    const recipients = await notifiedUserIds(entry, stamp.at)
    const about = { registrationPlayerId }
    await release(
      stamp,
      entry,
      recipients.map((userId) => outbox.add(stamp, { letter: 'registrationCancelled', to: { userId }, about })),
    )
    return {}
  })

/**
 * Cancels the parts of a fee that were split off for another home: after the fee itself, since a cancelled fee cannot be split any more.
 */
async function cancelFees(stamp: Stamp, entry: RegistrationEntry, paid: CancelOutcome): Promise<void> {
  const chargedIds = allFeeIdsOf(entry).map(({ playerFeeId }) => playerFeeId)
  await cancelEach(stamp, chargedIds, paid)
  const feeIds = new Set(chargedIds.map(feeOf))
  const playerFees = await fees.ofPlayer(entry.playerId, { consistent: true })
  const parts = playerFees.filter(({ partOf }) => partOf !== undefined && feeIds.has(partOf))
  await cancelEach(
    stamp,
    parts.map(({ playerFeeId }) => playerFeeId),
    paid,
  )
}

/** Cancels these fees, except those that were never charged, as on the waiting list. */
async function cancelEach(stamp: Stamp, playerFeeIds: readonly string[], paid: CancelOutcome): Promise<void> {
  for (const playerFeeId of playerFeeIds)
    await changeFee(stamp, playerFeeId, (fee) =>
      fee.state === 'cancelled' ? undefined : cancelStep(stamp, fee, paid),
    ).catch(ignore('not_found'))
}

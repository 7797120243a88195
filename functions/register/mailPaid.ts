import { registrationOf } from '#shared/ids.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { outbox } from '../table/outbox.ts'
import { registrationNotifications } from '../table/registrations.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/** Mails the administrators who want that about a paid fee of a registration, each once. */
export async function mailPaid(stamp: Stamp, registrationPlayerId: string, playerFeeId: string): Promise<void> {
  const notified = await registrationNotifications.of({ registrationId: registrationOf(registrationPlayerId) })
  const about = { registrationPlayerId, playerFeeId }
  for (const { userId, paymentsToo } of notified) {
    if (!paymentsToo) continue
    const mailId = `registration-paid.${playerFeeId}.${userId}`
    // The mail is in the outbox already.
    await ignoreConflict(write(stamp, outbox.add(stamp, { mailId, letter: 'registrationPaid', to: { userId }, about })))
  }
}

import { registrationOf } from '#shared/ids.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { outbox } from '../table/outbox.ts'
import { registrationNotifications } from '../table/registrations.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

/** Tells those of the club who want to know of payments that a fee of a registration is paid: each once. */
export async function tellPaid(stamp: Stamp, registrationPlayerId: string, playerFeeId: string): Promise<void> {
  const notified = await registrationNotifications.of({ registrationId: registrationOf(registrationPlayerId) })
  const about = { registrationPlayerId, playerFeeId }
  for (const { userId, paymentsToo } of notified) {
    if (!paymentsToo) continue
    const mailId = `registration-paid.${playerFeeId}.${userId}`
    // A letter that lies in the outbox already is one.
    await ignoreConflict(
      write(stamp, outbox.want(stamp, { mailId, letter: 'registrationPaid', to: { userId }, about })),
    )
  }
}

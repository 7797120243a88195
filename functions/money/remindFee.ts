import type { money } from '#shared/api/money.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { fees } from '../table/fees.ts'
import { retryOnConflict, update } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'
import { pendingCentsByFee } from './pendingPayments.ts'

/** In hours: how long after a mail the family gets no other one. */
const minHoursBetweenMails = 20

/** Mails the family what is outstanding of a fee; at most once a day. */
export const remindFee = ({
  params: { feePlayerId: playerFeeId },
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/remind/{feePlayerId}'>) =>
  retryOnConflict(async () => {
    const fee = await fees.get({ playerFeeId }, { consistent: true })
    if (!fee) throw new Problem('not_found')
    if (outstandingOf(fee) <= 0) throw new Problem('fee_settled')
    if (fee.toldAt !== undefined && stamp.at < addHours(fee.toldAt, minHoursBetweenMails))
      throw new Problem('told_already')
    if ((await pendingCentsByFee([fee])).size > 0) throw new Problem('being_paid')
    await update(
      stamp,
      fees.change({ playerFeeId }, { set: { mail: 'wanted', toldAt: stamp.at }, when: ifUnchanged(fee) }),
    )
    return {}
  })

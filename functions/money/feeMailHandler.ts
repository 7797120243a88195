import { organizationOf, playerFeeOf } from '#shared/ids.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { notifiedAmong } from '../people/childAccount.ts'
import { fees } from '../table/fees.ts'
import { ignore } from '../table/ignore.ts'
import { outbox } from '../table/outbox.ts'
import { familyLink, payLinks } from '../table/payments.ts'
import { familyOfFee } from '../table/feeFamilies.ts'
import { guardiansWith } from '../table/players.ts'
import { write } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * Runs for each fee with a mail to be sent: puts a mail to each parent into the outbox. Idempotent: the same transaction changes the fee's
 * state.
 */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const playerFeeId = playerFeeOf(sk.slice('FEE#'.length), pk.slice('PLAYER#'.length))
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  if (fee?.mail !== 'wanted') return 'nothing to do'
  const stamp = { actor: 'money-told', at: now }
  const family = await familyOfFee(playerFeeId)
  const askedGuardians = guardiansWith(family, 'pays').filter(({ userId }) => isAskedOf(fee, userId))
  const parents = await notifiedAmong(askedGuardians, now)
  // Otherwise done by another call, or deleted meanwhile.
  const isWritten = await write(
    stamp,
    fees.change({ playerFeeId }, { set: { mail: 'told' }, when: [['mail', '=', 'wanted']] }),
    ...parents.flatMap(({ userId }) => {
      const link = familyLink(now, organizationOf(playerFeeId), userId)
      const about = { playerFeeId, payId: link.payId }
      return [payLinks.create(link), outbox.add(stamp, { letter: 'fee', to: { userId }, about })]
    }),
  ).catch(ignore('conflict'))
  return isWritten ? 'told' : 'nothing to do'
})

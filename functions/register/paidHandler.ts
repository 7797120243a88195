import { playerFeeOf, playerOf, registrationOf } from '#shared/ids.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { fees } from '../table/fees.ts'
import { registrationEntries } from '../table/registrationEntries.ts'
import { retryOnConflict } from '../table/table.ts'
import { worker } from '../worker.ts'
import { settlePlace } from './settlePlace.ts'
import { mailPaid } from './mailPaid.ts'

/** For each fee that was paid, or whose payment has ended: settles the place of the registration that it is of. */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const playerFeeId = playerFeeOf(sk.slice('FEE#'.length), pk.slice('PLAYER#'.length))
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  const { registrationPlayerId: id } = fee ?? {}
  if (!fee || id === undefined) return 'no registration'
  const stamp = { actor: 'register-paid', at: now }
  if (fee.state === 'open' && fee.paid > 0 && outstandingOf(fee) <= 0) await mailPaid(stamp, id, playerFeeId)
  return retryOnConflict(async () => {
    const about = { registrationId: registrationOf(id), playerId: playerOf(id) }
    const entry = await registrationEntries.get(about, { consistent: true })
    return entry ? settlePlace(stamp, entry, playerFeeId) : 'no registration'
  })
})

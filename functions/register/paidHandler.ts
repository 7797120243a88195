import { playerFeeOf, playerOf, registrationOf } from '#shared/ids.ts'
import { fees } from '../table/fees.ts'
import { registrationEntries } from '../table/registrationEntries.ts'
import { untilSettled } from '../table/table.ts'
import { worker } from '../worker.ts'
import { settle } from './held.ts'

/** Hears of each fee that is paid, or whose payment has ended: where it is a registration’s, the player gets their place. */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const playerFeeId = playerFeeOf(sk.slice('FEE#'.length), pk.slice('PLAYER#'.length))
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  const { registrationPlayerId: id } = fee ?? {}
  if (id === undefined) return 'no registration'
  return untilSettled(async () => {
    const about = { registrationId: registrationOf(id), playerId: playerOf(id) }
    const entry = await registrationEntries.get(about, { consistent: true })
    return entry ? settle({ actor: 'register-paid', at: now }, entry, playerFeeId) : 'no registration'
  })
})

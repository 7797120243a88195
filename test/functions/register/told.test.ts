import { expect, it } from 'vitest'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { type Fee, fees } from '#functions/table/fees.ts'
import { outbox } from '#functions/table/outbox.ts'
import { registrationNotifications } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { aClub, stamp } from '../club.ts'
import { hand } from '../workers.ts'
import { aParent, aRegistration, fillIn, letLand, sendOff } from './registering.ts'

const heard = (playerFeeId: string) => hand(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
const told = async (playerFeeId: string, userId: string) =>
  (await outbox.get({ mailId: `registration-paid.${playerFeeId}.${userId}` }, { consistent: true })) !== undefined

type Case = [what: string, set: Partial<Fee>, isTold: boolean]
it.each<Case>([
  ['is paid in part', { paid: 4000 }, false],
  ['is forgiven', { waived: 10_000 }, false],
  ['is cancelled after it was paid', { state: 'cancelled', paid: 10_000 }, false],
  ['is paid in part and forgiven for the rest', { paid: 4000, waived: 6000 }, true],
  ['is paid', { paid: 10_000 }, true],
])(
  'who wants to know of payments is told of a fee that is paid, and nobody else: one that %s',
  async (_, set, isTold) => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club)
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
    await sendOff(as, [id], 10_000)
    await letLand(id)
    const [wants, wantsNot] = [club.user('admin'), club.user('coach')]
    const known = { registrationId, name: 'Demo' }
    await write(stamp, registrationNotifications.create({ ...known, userId: wants, paymentsToo: true }))
    await write(stamp, registrationNotifications.create({ ...known, userId: wantsNot, paymentsToo: false }))
    const [{ playerFeeId } = { playerFeeId: '' }] = await fees.ofPlayer(playerOf(id), { consistent: true })
    await write(stamp, fees.change({ playerFeeId }, { set }))
    await heard(playerFeeId)
    expect([await told(playerFeeId, wants), await told(playerFeeId, wantsNot)]).toEqual([isTold, false])
  },
)

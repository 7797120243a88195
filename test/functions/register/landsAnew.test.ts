import { expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { type RegistrationEntry, registrationEntries } from '#functions/table/registrationEntries.ts'
import { update } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { balancesOf, feeNow } from '../money/charging.ts'
import { killAtEach } from './eachWrite.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, finalize } from './registering.ts'

/** Players land again after the club has deleted one of their fees. */
const club = await aClub()
const admin = club.user('admin')
const items = [
  { percent: 50, dueDate: '2026-11-21' },
  { percent: 50, dueDate: '2026-12-01' },
]
const registrationId = await aRegistration(club, { installments: { paymentPlanEnabled: true, items } })
const as = await aParent(club, 'rosa')

async function registered() {
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  await call('POST /rest-api/register/{registrationId}/payment-plan', { as, registrationId, body: { byPlan: true } })
  expect((await finalize(as, [id], 10_000)).status).toBe(200)
  return id
}
const chargedTo = async (id: string) =>
  (await fees.ofPlayer(playerOf(id), { consistent: true })).toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
const remove = (feePlayerId: string) => call('DELETE /rest-api/fee/delete/{feePlayerId}', { as: admin, feePlayerId })
const landsAs = (id: string, landing: RegistrationEntry['landing']) =>
  update(stamp, registrationEntries.change({ registrationId, playerId: playerOf(id) }, { set: { landing } }))
const cancel = (id: string) =>
  call('POST /rest-api/register/{registrationId}/cancel', {
    as: admin,
    registrationId,
    body: { registrationPlayerId: id, paid: 'credit' },
  })

it.each(['again', 'wanted'] as const)(
  'after a fee was deleted, an entry processed as %s charges nothing new, and can be cancelled',
  async (landing) => {
    const id = await registered()
    await deliverEntry(id)
    const [first, second] = await chargedTo(id)
    expect((await remove(first?.playerFeeId ?? '')).status).toBe(200)
    await landsAs(id, landing)
    await deliverEntry(id)
    expect((await entryOf(id))?.landing).toBe('done')
    expect((await chargedTo(id)).map(({ playerFeeId }) => playerFeeId)).toEqual([second?.playerFeeId])
    expect((await balancesOf(club))['assets:receivable']).toBe(5000)
    expect((await cancel(id)).status).toBe(200)
    expect(await balancesOf(club)).toEqual({})
  },
)

it('a fee deleted after an interrupted run is not charged again', async () => {
  let deleted = 0
  await killAtEach(async (dies, nth) => {
    const id = await registered()
    const isDead = await dies(() => deliverEntry(id))
    const [first] = await chargedTo(id)
    if (isDead && first && (await remove(first.playerFeeId)).status === 200) deleted += 1
    await deliverEntry(id)
    const after = await chargedTo(id)
    expect([nth, (await entryOf(id))?.landing, after.length]).toEqual([nth, 'done', isDead && first ? 1 : 2])
    if (isDead && first) expect(await feeNow(first.playerFeeId)).toBeUndefined()
    expect((await cancel(id)).status).toBe(200)
    expect(await balancesOf(club)).toEqual({})
  })
  expect(deleted).toBeGreaterThan(0)
})

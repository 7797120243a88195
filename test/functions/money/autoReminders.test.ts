import { expect, it } from 'vitest'
import { handler } from '#functions/money/remindHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { organizations } from '#functions/table/organizations.ts'
import { update } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClubWithFee, charge, recordPayment } from './charging.ts'
import { newPart, stamp } from '../club.ts'

/** Three fees, due a week ago, today and in a week, in the club's time zone, where it is 10 am on 21 November. */
const morning = '2026-11-21T16:00:00Z'

async function aClubWithReminders(days: number[]) {
  const { club } = await aClubWithFee()
  const due = ['2026-11-14', '2026-11-21', '2026-11-28']
  const feeIds = due.map(() => `${club.falcons.teamId}.${newPart('d')}`)
  for (const [i, dueOn] of due.entries()) await charge(club, { feeId: feeIds[i] ?? '', dueOn, name: dueOn })
  const orgId = club.organizationId
  const { body } = await call('PUT /rest-api/fee/reminders/{orgId}', { as: club.user('admin'), orgId, body: { days } })
  const told = async () => {
    const found = await fees.getMany(
      feeIds.map((feeId) => ({ playerFeeId: playerFeeOf(feeId, club.mia.playerId) })),
      { consistent: true },
    )
    return found.map((fee) => fee?.toldAt)
  }
  return { club, feeIds, told, days: body.days }
}

it('sends reminders once, on the configured days, in the morning of the club’s time zone', async () => {
  const { told, days } = await aClubWithReminders([7, 0, 7])
  expect(days).toEqual([0, 7])
  await handler({ time: '2026-11-21T14:59:00Z' })
  await handler({ time: '2026-11-21T18:00:00Z' })
  expect(await told()).toEqual([undefined, undefined, undefined])
  await handler({ time: morning })
  await handler({ time: '2026-11-21T17:00:00Z' })
  const at = new Date(morning).toISOString()
  expect(await told()).toEqual([at, at, undefined])
})

it.each([
  // In Chicago, daylight saving time ends on 1 November and begins on 14 March.
  ['2026-11-01', '2026-11-01T14:30:00Z', '2026-11-01T15:00:00Z'],
  ['2027-03-14', '2027-03-14T13:30:00Z', '2027-03-14T14:00:00Z'],
])('sends reminders from 9 am local time on a day when the clocks change, %s', async (dueOn, early, nine) => {
  const { club, told } = await aClubWithReminders([0])
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId, dueOn, name: dueOn })
  const toldAt = async () =>
    (await fees.get({ playerFeeId: playerFeeOf(feeId, club.mia.playerId) }, { consistent: true }))?.toldAt
  await handler({ time: early })
  expect(await toldAt()).toBeUndefined()
  await handler({ time: nine })
  expect(await toldAt()).toBe(new Date(nine).toISOString())
  expect(await told()).toEqual([undefined, undefined, undefined])
})

it('sends no reminders for a paid fee, nor for a club without configured days', async () => {
  const { club, feeIds, told } = await aClubWithReminders([0, -7])
  await recordPayment(club, playerFeeOf(feeIds[1] ?? '', club.mia.playerId), 5000)
  const other = await aClubWithReminders([])
  await handler({ time: morning })
  expect(await told()).toEqual([undefined, undefined, new Date(morning).toISOString()])
  expect(await other.told()).toEqual([undefined, undefined, undefined])
})

it('sends no reminders for a club whose subscription has ended', async () => {
  const { club, told } = await aClubWithReminders([0, 7])
  await update(stamp, organizations.change(club, { set: { limitedFunctionality: true } }))
  await handler({ time: morning })
  expect(await told()).toEqual([undefined, undefined, undefined])
})

it('does not record a reminder while a bank payment is pending, and allows one by hand after it fails', async () => {
  const { club, feeIds, told } = await aClubWithReminders([0, 7])
  const playerFeeId = playerFeeOf(feeIds[1] ?? '', club.mia.playerId)
  await update(stamp, fees.change({ playerFeeId }, { set: { status: 'coming' } }))
  const at = new Date(morning).toISOString()
  await handler({ time: morning })
  expect(await told()).toEqual([at, undefined, undefined])
  expect((await fees.get({ playerFeeId }, { consistent: true }))?.mail).toBeUndefined()
  await update(stamp, fees.change({ playerFeeId }, { set: { status: undefined as unknown as 'coming' } }))
  const remind = { as: club.user('admin'), feePlayerId: playerFeeId, now: '2026-11-21T19:00:00Z' }
  expect((await call('POST /rest-api/fee/remind/{feePlayerId}', remind)).status).toBe(200)
})

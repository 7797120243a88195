import { expect, it } from 'vitest'
import { handler } from '#functions/money/owedHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { meOf } from '#functions/table/me.ts'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { hand } from '../workers.ts'
import { aClubWithFee, charge, pay } from './charging.ts'

const hear = (feePlayerId: string) =>
  hand(handler, { ...fees.key({ playerFeeId: feePlayerId }), kind: 'Fee', change: 'changed' })
const told = async (club: Club, as: string) => (await meOf({ userId: club.user(as) })).owed.map(({ dues }) => dues)
const counts = async (club: Club, now = '2026-11-21T18:00:00Z') => {
  const query = { startUtc: '2026-11-21T06:00:00Z' }
  const { body } = await call('GET /api/v1/today', { as: club.user('parent'), query, now })
  return [body.unpaidFeeCount, body.unpaidLateFeeCount]
}

it('tells parents on Today what is unpaid and what is late, as it stands by then', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await charge(club, { dueOn: '2026-11-20' })
  await hear(feePlayerId)
  expect(await told(club, 'parent')).toEqual([['2026-11-20', '2026-12-01']])
  expect(await told(club, 'parent2')).toEqual([['2026-11-20', '2026-12-01']])
  expect(await counts(club)).toEqual([1, 1])
  expect(await counts(club, '2026-12-02T18:00:00Z')).toEqual([0, 2])

  await pay(club, feePlayerId, 5000)
  await hear(feePlayerId)
  await hear(feePlayerId)
  expect(await counts(club)).toEqual([0, 1])
})

it('tells followers nothing, nor who is no family any more', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await hear(feePlayerId)
  expect(await told(club, 'fan')).toEqual([])
  const { playerId } = club.mia
  const parent = { playerId, userId: club.user('parent') }
  await write(stamp, ...families.leave({ ...parent, relation: 'own' }))
  await hand(handler, { ...families.key(parent), kind: 'Family', change: 'removed' })
  expect(await told(club, 'parent')).toEqual([])
  expect(await told(club, 'parent2')).toEqual([['2026-12-01']])
})

it('tells who becomes family what is owed already', async () => {
  const { club } = await aClubWithFee()
  const { playerId } = club.mia
  const member = { playerId, userId: club.user('nobody') }
  await families.join(stamp, { ...member, relation: 'own' })
  await hand(handler, { ...families.key(member), kind: 'Family', change: 'created' })
  expect(await told(club, 'nobody')).toEqual([['2026-12-01']])
})

it('is the same in the end, in whatever order it hears', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await Promise.all(Array.from({ length: 6 }, () => hear(feePlayerId)))
  expect(await told(club, 'parent')).toEqual([['2026-12-01']])
  await pay(club, feePlayerId, 5000)
  await Promise.all(Array.from({ length: 6 }, () => hear(feePlayerId)))
  expect(await told(club, 'parent')).toEqual([])
})

import { expect, it } from 'vitest'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { aClubWithFee, balancesOf, details, pay } from './charging.ts'

const writeOff = (
  club: Club,
  feePlayerId: string,
  revision: number,
  { as = 'waived', who = 'admin' }: { as?: 'waived' | 'written-off'; who?: Parameters<Club['user']>[0] } = {},
) => call('POST /rest-api/fee/write-off/{feePlayerId}', { as: club.user(who), feePlayerId, body: { as, revision } })

it('asks no more what its decider saw, and nothing of what another has made of it meanwhile', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await pay(club, feePlayerId, 4000)
  const seen = (await details(club, feePlayerId)).revision
  const { payments } = await details(club, feePlayerId)
  const undo = { as: club.user('treasurer'), feePlayerId, body: { paymentId: payments[0]?.paymentId ?? '' } }
  await call('POST /rest-api/fee/undo-payment/{feePlayerId}', undo)
  expect((await writeOff(club, feePlayerId, seen)).refusal.code).toBe('conflict')
  expect((await details(club, feePlayerId)).waivedInCents).toBe(0)
  const now = (await details(club, feePlayerId)).revision
  expect((await writeOff(club, feePlayerId, now)).body).toMatchObject({ waivedInCents: 5000, outstandingInCents: 0 })
})

it('sent again after a reply that was lost is the same, and another decision is not', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  const { revision } = await details(club, feePlayerId)
  for (let times = 0; times < 2; times++)
    expect((await writeOff(club, feePlayerId, revision)).body).toMatchObject({ waivedInCents: 5000 })
  const others = [{ as: 'written-off' }, { who: 'treasurer' }] as const
  for (const other of others) expect((await writeOff(club, feePlayerId, revision, other)).refusal.code).toBe('conflict')
  expect(await balancesOf(club)).toEqual({ 'income:fees': -5000, 'income:reductions': 5000 })
})

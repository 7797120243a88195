import { describe, expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aClubWithFee, balancesOf, feeDetails, entriesOf, feeNow, recordPayment, sumsOf } from './charging.ts'

type More = { as?: 'waived' | 'written-off'; who?: Parameters<Club['user']>[0]; undone?: true }
const writeOff = (
  club: Club,
  feePlayerId: string,
  revision: number,
  { as = 'waived', who = 'admin', ...more }: More = {},
) =>
  call('POST /rest-api/fee/write-off/{feePlayerId}', {
    as: club.user(who),
    feePlayerId,
    body: { as, revision, ...more },
  })
const undone = { undone: true } as const

it('a waiver based on a stale revision is rejected', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await recordPayment(club, feePlayerId, 4000)
  const seen = (await feeDetails(club, feePlayerId)).revision
  const { payments } = await feeDetails(club, feePlayerId)
  const undo = { as: club.user('treasurer'), feePlayerId, body: { paymentId: payments[0]?.paymentId ?? '' } }
  await call('POST /rest-api/fee/undo-payment/{feePlayerId}', undo)
  expect((await writeOff(club, feePlayerId, seen)).refusal.code).toBe('conflict')
  expect((await feeDetails(club, feePlayerId)).waivedInCents).toBe(0)
  const now = (await feeDetails(club, feePlayerId)).revision
  expect((await writeOff(club, feePlayerId, now)).body).toMatchObject({ waivedInCents: 5000, outstandingInCents: 0 })
})

it('a waiver sent again has no further effect, and another decision on the same revision is rejected', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  const { revision } = await feeDetails(club, feePlayerId)
  for (let times = 0; times < 2; times++)
    expect((await writeOff(club, feePlayerId, revision)).body).toMatchObject({ waivedInCents: 5000 })
  const others = [{ as: 'written-off' }, { who: 'treasurer' }] as const
  for (const other of others) expect((await writeOff(club, feePlayerId, revision, other)).refusal.code).toBe('conflict')
  expect(await balancesOf(club)).toEqual({ 'income:fees': -5000, 'income:reductions': 5000 })
})

describe.each(['waived', 'written-off'] as const)('a fee %s by mistake', (as) => {
  it('can be reopened once, with both entries in the ledger', async () => {
    const { club, feePlayerId } = await aClubWithFee({ tell: true })
    await recordPayment(club, feePlayerId, 1000)
    const [before, sums, balances] = [await feeNow(feePlayerId), await sumsOf(club), await balancesOf(club)]
    const { revision } = await feeDetails(club, feePlayerId)
    expect((await writeOff(club, feePlayerId, revision, { as })).body.waivedInCents).toBe(4000)
    const both = [0, 1].map(() => writeOff(club, feePlayerId, revision, { as, ...undone }))
    // Repeated, as after a lost response.
    for (const { body } of [
      ...(await Promise.all(both)),
      await writeOff(club, feePlayerId, revision, { as, ...undone }),
    ])
      expect(body).toMatchObject({ status: 'PARTIAL', waivedInCents: 0, outstandingInCents: 4000 })
    expect(await feeNow(feePlayerId)).toEqual({ ...before, version: revision + 2, at: expect.any(String) })
    expect([await sumsOf(club), await balancesOf(club)]).toEqual([sums, balances])
    const kinds = (await entriesOf(club)).map(({ effect }) => effect.split(':')[0])
    expect([kinds.length, new Set(kinds)]).toEqual([4, new Set(['asked-again', 'fee', 'manual', as])])
    expect((await recordPayment(club, feePlayerId, 4000)).status).toBe(200)
  })

  it('cannot be reopened after any other change, nor if it was not settled that way', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 1000, { paymentId: 'cash-0001' })
    const { revision } = await feeDetails(club, feePlayerId)
    const undo = async (of = revision) => (await writeOff(club, feePlayerId, of, { as, ...undone })).refusal.code
    expect(await undo()).toBe('conflict')
    await writeOff(club, feePlayerId, revision, { as })
    const other = as === 'waived' ? 'written-off' : 'waived'
    expect((await writeOff(club, feePlayerId, revision, { as: other, ...undone })).refusal.code).toBe('conflict')
    const about = { as: club.user('treasurer'), feePlayerId, body: { paymentId: 'cash-0001' } }
    expect((await call('POST /rest-api/fee/undo-payment/{feePlayerId}', about)).status).toBe(200)
    expect([await undo(), await undo(revision + 1)]).toEqual(['conflict', 'conflict'])
    expect((await feeDetails(club, feePlayerId)).waivedInCents).toBe(4000)
  })
})

it('a waiver of a deleted fee cannot be undone', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  const { revision } = await feeDetails(club, feePlayerId)
  await writeOff(club, feePlayerId, revision)
  await write(stamp, fees.remove({ playerFeeId: feePlayerId }))
  expect((await writeOff(club, feePlayerId, revision, undone)).refusal.code).toBe('not_found')
})

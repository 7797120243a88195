import { describe, expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { failingCall } from '../interleave.ts'
import { aClub, type Club, newPart } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { aClubWithFee, balancesOf, charge, feeDetails, entriesOf, recordPayment, sumsOf } from './charging.ts'

const UPDATE = 'PUT /rest-api/fee/update/{feePlayerId}'
const DELETE = 'DELETE /rest-api/fee/delete/{feePlayerId}'
const CANCEL = 'POST /rest-api/fee/cancel/{feePlayerId}'
const UNDO = 'POST /rest-api/fee/undo-payment/{feePlayerId}'
const WRITE_OFF = 'POST /rest-api/fee/write-off/{feePlayerId}'

const change = (club: Club, feePlayerId: string, revision: number, more: object = {}, as = 'admin') =>
  call(UPDATE, {
    as: club.user(as),
    feePlayerId,
    body: {
      name: 'Season',
      description: '',
      amountInCents: 5000,
      dueOn: '2026-12-01',
      absorbFees: false,
      revision,
      ...more,
    },
  })
const cancel = (club: Club, feePlayerId: string, paid: 'credit' | 'refund') =>
  call(CANCEL, { as: club.user('admin'), feePlayerId, body: { paid } })
const undo = (club: Club, feePlayerId: string, paymentId: string) =>
  call(UNDO, { as: club.user('admin'), feePlayerId, body: { paymentId } })
const writeOff = (club: Club, feePlayerId: string, as: 'waived' | 'written-off', revision = 2) =>
  call(WRITE_OFF, { as: club.user('admin'), feePlayerId, body: { as, revision } })

describe('charging', () => {
  it('gives each player a fee of their own, with balanced ledger entries', async () => {
    const club = await aClub()
    const { body } = await charge(club, { players: [club.mia, club.leo], amount: 4999 })
    expect(body).toEqual({ charged: 2 })
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 9998, 'income:fees': -9998 })
    expect(await sumsOf(club)).toEqual([['2026-12-01', 9998, 0, 0]])
  })

  it('charges each player exactly once when it is repeated, even after a partial failure', async () => {
    const roster = Array.from({ length: 40 }, (_, i) => `Player ${i}`)
    const club = await aClub({ roster })
    const wanted = { players: club.falconPlayers, feeId: `${club.falcons.teamId}.${newPart('d')}` }
    await failingCall('TransactWriteCommand', () => charge(club, wanted), 2)
    expect(await entriesOf(club)).toHaveLength(33)
    expect((await charge(club, wanted)).body).toEqual({ charged: 43 })
    expect((await charge(club, wanted)).body).toEqual({ charged: 43 })
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 215_000, 'income:fees': -215_000 })
    expect(await sumsOf(club)).toEqual([['2026-12-01', 215_000, 0, 0]])
  })

  it('repeated with one more player charges only that player', async () => {
    const { club, feeId } = await aClubWithFee()
    expect((await charge(club, { feeId, players: [club.mia, club.ada] })).status).toBe(200)
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 10_000, 'income:fees': -10_000 })
    expect(await sumsOf(club)).toEqual([['2026-12-01', 10_000, 0, 0]])
  })

  it('in installments makes one fee of each, once, and rejects installments that don’t add up', async () => {
    const club = await aClub()
    const instalments = [
      { amountInCents: 1667, dueOn: '2026-12-01' },
      { amountInCents: 1667, dueOn: '2027-01-01' },
      { amountInCents: 1666, dueOn: '2027-02-01' },
    ]
    const wanted = { feeId: `${club.falcons.teamId}.${newPart('d')}`, instalments, players: [club.mia, club.leo] }
    expect((await charge(club, { ...wanted, amount: 5001 })).refusal.faults?.[0]?.code).toBe('not_the_sum')
    expect(await entriesOf(club)).toEqual([])
    await failingCall('TransactWriteCommand', () => charge(club, wanted), 2)
    expect((await charge(club, wanted)).body).toEqual({ charged: 2 })
    expect((await charge(club, wanted)).body).toEqual({ charged: 2 })
    expect((await fees.ofPlayer(club.mia.playerId)).map(({ name, dueOn, amount }) => [name, dueOn, amount])).toEqual([
      ['Season (1/3)', '2026-12-01', 1667],
      ['Season (2/3)', '2027-01-01', 1667],
      ['Season (3/3)', '2027-02-01', 1666],
    ])
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 10_000, 'income:fees': -10_000 })
  })

  it('is rejected for players of another team or club, and books nothing', async () => {
    const club = await aClub()
    const other = await aClub()
    expect((await charge(club, { players: [club.mia, club.sam] })).status).toBe(400)
    expect((await charge(club, { players: [other.mia] })).status).toBe(404)
    const nobody = { playerId: `${club.organizationId}.${newPart('p')}` }
    expect((await charge(club, { orgUnitId: club.organizationId, players: [nobody] })).status).toBe(400)
    expect(await entriesOf(club)).toEqual([])
  })

  it('is allowed to a team’s treasurer for their own team only', async () => {
    const { club } = await aClubWithFee()
    expect((await charge(club, { as: 'treasurer', players: [club.leo] })).status).toBe(200)
    const otters = { as: 'treasurer', players: [club.sam], orgUnitId: club.otters.teamId }
    expect((await charge(club, otters)).status).toBe(403)
    expect((await charge(club, { ...otters, orgUnitId: club.organizationId })).status).toBe(403)
  })
})

describe('a fee', () => {
  it('shows the family the same as the treasurer, including payments', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 1500, { paymentId: 'cash-0001' })
    const seen = await feeDetails(club, feePlayerId, 'parent')
    expect(seen).toEqual({
      feePlayerId,
      orgUnitId: club.falcons.teamId,
      player: { id: club.mia.playerId, firstName: 'Mia', lastName: 'Moreno' },
      name: 'Season',
      description: '',
      status: 'PARTIAL',
      dueOn: '2026-12-01',
      amountInCents: 5000,
      paidInCents: 1500,
      waivedInCents: 0,
      outstandingInCents: 3500,
      ...{ comingInCents: 0, credits: [], absorbFees: false, payers: null, registration: null },
      toldAt: null,
      organization: { id: club.organizationId, name: 'Springfield FC', timezone: 'America/Chicago' },
      payments: [
        {
          paymentId: 'cash-0001',
          amountInCents: 1500,
          givenBackInCents: 0,
          onItsWayInCents: 0,
          refusedInCents: 0,
          takenByBankInCents: 0,
          goneBackInCents: 0,
          chargebackByHand: false,
          dispute: null,
          how: 'CASH',
          note: null,
          ...{ paidAt: '2026-11-21T18:00:00.000Z', paidOn: '2026-11-21' },
        },
      ],
      revision: 2,
    })
    expect(await feeDetails(club, feePlayerId, 'treasurer')).toEqual(seen)
  })

  it('changes its amount and due date, also in the ledger and the daily sums', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 2000)
    const { body } = await change(club, feePlayerId, 2, { amountInCents: 4000, dueOn: '2027-01-15', name: 'Spring' })
    expect(body).toMatchObject({ name: 'Spring', amountInCents: 4000, outstandingInCents: 2000, dueOn: '2027-01-15' })
    expect(await balancesOf(club)).toEqual({
      'assets:receivable': 2000,
      'assets:cash': 2000,
      'income:fees': -4000,
    })
    expect(await sumsOf(club)).toEqual([
      ['2026-12-01', 0, 0, 0],
      ['2027-01-15', 4000, 2000, 0],
    ])
  })

  it('rejects an update based on a stale revision, but accepts the identical update again', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    expect((await change(club, feePlayerId, 1, { amountInCents: 6000 })).status).toBe(200)
    expect((await change(club, feePlayerId, 1, { amountInCents: 6000 })).status).toBe(200)
    expect((await change(club, feePlayerId, 1, { amountInCents: 7000 })).refusal.code).toBe('conflict')
    expect((await change(club, feePlayerId, 1, { amountInCents: 6000 }, 'treasurer')).refusal.code).toBe('conflict')
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 6000, 'income:fees': -6000 })
  })

  it('cannot be reduced below what was paid', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 2000)
    expect((await change(club, feePlayerId, 2, { amountInCents: 1999 })).refusal.code).toBe('less_than_paid')
    expect((await change(club, feePlayerId, 2, { amountInCents: 2000 })).body.status).toBe('PAID')
  })

  it('can be deleted while it has no payments, and is not recreated by a late retry', async () => {
    const { club, feeId, feePlayerId } = await aClubWithFee()
    expect((await call(DELETE, { as: club.user('admin'), feePlayerId })).status).toBe(200)
    expect(await balancesOf(club)).toEqual({})
    expect((await charge(club, { feeId })).refusal.code).toBe('conflict')
    expect(await sumsOf(club)).toEqual([['2026-12-01', 0, 0, 0]])

    const { club: other, feePlayerId: paid } = await aClubWithFee()
    await recordPayment(other, paid, 1, { paymentId: 'cash-0001' })
    await undo(other, paid, 'cash-0001')
    expect((await call(DELETE, { as: other.user('admin'), feePlayerId: paid })).refusal.code).toBe('fee_has_payments')
  })

  it.each([
    ['credit', { 'assets:cash': 2000, 'liabilities:credit': -2000 }, 2000],
    ['refund', {}, 0],
  ] as const)('is cancelled once, and what was paid becomes a %s', async (paid, balances, kept) => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 2000, { paymentId: 'cash-0001' })
    const { body } = await cancel(club, feePlayerId, paid)
    expect(body).toMatchObject({ status: 'CANCELLED', outstandingInCents: 0, paidInCents: kept })
    expect((await cancel(club, feePlayerId, paid)).body).toEqual(body)
    expect(await balancesOf(club)).toEqual(balances)
    expect(await sumsOf(club)).toEqual([['2026-12-01', 0, 0, 0]])
    expect((await recordPayment(club, feePlayerId, 1)).refusal.code).toBe('fee_settled')
    expect((await undo(club, feePlayerId, 'cash-0001')).status).toBe(paid === 'credit' ? 412 : 200)
  })

  it('refunds the credit later, once, and never turns it back into credit', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 2000, { paymentId: 'cash-0001' })
    await cancel(club, feePlayerId, 'credit')
    const both = await Promise.all([cancel(club, feePlayerId, 'refund'), cancel(club, feePlayerId, 'refund')])
    for (const { body } of both) expect(body).toMatchObject({ status: 'CANCELLED', paidInCents: 0 })
    expect((await feeDetails(club, feePlayerId)).payments).toMatchObject([
      { amountInCents: 2000, givenBackInCents: 2000 },
    ])
    expect(await balancesOf(club)).toEqual({})
    expect(await sumsOf(club)).toEqual([['2026-12-01', 0, 0, 0]])
    expect((await cancel(club, feePlayerId, 'credit')).refusal.code).toBe('fee_settled')
    expect(await balancesOf(club)).toEqual({})
  })

  it.each([
    ['waived', 'income:reductions'],
    ['written-off', 'expenses:bad-debt'],
  ] as const)('is %s for the amount still open, and nothing else', async (as, account) => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 1000)
    expect((await writeOff(club, feePlayerId, as)).body).toMatchObject({ status: 'PAID', waivedInCents: 4000 })
    expect((await writeOff(club, feePlayerId, as, 3)).refusal.code).toBe('fee_settled')
    expect(await balancesOf(club)).toEqual({ 'assets:cash': 1000, 'income:fees': -5000, [account]: 4000 })
    expect(await sumsOf(club)).toEqual([['2026-12-01', 5000, 1000, 4000]])
  })
})

describe('a payment recorded by hand', () => {
  it('is recorded once however often it is sent, and never exceeds what is owed', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const once = { paymentId: 'cash-0001' }
    await recordPayment(club, feePlayerId, 5000, once)
    expect((await recordPayment(club, feePlayerId, 5000, once)).body).toMatchObject({
      status: 'PAID',
      paidInCents: 5000,
    })
    expect((await recordPayment(club, feePlayerId, 4000, once)).refusal.code).toBe('saved_before')
    expect((await recordPayment(club, feePlayerId, 5000, { ...once, note: 'No. 7' })).refusal.code).toBe('saved_before')
    expect((await recordPayment(club, feePlayerId, 1)).refusal.code).toBe('fee_settled')
    expect(await balancesOf(club)).toEqual({ 'assets:cash': 5000, 'income:fees': -5000 })
  })

  it('can be undone once, which makes the fee owed again', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await recordPayment(club, feePlayerId, 3000, { paymentId: 'cash-0001' })
    await recordPayment(club, feePlayerId, 1000, { paymentId: 'cash-0002' })
    await undo(club, feePlayerId, 'cash-0001')
    const { body } = await undo(club, feePlayerId, 'cash-0001')
    expect((await recordPayment(club, feePlayerId, 3000, { paymentId: 'cash-0001' })).refusal.code).toBe('saved_before')
    expect(body).toMatchObject({ paidInCents: 1000, outstandingInCents: 4000 })
    expect(body.payments.map(({ givenBackInCents }) => givenBackInCents)).toEqual([3000, 0])
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 4000, 'assets:cash': 1000, 'income:fees': -5000 })
  })
})

describe('concurrent changes', () => {
  it('record one payment when several treasurers each enter the full amount', async () => {
    for (let round = 0; round < repetitions(5); round++) {
      const { club, feePlayerId } = await aClubWithFee()
      const answers = await Promise.all(Array.from({ length: 6 }, () => recordPayment(club, feePlayerId, 5000)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await balancesOf(club)).toEqual({ 'assets:cash': 5000, 'income:fees': -5000 })
      expect(await sumsOf(club)).toEqual([['2026-12-01', 5000, 5000, 0]])
    }
  })

  it('of every sort leave ledger, daily sums and fee consistent', async () => {
    for (let round = 0; round < repetitions(6); round++) {
      const { club, feePlayerId } = await aClubWithFee()
      await recordPayment(club, feePlayerId, 1000, { paymentId: 'cash-0001' })
      await Promise.all([
        recordPayment(club, feePlayerId, 4000),
        recordPayment(club, feePlayerId, 700),
        undo(club, feePlayerId, 'cash-0001'),
        change(club, feePlayerId, 2, { amountInCents: 6000, dueOn: '2027-01-01' }),
        writeOff(club, feePlayerId, 'waived'),
        ...(round % 2 ? [cancel(club, feePlayerId, 'credit')] : []),
      ])
      const { outstandingInCents: open, amountInCents: amount, ...fee } = await feeDetails(club, feePlayerId)
      const balances = await balancesOf(club)
      expect(balances['assets:receivable'] ?? 0).toBe(open)
      const isOpen = fee.status !== 'CANCELLED'
      const sums = (await sumsOf(club)).filter((day) => day.slice(1).some((cents) => cents !== 0))
      expect(sums).toEqual(isOpen ? [[fee.dueOn, amount, fee.paidInCents, fee.waivedInCents]] : [])
      expect(balances['assets:cash'] ?? 0).toBe(fee.paidInCents)
    }
  })
})

it('a fee is readable only by the family and treasurers', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  for (const as of ['coach', 'fan', 'nobody'])
    expect((await call('GET /rest-api/fee/details/{feePlayerId}', { as: club.user(as), feePlayerId })).status).toBe(403)
  const leos = playerFeeOf(feePlayerId.split('.').slice(0, 3).join('.'), club.leo.playerId)
  expect(await fees.get({ playerFeeId: leos })).toBeUndefined()
})

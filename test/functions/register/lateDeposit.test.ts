// own: expired holds are looked for in the whole table
import { expect, it } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { changeFee, transferPostings } from '#functions/table/feeBooks.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { payments, refunds } from '#functions/table/payments.ts'
import { registrations } from '#functions/table/registrations.ts'
import { all, write } from '#functions/table/table.ts'
import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, paidOnline, finalize } from './registering.ts'

const accepted = '2026-11-21T18:02:00.000Z'
const inTime = '2026-11-21T18:10:00.000Z'
const tooLate = '2026-11-23T18:03:00.000Z'

/** Of $100, $20 were paid as a deposit; the place was offered and accepted, and the rest is due. */
async function aTakenPlace() {
  const club = await aClub()
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE', perMille: 29, cents: 30, active: true, chargesEnabled: true } as const
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const online = { acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, {
    registration: { places: 1, waitingList: true, depositInCents: 2000, ...online },
  })
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  await finalize(ann, [(await fillIn(ann, registrationId, 'Nora')).registrationPlayerId], 10_000)
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  await finalize(ben, [id], 10_000, { payBy: 'ONLINE', wait: true, deposit: 2000 })
  const deposit = await paidOnline(id)
  await write(stamp, registrations.change({ registrationId }, { set: { places: 2 } }))
  expect(await offerPlaces({ ...stamp, at: accepted }, registrationId)).toBe(1)
  const asked = { as: ben, registrationId, now: accepted }
  const taken = await call('POST /rest-api/register/{registrationId}/accept', {
    ...asked,
    body: { registrationPlayerId: id, payBy: 'ONLINE' },
  })
  expect(taken.body.players[0]?.state).toBe('paying')
  const start = () =>
    call('POST /rest-api/register/{registrationId}/payment-intent', {
      ...{ ...asked, now: inTime },
      body: { registrationPlayerIds: [id] },
    })
  return { club, id, deposit, start, paymentAccountId }
}
/** The rest is on the provider's page when the two days of the offer are over. */
async function aLatePayment() {
  const { club, id, deposit, start } = await aTakenPlace()
  await start()
  const charged = await fees.ofPlayer(playerOf(id), { consistent: true })
  const rest = charged.find(({ amount }) => amount === 8000)?.playerFeeId ?? ''
  await write(stamp, fees.change({ playerFeeId: rest }, { set: { paying: 'payment-1' } }))
  await lapse({ time: tooLate })
  expect((await entryOf(id))?.state).toBe('cancelled')
  return { club, id, deposit, rest }
}
const hear = (playerFeeId: string) =>
  deliverTo(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
/** The rest arrives, as settled by a payment. */
async function pay(playerFeeId: string) {
  const paymentId = `${organizationOf(playerFeeId)}.${newPart('y')}`
  const from = { paymentAccountId: 'a', provider: 'STRIPE', surcharge: 0, platformCents: 0, ends: inTime } as const
  await changeFee(stamp, playerFeeId, () => ({
    set: { paid: 8000, paying: undefined } as object,
    effect: `charge:${playerFeeId}`,
    postings: transferPostings(8000, { from: 'assets:receivable', to: 'assets:clearing:stripe' }),
    more: [
      payments.create({ paymentId, ...from, state: 'paid', parts: [], amount: 8000, returned: 0 }),
      feePayments.create({ playerFeeId, paymentId, cents: 8000, how: 'CARD', paidAt: inTime, givenBack: 0 }),
    ],
  }))
  await hear(playerFeeId)
  return { paymentId }
}
const giveBack = ({ club, deposit }: { club: Club; deposit: { playerFeeId: string } }) =>
  call('POST /rest-api/fee/cancel/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId: deposit.playerFeeId,
    body: { paid: 'refund' },
  })
const sumsOf = async (playerFeeId: string) => {
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  return [fee?.amount, fee?.paid, fee?.state]
}
const backOf = async (payment: { paymentId: string }) => (await refunds.of(payment)).map(({ cents }) => cents)
const receivable = async ({ organizationId }: Club) =>
  (await all<LedgerEntry>(ledger.of(organizationId)))
    .flatMap(({ postings }) => postings)
    .reduce((sum, { account, cents }) => sum + (account === 'assets:receivable' ? cents : 0), 0)

it('a deposit refunded before the rest arrives late is added to the rest, once', async () => {
  const late = await aLatePayment()
  const { club, id, deposit, rest } = late
  expect((await giveBack(late)).status).toBe(200)
  await hear(deposit.playerFeeId)
  expect(await sumsOf(rest)).toEqual([8000, 0, 'open'])
  await pay(rest)
  await hear(rest)
  expect((await entryOf(id))?.state).toBe('registered')
  await deliverEntry(id)
  expect([await sumsOf(rest), await sumsOf(deposit.playerFeeId)]).toEqual([
    [10_000, 8000, 'open'],
    [2000, 0, 'cancelled'],
  ])
  expect((await fees.get({ playerFeeId: rest }, { consistent: true }))?.mail).toBe('wanted')
  expect([await backOf(deposit), await receivable(club)]).toEqual([[2000], 2000])
})

it('a paid deposit counts if the rest arrives late, whichever is processed first', async () => {
  const { club, id, deposit, rest } = await aLatePayment()
  await hear(deposit.playerFeeId)
  expect(await sumsOf(deposit.playerFeeId)).toEqual([2000, 2000, 'open'])
  await pay(rest)
  await hear(deposit.playerFeeId)
  expect((await entryOf(id))?.state).toBe('registered')
  expect([await sumsOf(rest), await sumsOf(deposit.playerFeeId)]).toEqual([
    [8000, 8000, 'open'],
    [2000, 2000, 'open'],
  ])
  expect([await backOf(deposit), await receivable(club)]).toEqual([[], 0])
})

it('a deposit the club refunds after the rest has arrived is not charged again', async () => {
  const late = await aLatePayment()
  const { club, id, deposit, rest } = late
  await pay(rest)
  expect((await giveBack(late)).status).toBe(200)
  await hear(deposit.playerFeeId)
  expect((await entryOf(id))?.state).toBe('registered')
  expect([await sumsOf(rest), await backOf(deposit), await receivable(club)]).toEqual([[8000, 8000, 'open'], [2000], 0])
})

it('a deposit raised by the club: unpaid, it is reduced to what was counted; paid, all of it is refunded', async () => {
  const raise = (playerFeeId: string, paid: number) =>
    changeFee(stamp, playerFeeId, ({ version }) => ({
      set: { amount: 3000, paid },
      effect: `edit:${playerFeeId}:${version}`,
      postings: transferPostings(3000 - paid, { from: 'income:fees', to: 'assets:receivable' }),
    }))
  const one = await aLatePayment()
  await raise(one.deposit.playerFeeId, 2000)
  await pay(one.rest)
  expect([(await entryOf(one.id))?.state, await sumsOf(one.deposit.playerFeeId)]).toEqual([
    'registered',
    [2000, 2000, 'open'],
  ])
  expect(await receivable(one.club)).toBe(0)
  const other = await aLatePayment()
  await raise(other.deposit.playerFeeId, 3000)
  const paid = await pay(other.rest)
  expect([(await entryOf(other.id))?.state, await backOf(paid)]).toEqual(['cancelled', [8000]])
  expect((await sumsOf(other.deposit.playerFeeId))[2]).toBe('cancelled')
})

it('a deposit is kept if payments are disabled and the family waits again, even while it starts a payment', async () => {
  const { id, deposit, start, paymentAccountId } = await aTakenPlace()
  const meanwhile = async () => {
    await write(stamp, paymentAccounts.change({ paymentAccountId }, { set: { chargesEnabled: false } }))
    await write(stamp, registrations.change({ registrationId: registrationOf(id) }, { set: { acceptBills: false } }))
    await lapse({ time: tooLate })
  }
  expect((await interleave('TransactWriteCommand', meanwhile, start, 2)).refusal.code).toBe('hold_lapsed')
  const entry = await entryOf(id)
  expect([entry?.state, entry?.deposit?.paidAt !== undefined]).toEqual(['waiting', true])
  expect([await sumsOf(deposit.playerFeeId), await backOf(deposit)]).toEqual([[2000, 2000, 'open'], []])
  // The fee for the place is cancelled.
  const charged = await fees.ofPlayer(playerOf(id), { consistent: true })
  expect(charged.map(({ amount }) => amount)).toEqual([2000])
})

it.each([
  ['gets the place once it arrives', 'registered', [8000, 8000, 'open']],
  ['stays on the waiting list if it fails', 'waiting', [undefined, undefined, undefined]],
] as const)('a family whose payment is pending when payments are disabled %s', async (_, ends, sums) => {
  const { id, deposit, start, paymentAccountId } = await aTakenPlace()
  const before = (await entryOf(id))?.parts
  await start()
  const charged = await fees.ofPlayer(playerOf(id), { consistent: true })
  const rest = charged.find(({ amount }) => amount === 8000)?.playerFeeId ?? ''
  const paying = (set: { paying: string | undefined }) => write(stamp, fees.change({ playerFeeId: rest }, { set }))
  await paying({ paying: 'payment-1' })
  await write(
    stamp,
    paymentAccounts.change({ paymentAccountId }, { set: { chargesEnabled: false } }),
    registrations.change({ registrationId: registrationOf(id) }, { set: { acceptBills: false } }),
  )
  // Extended twice while the outcome of the payment is unknown.
  for (const [time, heldUntil] of [
    [tooLate, '2026-11-23T18:18:00.000Z'],
    ['2026-11-23T18:19:00.000Z', '2026-11-23T18:34:00.000Z'],
  ] as const) {
    await lapse({ time })
    expect(await entryOf(id)).toMatchObject({ state: 'paying', heldUntil, parts: before })
  }
  if (ends === 'registered') await pay(rest)
  else await paying({ paying: undefined })
  await hear(rest)
  await lapse({ time: '2026-11-23T18:35:00.000Z' })
  const entry = await entryOf(id)
  expect([entry?.state, entry?.deposit?.paidAt !== undefined]).toEqual([ends, true])
  expect([await sumsOf(rest), await sumsOf(deposit.playerFeeId)]).toEqual([sums, [2000, 2000, 'open']])
})

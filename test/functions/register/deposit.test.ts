// own: expired holds are looked for in the whole table
import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { changeFee, transferPostings } from '#functions/table/feeBooks.ts'
import { type Fee, feePayments, fees } from '#functions/table/fees.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import type { MailAbout } from '#functions/mail/mailKinds.ts'
import { outbox } from '#functions/table/outbox.ts'
import { payLinks, payments, refunds } from '#functions/table/payments.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationNotifications, registrations } from '#functions/table/registrations.ts'
import { all, write } from '#functions/table/table.ts'
import { feeOf, organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, option } from './registering.ts'

process.env.SITE_URL = 'https://app.club.example'
const later = '2026-11-21T19:00:00.000Z'

type Options = ReturnType<typeof option>[]
/** The only place is taken; the waiting list costs $20. */
async function aFullOne({ depositInCents = 2000, ...parts }: { depositInCents?: number; options?: Options } = {}) {
  const club = await aClub()
  const registration = { places: 1, waitingList: true, depositInCents }
  const registrationId = await aRegistration(club, { ...parts, registration })
  const [ann, ben] = [await aParent(club, 'ann'), await aParent(club, 'ben')]
  const first = (await fillIn(ann, registrationId, 'Nora')).registrationPlayerId
  expect((await wait(ann, [first], { wait: false, total: 10_000 })).status).toBe(200)
  return { club, registrationId, ann, ben, first }
}
type Sent = { wait?: boolean; total?: number; deposit?: number }
const wait = (as: string, registrationPlayerIds: string[], sent: Sent = {}) => {
  const { wait: waits = true, total = 10_000, deposit = 2000 * registrationPlayerIds.length } = sent
  return call('POST /rest-api/register/{registrationId}/finalize', {
    as,
    registrationId: registrationOf(registrationPlayerIds[0] ?? ''),
    body: {
      registrationPlayerIds,
      totalInCents: total,
      payBy: 'BILL' as const,
      ...(waits && { wait: true, depositInCents: deposit }),
    },
  })
}
const chargedTo = (id: string) => fees.ofPlayer(playerOf(id), { consistent: true })
const owed = async (id: string) =>
  (await chargedTo(id)).map(({ name, amount, paid, state }) => [name, amount, paid, state])
/** Settled as by a payment. */
async function pay(id: string, how: 'CARD' | 'CASH' = 'CARD') {
  const [{ playerFeeId, amount } = { playerFeeId: '', amount: 0 }] = await chargedTo(id)
  const paymentId = `${organizationOf(id)}.${newPart('y')}`
  const from = { paymentAccountId: 'a', provider: 'STRIPE', surcharge: 0, platformCents: 0, ends: later } as const
  await changeFee(stamp, playerFeeId, () => ({
    set: { paid: amount },
    effect: `charge:${playerFeeId}`,
    postings: transferPostings(amount, { from: 'assets:receivable', to: 'assets:clearing:stripe' }),
    more: [
      payments.create({ paymentId, ...from, state: 'paid', parts: [], amount, returned: 0 }),
      feePayments.create({ playerFeeId, paymentId, cents: amount, how, paidAt: later, givenBack: 0 }),
    ],
  }))
  await hear({ playerFeeId })
  return { paymentId, playerFeeId }
}
const hear = (fee: Pick<Fee, 'playerFeeId'>) =>
  deliverTo(hearPaid, { ...fees.key(fee), kind: 'Fee', change: 'changed' })
const free = async (registrationId: string) => {
  await write(stamp, registrations.change({ registrationId }, { set: { places: 2 } }))
  return offerPlaces(stamp, registrationId)
}
const state = async (id: string) => (await entryOf(id))?.state
const withdraw = (as: string, id: string) =>
  call('POST /rest-api/register/{registrationId}/withdraw', {
    as,
    now: later,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id },
  })

it('a deposit is charged for the waiting list; once it is paid, a place is offered at a price reduced by it', async () => {
  const { registrationId, ben } = await aFullOne()
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  const seen = await call('GET /rest-api/register/{registrationId}/summary', { as: ben, registrationId, query: {} })
  expect([seen.body.isFull, seen.body.depositInCents]).toEqual([true, 2000])
  // An amount other than the one shown is not charged.
  expect((await wait(ben, [id], { deposit: 0 })).refusal.code).toBe('price_changed')
  const joined = await wait(ben, [id])
  expect(joined.body.players[0]).toMatchObject({ state: 'waiting', depositInCents: 2000, isDepositPaid: false })
  expect((await wait(ben, [id])).status).toBe(200)
  expect(await owed(id)).toEqual([['Deposit: Fall season', 2000, 0, 'open']])
  expect(await free(registrationId)).toBe(0)
  const start = () =>
    call('POST /rest-api/register/{registrationId}/payment-intent', {
      as: ben,
      registrationId,
      body: { registrationPlayerIds: [id] },
    })
  const link = await payLinks.get({ payId: (await start()).body.payId })
  expect(link?.playerFeeIds).toEqual((await chargedTo(id)).map(({ playerFeeId }) => playerFeeId))
  // Processed once it is paid, and again.
  const paid = await pay(id)
  await hear(paid)
  expect([await state(id), (await start()).refusal.code]).toEqual(['offered', 'hold_lapsed'])
  const taken = await call('POST /rest-api/register/{registrationId}/accept', {
    as: ben,
    registrationId,
    now: later,
    body: { registrationPlayerId: id, payBy: 'BILL' },
  })
  expect(taken.body.players[0]?.state).toBe('registered')
  await deliverEntry(id)
  expect((await owed(id)).toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    ['Deposit: Fall season', 2000, 2000, 'open'],
    ['Fall season', 8000, 0, 'open'],
  ])
})

it('if the deposit covered the whole price, only the difference to a dearer option is charged', async () => {
  const options = [option('season', 10_000), option('longer', 12_000)]
  const { club, registrationId, ben } = await aFullOne({ depositInCents: 50_000, options })
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  expect((await wait(ben, [id], { deposit: 10_000 })).status).toBe(200)
  await free(registrationId)
  await pay(id)
  const body = { registrationPlayerId: id, payBy: 'BILL' as const }
  await call('POST /rest-api/register/{registrationId}/accept', { as: ben, registrationId, now: later, body })
  await deliverEntry(id)
  expect((await entryOf(id))?.parts).toEqual([])
  const change = async (optionId: string, priceInCents: number) => {
    const entry = await registrationEntries.get({ registrationId, playerId: playerOf(id) }, { consistent: true })
    const wanted = { optionIds: [optionId], addOnFormResponses: [], answers: {}, revision: entry?.version ?? 0 }
    const changed = {
      as: club.user('admin'),
      registrationId,
      body: { registrationPlayerId: id, priceInCents, ...wanted },
    }
    const { status } = await call('POST /rest-api/register/{registrationId}/change', changed)
    const open = (await chargedTo(id)).filter(({ state }) => state === 'open')
    const byName = open.toSorted((a, b) => a.name.localeCompare(b.name))
    return [status, ...byName.map(({ name, amount, paid }) => [name, amount, paid])]
  }
  const deposit = ['Deposit: Fall season', 10_000, 10_000]
  expect(await change('longer', 12_000)).toEqual([200, deposit, ['Fall season', 2000, 0]])
  expect(await change('season', 10_000)).toEqual([200, deposit])
  expect(await change('longer', 12_000)).toEqual([200, deposit, ['Fall season', 2000, 0]])
})

it('a paid deposit is refunded when the offer expires, and an unpaid one is removed on leaving the list', async () => {
  const { club, registrationId, ben } = await aFullOne()
  const filled = [await fillIn(ben, registrationId, 'Ola'), await fillIn(ben, registrationId, 'Pia')]
  const [ola = '', pia = ''] = filled.map(({ registrationPlayerId }) => registrationPlayerId)
  expect((await wait(ben, [ola, pia], { total: 20_000 })).status).toBe(200)
  const paid = await pay(ola)
  expect((await withdraw(ben, pia)).status).toBe(200)
  expect(await owed(pia)).toEqual([])
  expect(await free(registrationId)).toBe(1)
  await lapse({ time: '2026-11-24T18:00:00Z' })
  expect([await state(ola), (await refunds.of(paid)).map(({ cents }) => cents)]).toEqual(['cancelled', [2000]])
  const mail = await outbox.get({ mailId: `place-lost.${paid.playerFeeId}` }, { consistent: true })
  const message = await writers.depositBack(mail?.about as MailAbout['depositBack'], {
    to: { userId: ben, email: 'ben@family.example' },
    now: later,
    say: sayIn('en'),
  })
  expect([message?.subject, ...(message?.paragraphs ?? [])]).toEqual([
    'Your deposit for Ola: Fall season',
    'Ola is no longer on the waiting list for Fall season. The deposit was $20.00.',
    'It is refunded the way it was paid. This can take your bank up to ten days.',
  ])
  const books = await all<LedgerEntry>(ledger.of(club.organizationId))
  const sum = (account: string) =>
    books
      .flatMap(({ postings }) => postings)
      .reduce((cents, each) => cents + (each.account === account ? each.cents : 0), 0)
  expect([sum('assets:receivable'), sum('income:fees')]).toEqual([0, 0])
})

it('a deposit paid after leaving the list is refunded, and a waived one counts as settled', async () => {
  const { registrationId, ann, ben } = await aFullOne()
  const [ola, pia] = [await fillIn(ben, registrationId, 'Ola'), await fillIn(ann, registrationId, 'Pia')]
  const [one, two] = [ola.registrationPlayerId, pia.registrationPlayerId]
  await wait(ben, [one])
  await wait(ann, [two])
  const [fee] = await chargedTo(one)
  const about = { playerFeeId: fee?.playerFeeId ?? '' }
  await write(stamp, fees.change(about, { set: { paying: 'payment-1' } }))
  await withdraw(ben, one)
  await write(stamp, fees.change(about, { set: { paying: undefined } }))
  const paid = await pay(one)
  expect([await state(one), (await refunds.of(paid)).map(({ cents }) => cents)]).toEqual(['cancelled', [2000]])
  const [asked] = await chargedTo(two)
  expect(await free(registrationId)).toBe(0)
  await write(stamp, fees.change({ playerFeeId: asked?.playerFeeId ?? '' }, { set: { waived: 2000 } }))
  await hear({ playerFeeId: asked?.playerFeeId ?? '' })
  expect(await entryOf(two)).toMatchObject({ state: 'offered', parts: [{ amountInCents: 10_000 }] })
  expect((await entryOf(two))?.deposit).toBeUndefined()
})

it('a family that has paid is offered a place even if the worker was interrupted after recording the payment', async () => {
  const { registrationId, ben } = await aFullOne()
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  await wait(ben, [id])
  expect(await free(registrationId)).toBe(0)
  const { deposit = { cents: 0, feeId: '' } } = (await entryOf(id)) ?? {}
  const about = { registrationId, playerId: playerOf(id) }
  await write(stamp, registrationEntries.change(about, { set: { deposit: { ...deposit, paidAt: later } } }))
  await pay(id)
  expect(await state(id)).toBe('offered')
})

it('an administrator who follows payments is told of a deposit, and not of a paid registration', async () => {
  const { club, registrationId, ben } = await aFullOne()
  const userId = club.user('admin')
  await write(stamp, registrationNotifications.create({ registrationId, userId, name: 'Ada', paymentsToo: true }))
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  await wait(ben, [id])
  const { playerFeeId } = await pay(id)
  const message = await writers.registrationPaid(
    { registrationPlayerId: id, playerFeeId },
    { to: { userId, email: 'ada@club.example' }, now: later, say: sayIn('en') },
  )
  expect(message?.paragraphs).toEqual(['Ola’s deposit for the waiting list of Fall season has been paid.'])
})

it('a family whose unpaid deposit was deleted by the treasurer is offered a place without one', async () => {
  const { club, registrationId, ben } = await aFullOne()
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  await wait(ben, [id])
  expect(await free(registrationId)).toBe(0)
  const [fee] = await chargedTo(id)
  const feePlayerId = fee?.playerFeeId ?? ''
  const take = () => call('DELETE /rest-api/fee/delete/{feePlayerId}', { as: club.user('admin'), feePlayerId })
  expect([(await take()).status, (await take()).status]).toEqual([200, 200])
  await hear({ playerFeeId: feePlayerId })
  expect(await owed(id)).toEqual([['Deposit: Fall season', 2000, 0, 'cancelled']])
  expect(await entryOf(id)).toMatchObject({ state: 'offered', parts: [{ amountInCents: 10_000 }] })
})

it('a waived deposit can be restored until the entry was updated, and stays waived after that', async () => {
  const { club, registrationId, ben } = await aFullOne()
  const { registrationPlayerId: id } = await fillIn(ben, registrationId, 'Ola')
  await wait(ben, [id])
  const [fee] = await chargedTo(id)
  const feePlayerId = fee?.playerFeeId ?? ''
  const waive = async (revision: number, undone?: true) =>
    call('POST /rest-api/fee/write-off/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { as: 'waived', revision, ...(undone && { undone }) },
    })
  const now = async () => [(await owed(id)).length, (await entryOf(id))?.deposit?.feeId === feeOf(feePlayerId)]
  await waive(1)
  // The worker has read the deposit as waived.
  const undo = async () => expect((await waive(1, true)).body.outstandingInCents).toBe(2000)
  await interleave('TransactWriteCommand', undo, () => hear({ playerFeeId: feePlayerId }))
  expect(await now()).toEqual([1, true])
  await waive(3)
  await hear({ playerFeeId: feePlayerId })
  expect((await waive(3, true)).refusal.code).toBe('fee_settled')
  expect([await now(), (await chargedTo(id))[0]?.waived]).toEqual([[1, false], 2000])
})

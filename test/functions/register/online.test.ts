// own: expired holds are looked for in the whole table
import { describe, expect, it, vi } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { changeFee, transferPostings } from '#functions/table/feeBooks.ts'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { feePayments, fees } from '#functions/table/fees.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import type { MailAbout } from '#functions/mail/mailKinds.ts'
import { outbox } from '#functions/table/outbox.ts'
import { payLinks, payments, refunds } from '#functions/table/payments.ts'
import { countNames, registrationCounts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { all, write } from '#functions/table/table.ts'
import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import type { Installments } from '#shared/rules/registrations/installments.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { acceptCards, start as startOnline } from '../money/online.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, option, finalize } from './registering.ts'

process.env.SITE_URL = 'https://app.club.example'

const inTime = '2026-11-21T18:10:00.000Z'
const tooLate = '2026-11-21T18:20:00.000Z'

/** The only place, held by a family that pays online. */
async function aHeldPlace(
  club: Club,
  {
    installments = { paymentPlanEnabled: false, items: [] },
    chargesEnabled = true,
  }: { installments?: Installments; chargesEnabled?: boolean } = {},
) {
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const as = await aParent(club, 'rosa')
  const registration = { places: 1, acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, { registration, installments })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  if (installments.paymentPlanEnabled)
    await call('POST /rest-api/register/{registrationId}/payment-plan', { as, registrationId, body: { byPlan: true } })
  const sent = await finalize(as, [id], 10_000, { payBy: 'ONLINE' })
  return { as, registrationId, id, sent }
}
const start = (as: string, id: string, now = inTime) =>
  call('POST /rest-api/register/{registrationId}/payment-intent', {
    as,
    now,
    registrationId: registrationOf(id),
    body: { registrationPlayerIds: [id] },
  })
const feeOf = async (id: string) => (await fees.ofPlayer(playerOf(id), { consistent: true }))[0]
/** Settled as by an online payment, in full or for this amount. */
async function pay(id: string, { cents, how = 'CARD' }: { cents?: number; how?: 'CARD' | 'CASH' } = {}) {
  const { playerFeeId = '', amount = 0 } = (await feeOf(id)) ?? {}
  const paid = cents ?? amount
  const paymentId = `${organizationOf(id)}.y00000000001`
  const from = { paymentAccountId: 'a', provider: 'STRIPE', surcharge: 0, platformCents: 0, ends: inTime } as const
  const payment = { paymentId, ...from, state: 'paid' as const, parts: [], amount: paid, returned: 0 }
  await changeFee(stamp, playerFeeId, () => ({
    set: { paid, paying: undefined },
    effect: `charge:${playerFeeId}`,
    postings: transferPostings(paid, { from: 'assets:receivable', to: 'assets:clearing:stripe' }),
    more: [
      payments.create(payment),
      feePayments.create({ playerFeeId, paymentId, cents: paid, how, paidAt: inTime, givenBack: 0 }),
    ],
  }))
  await deliverTo(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
  return { paymentId, playerFeeId }
}
/** The mail to a family that has lost its place. */
async function lostLetter(playerFeeId: string, userId: string) {
  const mail = await outbox.get({ mailId: `place-lost.${playerFeeId}` }, { consistent: true })
  if (!mail) return undefined
  const call = { to: { userId, email: 'rosa@example.org' }, now: tooLate, say: sayIn('en') }
  return writers.placeLost(mail.about as MailAbout['placeLost'], call)
}
const taken = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places)

describe('a family that pays online', () => {
  it('holds a place for 15 minutes, and keeps it when it pays in time', async () => {
    const club = await aClub()
    const { as, registrationId, id, sent } = await aHeldPlace(club)
    expect(sent.body.players[0]).toMatchObject({ state: 'paying', heldUntil: '2026-11-21T18:15:00.000Z' })
    const [one, two] = [await start(as, id), await start(as, id)]
    const link = await payLinks.get({ payId: one.body.payId })
    expect(link?.playerFeeIds).toEqual((await payLinks.get({ payId: two.body.payId }))?.playerFeeIds)
    expect(await feeOf(id)).toMatchObject({ playerFeeId: link?.playerFeeIds?.[0], amount: 10_000, paid: 0 })
    await pay(id)
    expect(await entryOf(id)).toMatchObject({ state: 'registered', landing: 'wanted' })
    await deliverEntry(id)
    await lapse({ time: tooLate })
    expect((await entryOf(id))?.state).toBe('registered')
    expect(await fees.ofPlayer(playerOf(id))).toHaveLength(1)
    expect(await taken(registrationId)).toBe(1)
  })

  it('is rejected if the club’s account cannot take payments yet', async () => {
    const { sent } = await aHeldPlace(await aClub(), { chargesEnabled: false })
    expect([sent.refusal.code, sent.refusal.faults?.[0]?.at]).toEqual(['bad_request', 'payBy'])
  })

  it('loses the place when it does not pay in time, and its fee is removed from the ledger', async () => {
    const club = await aClub()
    const { as, registrationId, id } = await aHeldPlace(club)
    await start(as, id)
    await lapse({ time: inTime })
    expect((await entryOf(id))?.state).toBe('paying')
    await lapse({ time: tooLate })
    expect((await entryOf(id))?.state).toBe('cancelled')
    expect([await feeOf(id), await taken(registrationId)]).toEqual([undefined, 0])
    expect((await start(as, id, tooLate)).refusal.code).toBe('hold_lapsed')
    const books = await all<LedgerEntry>(ledger.of(club.organizationId))
    const receivable = books
      .flatMap(({ postings }) => postings)
      .filter(({ account }) => account === 'assets:receivable')
      .reduce((sum, { cents }) => sum + cents, 0)
    expect(receivable).toBe(0)
  })

  it('keeps the place if the club has waived the fee', async () => {
    const { as, id } = await aHeldPlace(await aClub())
    await start(as, id)
    const { playerFeeId = '' } = (await feeOf(id)) ?? {}
    await write(stamp, fees.change({ playerFeeId }, { set: { waived: 10_000 } }))
    await lapse({ time: tooLate })
    expect(await entryOf(id)).toMatchObject({ state: 'registered', landing: 'wanted' })
    expect(await feeOf(id)).toMatchObject({ state: 'open', waived: 10_000 })
  })

  it('is charged nothing if the hold expires while the payment is started', async () => {
    const club = await aClub()
    const { as, id } = await aHeldPlace(club)
    const { getMany } = registrationEntries
    const [found, lapsed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.spyOn(registrationEntries, 'getMany').mockImplementationOnce(async (...asked) => {
      const entries = await getMany(...asked)
      found.resolve()
      await lapsed.promise
      return entries
    })
    const starting = start(as, id)
    await found.promise
    await lapse({ time: tooLate })
    lapsed.resolve()
    expect((await starting).refusal.code).toBe('hold_lapsed')
    expect([(await entryOf(id))?.state, await feeOf(id)]).toEqual(['cancelled', undefined])
  })

  it('gets the place if the payment arrives after the hold, and the place is still free', async () => {
    const club = await aClub()
    const { as, registrationId, id } = await aHeldPlace(club)
    await start(as, id)
    const { playerFeeId = '' } = (await feeOf(id)) ?? {}
    await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
    await lapse({ time: tooLate })
    expect([(await entryOf(id))?.state, await taken(registrationId)]).toEqual(['cancelled', 0])
    await pay(id)
    expect([(await entryOf(id))?.state, await taken(registrationId)]).toEqual(['registered', 1])
  })

  it('pays the later installments on their dates if the first arrived after the hold', async () => {
    const club = await aClub()
    const items = [
      { percent: 50, dueDate: '2026-11-01' },
      { percent: 50, dueDate: '2026-12-01' },
    ]
    const { as, registrationId, id } = await aHeldPlace(club, { installments: { paymentPlanEnabled: true, items } })
    await start(as, id)
    const { playerFeeId = '' } = (await feeOf(id)) ?? {}
    await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
    await lapse({ time: tooLate })
    await pay(id)
    expect([(await entryOf(id))?.state, await taken(registrationId)]).toEqual(['registered', 1])
    await deliverEntry(id)
    const charged = await fees.ofPlayer(playerOf(id), { consistent: true })
    expect(charged.map(({ amount, paid, dueOn }) => [amount, paid, dueOn])).toEqual([
      [5000, 5000, '2026-11-21'],
      [5000, 0, '2026-12-01'],
    ])
  })

  it('is refunded and told by mail if the payment arrives after the place was taken', async () => {
    const club = await aClub()
    const { as, registrationId, id } = await aHeldPlace(club)
    await start(as, id)
    const { playerFeeId = '' } = (await feeOf(id)) ?? {}
    await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
    await lapse({ time: tooLate })
    const ben = await aParent(club, 'ben')
    const other = await fillIn(ben, registrationId, 'Ola')
    await finalize(ben, [other.registrationPlayerId], 10_000)
    const paid = await pay(id)
    expect(await feeOf(id)).toMatchObject({ state: 'cancelled', cancelledAs: 'refund', paid: 0 })
    expect([(await entryOf(id))?.state, await taken(registrationId)]).toEqual(['cancelled', 1])
    const back = await refunds.of(paid)
    expect(back.map(({ cents, state }) => [cents, state])).toEqual([[10_000, 'wanted']])
    const message = await lostLetter(paid.playerFeeId, as)
    expect(message?.subject).toBe('No place for Nora: Fall season')
    expect(message?.paragraphs.join(' ')).toMatch(/^\$100\.00 was paid .* It is refunded the way it was paid\./)
    await deliverTo(hearPaid, { ...fees.key(paid), kind: 'Fee', change: 'changed' })
    expect(await refunds.of(paid)).toHaveLength(1)
  })

  it('that registers again during its old payment is asked for nothing of the old fee once that ends', async () => {
    const club = await aClub()
    const items = [
      { percent: 50, dueDate: '2026-11-01' },
      { percent: 50, dueDate: '2026-12-01' },
    ]
    const { as, registrationId, id } = await aHeldPlace(club, { installments: { paymentPlanEnabled: true, items } })
    await start(as, id)
    const { playerFeeId = '' } = (await feeOf(id)) ?? {}
    await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
    await lapse({ time: tooLate })
    await fillIn(as, registrationId, 'Nora', { again: id, now: tooLate })
    await finalize(as, [id], 10_000, { payBy: 'BILL', now: tooLate })
    await deliverEntry(id)
    expect(await fees.ofPlayer(playerOf(id), { consistent: true })).toHaveLength(3)
    const hear = () => deliverTo(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
    await hear()
    expect(await fees.get({ playerFeeId }, { consistent: true })).toBeDefined()
    await write(stamp, fees.change({ playerFeeId }, { set: { paying: undefined } }))
    await hear()
    const asked = await fees.ofPlayer(playerOf(id), { consistent: true })
    expect(asked.map(({ amount, state }) => [amount, state])).toEqual([
      [5000, 'open'],
      [5000, 'open'],
    ])
    expect((await entryOf(id))?.state).toBe('registered')
  })

  it('that has paid only a part when the hold expires loses the place, and is refunded', async () => {
    const club = await aClub()
    const { as, registrationId, id } = await aHeldPlace(club)
    await start(as, id)
    const paid = await pay(id, { cents: 4000 })
    expect((await entryOf(id))?.state).toBe('paying')
    await lapse({ time: tooLate })
    expect([(await entryOf(id))?.state, await taken(registrationId)]).toEqual(['cancelled', 0])
    expect(await feeOf(id)).toMatchObject({ state: 'cancelled', cancelledAs: 'refund', paid: 0 })
    expect((await refunds.of(paid)).map(({ cents }) => cents)).toEqual([4000])
    expect((await lostLetter(paid.playerFeeId, as))?.paragraphs[0]).toMatch(/^\$40\.00 was paid for Nora/)
  })

  it('keeps a partial payment by hand as credit when the hold expires', async () => {
    const club = await aClub()
    const { as, id } = await aHeldPlace(club)
    await start(as, id)
    const paid = await pay(id, { cents: 4000, how: 'CASH' })
    await lapse({ time: tooLate })
    expect(await feeOf(id)).toMatchObject({ state: 'cancelled', cancelledAs: 'credit', paid: 4000 })
    expect(await refunds.of(paid)).toEqual([])
    expect((await lostLetter(paid.playerFeeId, as))?.paragraphs[1]).toContain('your credit with Springfield FC')
  })

  it('must pay to the account of the registration, and its payment link leads back to it', async () => {
    const club = await aClub()
    const { as, registrationId, id } = await aHeldPlace(club)
    const { paymentAccountId: other } = await acceptCards(club)
    const { payId } = (await start(as, id)).body
    const view = (await call('GET /rest-api/pay/{payId}', { as: undefined, payId, now: inTime })).body
    expect(view.registrationId).toBe(registrationId)
    expect(view.methods.map(({ paymentAccountId }) => paymentAccountId)).toEqual([
      `${club.organizationId}.a00000000001`,
    ])
    const wanted = { payId, paymentAccountId: other, feePlayerIds: view.fees.map(({ feePlayerId }) => feePlayerId) }
    expect((await startOnline({ ...wanted, total: 10_438, now: inTime })).refusal.code).toBe('other_account')
  })
})

it('two children are charged in exactly the installments shown, to the cent', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const items = [
    { percent: 50, dueDate: '2026-11-01' },
    { percent: 50, dueDate: '2026-12-01' },
  ]
  const installments = { paymentPlanEnabled: true, items }
  const registrationId = await aRegistration(club, { installments, options: [option('season', 3333)] })
  const filled = [await fillIn(as, registrationId, 'Nora'), await fillIn(as, registrationId, 'Ola')]
  const { body } = await call('POST /rest-api/register/{registrationId}/payment-plan', {
    as,
    registrationId,
    body: { byPlan: true },
  })
  expect([body.parts, body.dueNowInCents]).toEqual([
    [
      { amountInCents: 3334, dueOn: '2026-11-21' },
      { amountInCents: 3332, dueOn: '2026-12-01' },
    ],
    3334,
  ])
  const ids = filled.map(({ registrationPlayerId }) => registrationPlayerId)
  await finalize(as, ids, 6666)
  const parts = (await Promise.all(ids.map(entryOf))).map((entry) => entry?.parts.map((part) => part.amountInCents))
  expect(parts).toEqual([
    [1667, 1666],
    [1667, 1666],
  ])
})

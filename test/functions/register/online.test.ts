import { describe, expect, it, vi } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { changeFee, moved } from '#functions/table/feeBooks.ts'
import { fees } from '#functions/table/fees.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { payLinks } from '#functions/table/payments.ts'
import { countNames, registrationCounts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { all, write } from '#functions/table/table.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import type { Installments } from '#shared/rules/registrations/installments.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { hand } from '../workers.ts'
import { aParent, aRegistration, entryOf, fillIn, letLand, sendOff } from './registering.ts'

const inTime = '2026-11-21T18:10:00.000Z'
const tooLate = '2026-11-21T18:20:00.000Z'

/** A place of one, held by a family that pays online. */
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
  const sent = await sendOff(as, [id], 10_000, { payBy: 'ONLINE' })
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
/** As a payment online settles it. */
async function pay(id: string) {
  const { playerFeeId = '' } = (await feeOf(id)) ?? {}
  await changeFee(stamp, playerFeeId, (fee) => ({
    set: { paid: fee.amount, paying: undefined },
    effect: `charge:${playerFeeId}`,
    postings: moved(fee.amount, { from: 'assets:receivable', to: 'assets:clearing:stripe' }),
  }))
  await hand(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
}
const taken = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places)

describe('who pays online', () => {
  it('has a place for 15 minutes, and keeps it when it is paid in time', async () => {
    const club = await aClub()
    const { as, registrationId, id, sent } = await aHeldPlace(club)
    expect(sent.body.players[0]).toMatchObject({ state: 'paying', heldUntil: '2026-11-21T18:15:00.000Z' })
    const [one, two] = [await start(as, id), await start(as, id)]
    const link = await payLinks.get({ payId: one.body.payId })
    expect(link?.playerFeeIds).toEqual((await payLinks.get({ payId: two.body.payId }))?.playerFeeIds)
    expect(await feeOf(id)).toMatchObject({ playerFeeId: link?.playerFeeIds?.[0], amount: 10_000, paid: 0 })
    await pay(id)
    expect(await entryOf(id)).toMatchObject({ state: 'registered', landing: 'wanted' })
    await letLand(id)
    await lapse({ time: tooLate })
    expect((await entryOf(id))?.state).toBe('registered')
    expect(await fees.ofPlayer(playerOf(id))).toHaveLength(1)
    expect(await taken(registrationId)).toBe(1)
  })

  it('is no way where the club’s account cannot take payments yet', async () => {
    const { sent } = await aHeldPlace(await aClub(), { chargesEnabled: false })
    expect([sent.refusal.code, sent.refusal.faults?.[0]?.at]).toEqual(['bad_request', 'payBy'])
  })

  it('loses the place when it is not: what was charged is not asked any more, and the books are even', async () => {
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

  it('is charged nothing for a place that lapses at that moment', async () => {
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

  it('and is on the provider’s page when it lapses, takes the place if it is free still', async () => {
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

  it('and takes it later than the hold, pays its other parts on their days', async () => {
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
    await letLand(id)
    const charged = await fees.ofPlayer(playerOf(id), { consistent: true })
    expect(charged.map(({ amount, paid, dueOn }) => [amount, paid, dueOn])).toEqual([
      [5000, 5000, '2026-11-21'],
      [5000, 0, '2026-12-01'],
    ])
  })

  it('and where it is taken by then, has what was paid as a credit with the club', async () => {
    const club = await aClub()
    const { as, registrationId, id } = await aHeldPlace(club)
    await start(as, id)
    const { playerFeeId = '' } = (await feeOf(id)) ?? {}
    await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
    await lapse({ time: tooLate })
    const ben = await aParent(club, 'ben')
    const other = await fillIn(ben, registrationId, 'Ola')
    await sendOff(ben, [other.registrationPlayerId], 10_000)
    await pay(id)
    expect(await feeOf(id)).toMatchObject({ state: 'cancelled', cancelledAs: 'credit', paid: 10_000 })
    expect([(await entryOf(id))?.state, await taken(registrationId)]).toEqual(['cancelled', 1])
  })
})

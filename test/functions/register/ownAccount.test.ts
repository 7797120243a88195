// own: open payments would be ended by the sweeps of other tests
import { expect, it } from 'vitest'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { type Fee, fees } from '#functions/table/fees.ts'
import { runMetered } from '#functions/table/meter.ts'
import { type PaymentAccount, paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { update } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { charge } from '../money/charging.ts'
import { acceptCards, familyLink, paymentAt, payOnPage, returnFromPage, start, stripeApi } from '../money/online.ts'
import { aRegistration, fillIn, deliverEntry, finalize } from './registering.ts'

/** A club has two accounts: its first one, and the one that a team's registration is paid to. */
process.env.SITE_URL = 'https://app.club.example'
const byDay = (a: Fee, b: Fee) => a.dueOn.localeCompare(b.dueOn)
const at = (day: string) => ({ actor: 'money-autopay', at: `${day}T15:00:00Z` })
/** $50 plus the fees on $52.34, and the same for $100. */
const [one, two] = [5234, 10_437]

async function accountsOf(club: Club) {
  const first = await acceptCards(club)
  const own = await acceptCards(club)
  await update(stamp, paymentAccounts.change(own, { set: { addedAt: '2026-10-01T00:00:00.000Z' } }))
  return { first, own }
}
/** Mia is registered with a bill of $50 now and $50 on 1 December; returns the installments in order. */
async function registeredBy(club: Club, mainPaymentAccountId: string, registration = {}) {
  const registrationId = await aRegistration(club, {
    registration: { acceptPayments: true, mainPaymentAccountId, ...registration },
    installments: {
      paymentPlanEnabled: true,
      items: [
        { percent: 50, dueDate: '2026-11-01' },
        { percent: 50, dueDate: '2026-12-01' },
      ],
    },
  })
  const [as, { playerId }] = [club.user('parent'), club.mia]
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { playerId })
  await call('POST /rest-api/register/{registrationId}/payment-plan', { as, registrationId, body: { byPlan: true } })
  expect((await finalize(as, [id], 10_000)).status).toBe(200)
  await deliverEntry(id)
  return (await fees.ofPlayer(playerId, { consistent: true }))
    .filter(({ registrationPlayerId }) => registrationPlayerId === id)
    .toSorted(byDay)
    .map(({ playerFeeId }) => playerFeeId)
}
/** Another fee of $50 for Mia, apart from the registration. */
async function chargedBesides(club: Club) {
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId, dueOn: '2026-11-21', name: 'Kit' })
  return playerFeeOf(feeId, club.mia.playerId)
}
async function aFamily() {
  const club = await aClub()
  const { first, own } = await accountsOf(club)
  const parts = await registeredBy(club, own.paymentAccountId)
  const id = { organizationId: club.organizationId, userId: club.user('parent') }
  return { club, first, own, parts, kit: await chargedBesides(club), id }
}
const change = ({ paymentAccountId }: { paymentAccountId: string }, set: Partial<PaymentAccount>) =>
  update(stamp, paymentAccounts.change({ paymentAccountId }, { set }))
const paidOf = async (ids: readonly string[]) =>
  (
    await fees.getMany(
      ids.map((playerFeeId) => ({ playerFeeId })),
      { consistent: true },
    )
  ).map((fee) => fee?.paid)
/** What the family sees by its link: the account of each fee, and the available payment methods. */
async function seen(club: Club) {
  const { body } = await call('GET /rest-api/pay/{payId}', { as: undefined, payId: await familyLink(club) })
  return {
    to: new Map(body.fees.map((fee) => [fee.feePlayerId, fee.paymentAccountId])),
    by: body.methods.map(({ paymentAccountId, takesAny }) => [paymentAccountId, takesAny]),
  }
}
type Wanted = { feePlayerIds: string[]; by: { paymentAccountId: string }; total?: number; save?: boolean }
async function goes(club: Club, { by, total = one, ...wanted }: Wanted) {
  const payId = await familyLink(club)
  const { status, body, refusal } = await start({ payId, paymentAccountId: by.paymentAccountId, total, ...wanted })
  return { payId, said: status === 200 ? 'opened' : refusal.code, url: body?.url }
}
const said = async (club: Club, wanted: Wanted) => (await goes(club, wanted)).said
async function pays(club: Club, wanted: Wanted) {
  const { payId, url } = await goes(club, wanted)
  await returnFromPage(payId, paymentAt(await payOnPage(url ?? '')))
}
const chargesAt = async ({ stripeAccount }: { stripeAccount: string }) =>
  (await stripeApi<{ data: { amount: number }[] }>('GET', 'payment_intents', {}, stripeAccount)).data.map(
    ({ amount }) => amount,
  )

it('a registration’s fees are paid only to its own account, and other fees to the default one or along with them', async () => {
  const { club, first, own, parts, kit } = await aFamily()
  const [part = '', later = ''] = parts
  const { to, by } = await seen(club)
  expect([part, later, kit].map((id) => to.get(id))).toEqual([own.paymentAccountId, own.paymentAccountId, null])
  expect(by).toEqual([
    [first.paymentAccountId, true],
    [own.paymentAccountId, false],
  ])
  expect(await said(club, { feePlayerIds: [later], by: first })).toBe('other_account')
  expect(await said(club, { feePlayerIds: [later, kit], by: first, total: two })).toBe('other_account')
  expect(await paidOf([part, later, kit])).toEqual([0, 0, 0])
  await pays(club, { feePlayerIds: [later], by: own })
  await pays(club, { feePlayerIds: [kit], by: first })
  expect([await chargesAt(own), await chargesAt(first)]).toEqual([[one], [one]])
  const more = await chargedBesides(club)
  await pays(club, { feePlayerIds: [part, more], by: own, total: two })
  expect(await paidOf([part, later, kit, more])).toEqual([5000, 5000, 5000, 5000])
})

it('fees of two accounts cannot be paid together, and a split part keeps the account of its fee', async () => {
  const { club, first, own, parts } = await aFamily()
  const other = await registeredBy(club, first.paymentAccountId)
  const both = [parts[1] ?? '', other[1] ?? '']
  for (const by of [first, own]) expect(await said(club, { feePlayerIds: both, by, total: two })).toBe('other_account')
  const fee = await fees.get({ playerFeeId: parts[1] ?? '' }, { consistent: true })
  const homes = { one: [club.user('parent')], other: [club.user('parent2')], percent: 50 }
  await call('POST /rest-api/fee/split/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId: parts[1] ?? '',
    body: { homes, all: false, revision: fee?.version ?? 0 },
  })
  const all = await fees.ofPlayer(club.mia.playerId, { consistent: true })
  expect(all.find(({ partOf }) => partOf !== undefined)?.paymentAccountId).toBe(own.paymentAccountId)
})

it('a fee can be paid to another account once its own is disabled or disconnected, but not if it is restricted', async () => {
  const { club, first, own, parts } = await aFamily()
  const [part = '', later = ''] = parts
  await change(own, { chargesEnabled: false })
  expect((await seen(club)).by).toEqual([[first.paymentAccountId, true]])
  expect(await said(club, { feePlayerIds: [part], by: first })).toBe('other_account')
  expect(await said(club, { feePlayerIds: [part], by: own })).toBe('payments_off')
  await change(own, { missing: ['disconnected'] })
  expect((await seen(club)).to.get(part)).toBeNull()
  await pays(club, { feePlayerIds: [part], by: first })
  await change(own, { chargesEnabled: true, missing: [], active: false })
  expect([...(await seen(club)).to.values()]).toEqual([null, null])
  await pays(club, { feePlayerIds: [later], by: first })
  expect([await paidOf(parts), await chargesAt(own)]).toEqual([[5000, 5000], []])
})

it('a card saved at another account is not charged for the registration, and its family is asked once by mail', async () => {
  const { club, first, own, parts, kit, id } = await aFamily()
  const before = await chargedBesides(club)
  await pays(club, { feePlayerIds: [before], by: first, save: true })
  expect((await savedCards.get(id, { consistent: true }))?.paymentAccountId).toBe(first.paymentAccountId)
  expect(await chargeSavedCard(at('2026-12-01'), id)).toBe('paid')
  expect([await paidOf([kit, ...parts]), await chargesAt(own)]).toEqual([[5000, 0, 0], []])
  const told = async () =>
    (
      await fees.getMany(
        parts.map((playerFeeId) => ({ playerFeeId })),
        { consistent: true },
      )
    ).map((fee) => [fee?.mail, fee?.toldAt])
  const once = ['wanted', at('2026-12-01').at]
  expect(await told()).toEqual([once, once])
  expect(await chargeSavedCard(at('2026-12-02'), id)).toBe('nothing due')
  expect(await told()).toEqual([once, once])
  // Once the club has left that account, the card is also charged for its fees.
  await change(own, { active: false })
  expect(await chargeSavedCard(at('2026-12-03'), id)).toBe('paid')
  expect([await paidOf(parts), await chargesAt(own)]).toEqual([[5000, 5000], []])
})

it('a card saved without paying is saved at the registration’s account, and charged for everything due', async () => {
  const { club, own, parts, kit, id } = await aFamily()
  const attempt = { as: id.userId, orgId: club.organizationId, body: { attempt: 'attempt-1' } }
  await payOnPage((await call('POST /rest-api/fee/cards/{orgId}', attempt)).body.url)
  await call('POST /rest-api/fee/cards/{orgId}/kept', { as: id.userId, orgId: club.organizationId })
  expect((await savedCards.get(id, { consistent: true }))?.paymentAccountId).toBe(own.paymentAccountId)
  const trips = await runMetered(async (meter) => {
    expect(await chargeSavedCard(at('2026-11-22'), id)).toBe('paid')
    return meter.trips
  })
  expect(trips).toBeLessThanOrEqual(14)
  expect(await paidOf([kit, ...parts])).toEqual([5000, 5000, 0])
  expect(await chargesAt(own)).toEqual([two])
})

it('a waiting list deposit is paid to the registration’s account, too', async () => {
  const club = await aClub()
  const { own } = await accountsOf(club)
  const registration = { places: 0, waitingList: true, depositInCents: 2000 }
  const registrationId = await aRegistration(club, {
    registration: { ...registration, acceptPayments: true, mainPaymentAccountId: own.paymentAccountId },
  })
  const as = club.user('parent')
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { playerId: club.mia.playerId })
  await finalize(as, [id], 10_000, { wait: true, deposit: 2000 })
  const [deposit] = await fees.ofPlayer(club.mia.playerId, { consistent: true })
  expect([deposit?.amount, deposit?.paymentAccountId]).toEqual([2000, own.paymentAccountId])
})

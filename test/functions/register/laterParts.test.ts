// own: holds and open payments would be ended by the sweeps of other tests
import { expect, it } from 'vitest'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { endPayment } from '#functions/money/pay/settle.ts'
import { lapse } from '#functions/register/lapse.ts'
import { fees } from '#functions/table/fees.ts'
import { refunds } from '#functions/table/payments.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { write } from '#functions/table/table.ts'
import { registrationOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { acceptCards, deliverRefunds, paymentAt, payOnPage, returnFromPage, start } from '../money/online.ts'
import { deliverFees, inTime, tooLate } from './leaveOpenOnPage.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, finalize } from './registering.ts'

/** The installments of a price that are due after the one that pays for the place. */
process.env.SITE_URL = 'https://app.club.example'
const later = { actor: 'money-autopay', at: '2026-11-23T15:00:00Z' }
const installments = {
  paymentPlanEnabled: true,
  items: [
    { percent: 50, dueDate: '2026-11-21' },
    { percent: 50, dueDate: '2026-11-22' },
  ],
}

/**
 * Mia's parent, who has a saved card, is on the payment page of the first installment when the hold of the only place expires.
 */
async function lapsedOnThePage(club: Club) {
  const { paymentAccountId } = await acceptCards(club)
  const registration = { places: 1, acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, { registration, installments })
  const [as, { playerId }] = [club.user('parent'), club.mia]
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Mia', { playerId })
  const about = { as, registrationId, now: inTime }
  await call('POST /rest-api/register/{registrationId}/payment-plan', { ...about, body: { byPlan: true } })
  expect((await finalize(as, [id], 10_000, { payBy: 'ONLINE' })).body.players[0]?.state).toBe('paying')
  const intent = { ...about, body: { registrationPlayerIds: [id] } }
  const { payId } = (await call('POST /rest-api/register/{registrationId}/payment-intent', intent)).body
  const [first] = await fees.ofPlayer(playerId, { consistent: true })
  const feePlayerIds = [first?.playerFeeId ?? '']
  const { url } = (await start({ payId, paymentAccountId, feePlayerIds, total: 5234, now: inTime })).body
  const paymentId = (await fees.get({ playerFeeId: feePlayerIds[0] ?? '' }, { consistent: true }))?.paying ?? ''
  const kept = { organizationId: club.organizationId, userId: as }
  const card = { customer: 'cus_1', method: 'pm_1', label: 'Visa', state: 'on', refusals: 0, lookAt: later.at } as const
  await write(stamp, savedCards.create({ ...kept, ...card, paymentAccountId }))
  const entry = await registrationEntries.get({ registrationId, playerId }, { consistent: true })
  if (entry) await lapse({ ...stamp, at: tooLate }, entry)
  const asked = async () =>
    (await fees.ofPlayer(playerId, { consistent: true }))
      .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
      .map(({ amount, paid, state }) => [amount, paid, state])
  const pays = async () => {
    await returnFromPage(payId, paymentAt(await payOnPage(url)), tooLate)
    await deliverFees(feePlayerIds)
    await deliverEntry(id)
  }
  return { as, id, registrationId, feePlayerIds, paymentId, kept, asked, pays }
}

it('later installments of an expired place are neither shown nor charged while its first payment is pending', async () => {
  const { kept, asked, pays, id, as, feePlayerIds } = await lapsedOnThePage(await aClub())
  expect((await entryOf(id))?.state).toBe('cancelled')
  expect(await chargeSavedCard(later, kept)).toBe('nothing due')
  expect((await call('GET /rest-api/fee/my-fees', { as })).body.fees).toHaveLength(1)
  expect(await asked()).toEqual([[5000, 0, 'open']])
  // They get the place after all, so the installments are due now.
  await pays()
  expect((await entryOf(id))?.state).toBe('registered')
  expect(await asked()).toEqual([
    [5000, 5000, 'open'],
    [5000, 0, 'open'],
  ])
  expect((await call('GET /rest-api/fee/my-fees', { as })).body.fees).toHaveLength(2)
  const [feePlayerId = ''] = feePlayerIds
  const { registration } = (await call('GET /rest-api/fee/details/{feePlayerId}', { as, feePlayerId })).body
  expect(registration).toEqual({ id: registrationOf(id), name: 'Fall season', type: 'TEAM' })
})

it('later installments are never charged if the place went to another family, or the payment ends unpaid', async () => {
  const club = await aClub()
  const lost = await lapsedOnThePage(club)
  const ben = await aParent(club, 'ben')
  await finalize(ben, [(await fillIn(ben, lost.registrationId, 'Ola')).registrationPlayerId], 10_000)
  await lost.pays()
  await deliverRefunds(lost.paymentId)
  expect([(await entryOf(lost.id))?.state, await lost.asked()]).toEqual(['cancelled', [[5000, 0, 'cancelled']]])
  expect((await refunds.of(lost)).map(({ cents, state }) => [cents, state])).toEqual([[5234, 'done']])
  const unpaid = await lapsedOnThePage(await aClub())
  await endPayment({ ...stamp, at: tooLate }, unpaid.paymentId)
  await deliverFees(unpaid.feePlayerIds)
  expect(await unpaid.asked()).toEqual([])
})

import { expect, it } from 'vitest'
import { settleOutsideRefund } from '#functions/money/pay/outsideRefund.ts'
import { fees } from '#functions/table/fees.ts'
import { refunds } from '#functions/table/payments.ts'
import { families } from '#functions/table/players.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { aClubWithFee, balancesOf, charge } from './charging.ts'
import { deliverRefunds, familyLink, returnFromPage, start } from './online.ts'
import {
  agree,
  controlPayPal,
  deliverPayPalEvents,
  eventsAbout,
  postPayPalWebhook,
  startPayment,
  takesPayPal,
  total,
} from './payingByPayPal.ts'

it.each([
  ['of a smaller amount', { there: 3000, waits: 2000, credit: -2000, surcharge: -234 }],
  ['of a larger amount', { there: total, waits: 0, credit: undefined, surcharge: undefined }],
  ['of the same amount', { there: 5000, waits: 0, credit: undefined, surcharge: -234 }],
])(
  'books a refund the club makes in PayPal (%s) as reported, while the product’s own is in progress',
  async (_, wanted) => {
    const { club, feePlayerId, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    const cancel = { as: club.user('admin'), feePlayerId, body: { paid: 'refund' } } as const
    expect((await call('POST /rest-api/fee/cancel/{feePlayerId}', cancel)).status).toBe(200)
    await controlPayPal('refund', { order, cents: wanted.there })
    // The product's refund is requested before PayPal's event, at the same time, or after it.
    const events = await eventsAbout(paymentId)
    for (const event of events) await postPayPalWebhook(event)
    await Promise.all([deliverPayPalEvents([...events, ...events]), deliverRefunds(paymentId)])
    await deliverRefunds(paymentId)
    const all = await refunds.of({ paymentId })
    const sumOf = (state: string) =>
      all.filter((refund) => refund.state === state).reduce((sum, { cents }) => sum + cents, 0)
    expect([sumOf('done'), sumOf('refused'), sumOf('wanted')]).toEqual([wanted.there, wanted.waits, 0])
    const balances = await balancesOf(club)
    expect(balances).toEqual({
      'assets:clearing:paypal': total - 232 - wanted.there,
      'expenses:processor': 232,
      'expenses:platform': 52,
      'liabilities:platform': -52,
      ...(wanted.credit && { 'liabilities:credit': wanted.credit }),
      ...(wanted.surcharge && { 'income:surcharge': wanted.surcharge }),
    })
    // What remains is refunded by hand, or also at PayPal.
    if (wanted.waits > 0) await controlPayPal('refund', { order, cents: wanted.waits })
    const later = await eventsAbout(paymentId)
    for (const event of later) await postPayPalWebhook(event)
    await deliverPayPalEvents(later)
    expect((await balancesOf(club))['liabilities:credit']).toBeUndefined()
    expect((await refunds.of({ paymentId })).map(({ state }) => state)).not.toContain('refused')
  },
)

it('settles the pending refunds of two cancelled fees by one refund in PayPal, and reopens both if it fails', async () => {
  const { club, feeId, feePlayerId } = await aClubWithFee()
  await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
  await charge(club, { feeId, players: [club.leo] })
  const both = [feePlayerId, playerFeeOf(feeId, club.leo.playerId)]
  const [paymentAccountId, payId] = [await takesPayPal(club), await familyLink(club)]
  const { url } = (await start({ payId, paymentAccountId, feePlayerIds: both, total: 10_437 })).body
  const paymentId = (await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying ?? ''
  await agree(url)
  await returnFromPage(payId, paymentId)
  for (const playerFeeId of both)
    await call('POST /rest-api/fee/cancel/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId: playerFeeId,
      body: { paid: 'refund' },
    })
  await deliverRefunds(paymentId)
  const told = { providerRefundId: newPart('refund'), cents: 10_437 }
  await settleOutsideRefund(stamp, paymentId, { ...told, as: 'processing' })
  await settleOutsideRefund(stamp, paymentId, { ...told, as: 'done' })
  const states = async () => (await refunds.of({ paymentId })).map(({ cents, state }) => [cents, state])
  expect((await states()).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [437, 'done'],
    [5000, 'done'],
    [5000, 'done'],
  ])
  const balances = await balancesOf(club)
  expect([balances['liabilities:credit'], balances['income:surcharge']]).toEqual([undefined, undefined])
  await settleOutsideRefund(stamp, paymentId, { ...told, as: 'refused' })
  await settleOutsideRefund(stamp, paymentId, { ...told, as: 'refused' })
  expect((await balancesOf(club))['liabilities:credit']).toBe(-10_437)
  expect(new Set((await states()).map(([, state]) => state))).toEqual(new Set(['refused']))
})

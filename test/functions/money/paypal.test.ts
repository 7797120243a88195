import { describe, expect, it } from 'vitest'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import { outbox } from '#functions/table/outbox.ts'
import { disputes } from '#functions/table/payments.ts'
import { call } from '../call.ts'
import { repetitions } from '../sampling.ts'
import { balancesOf, feeDetails } from './charging.ts'
import { acceptCards, deliverRefunds, paymentNow, returnFromPage, start } from './online.ts'
import {
  agree,
  controlPayPal,
  deliverPayPalEvents,
  eventsAbout,
  postPayPalWebhook,
  type SignedEvent,
  signedByPayPal,
  startPayment,
  total,
} from './payingByPayPal.ts'

const told = (paymentId: string) => outbox.get({ mailId: `not-come.${paymentId}` }, { consistent: true })

/** Of $52.34 PayPal takes 3.49 % and 49 cents, which are $2.32. */
const booked = {
  'assets:clearing:paypal': total - 232,
  'income:fees': -5000,
  'income:surcharge': -234,
  'expenses:processor': 232,
  // PayPal does not deduct the platform's fee: the club owes it.
  'expenses:platform': 52,
  'liabilities:platform': -52,
}

describe('a payment by PayPal', () => {
  it('is captured once the payer has approved it, and booked once and to the cent', async () => {
    const { club, payId, paymentId, url } = await startPayment()
    expect((await returnFromPage(payId, paymentId)).body.state).toBe('open')
    expect((await agree(url)).searchParams.get('payment')).toBe(paymentId)
    const answers = await Promise.all([returnFromPage(payId, paymentId), returnFromPage(payId, paymentId)])
    expect(answers.map(({ body }) => body.state)).toEqual(['paid', 'paid'])
    expect(await balancesOf(club)).toEqual(booked)
  })

  it('of a payer who does not return is captured on PayPal’s events, though repeated and out of order', async () => {
    const { club, paymentId, url } = await startPayment()
    await agree(url)
    const events = await eventsAbout(paymentId)
    expect(events.length).toBe(1)
    for (const event of [...events, ...events]) expect((await postPayPalWebhook(event)).status).toBe(200)
    await deliverPayPalEvents(events)
    const all = await eventsAbout(paymentId)
    for (const event of all.toReversed()) await postPayPalWebhook(event)
    await deliverPayPalEvents([...all, ...all].toReversed())
    expect(all.length).toBe(2)
    expect(await balancesOf(club)).toEqual(booked)
  })

  it('without an event is captured by the sweeper; one never approved expires', async () => {
    const one = await startPayment()
    const other = await startPayment()
    await agree(one.url)
    await sweep({ time: '2026-11-21T18:20:00Z' }).catch(() => undefined)
    expect((await paymentNow(one.paymentId))?.state).toBe('paid')
    expect((await paymentNow(other.paymentId))?.state).toBe('open')
    await sweep({ time: '2026-11-21T19:20:00Z' }).catch(() => undefined)
    expect((await paymentNow(other.paymentId))?.state).toBe('closed')
    await agree(other.url)
    await deliverPayPalEvents(await eventsAbout(other.paymentId))
    expect((await balancesOf(other.club))['assets:clearing:paypal']).toBeUndefined()
  })

  it('that is declined, or pending and then fails, books nothing, and the fee can be paid again', async () => {
    const refused = await startPayment()
    await agree(refused.url, 'declined')
    expect((await returnFromPage(refused.payId, refused.paymentId)).body.state).toBe('closed')
    // They see it on the page: no mail says that it failed.
    expect(await told(refused.paymentId)).toBeUndefined()
    expect((await start({ ...refused.wanted, attempt: 'attempt-2' })).status).toBe(200)
    const slow = await startPayment()
    await agree(slow.url, 'slow')
    expect((await returnFromPage(slow.payId, slow.paymentId)).body.state).toBe('processing')
    expect((await start({ ...slow.wanted, attempt: 'attempt-2', instead: true })).refusal.code).toBe('being_paid')
    const seen = await call('GET /rest-api/pay/{payId}', { as: undefined, payId: slow.payId })
    expect(seen.body.fees.map(({ beingPaid }) => beingPaid)).toEqual(['onItsWay'])
    const mine = await call('GET /rest-api/fee/my-fees', { as: slow.club.user('parent') })
    expect(mine.body.fees.map(({ onItsWay }) => onItsWay)).toEqual([true])
    const listed = await call('GET /rest-api/fee/search/{orgUnitId}', {
      ...{ as: slow.club.user('admin'), orgUnitId: slow.club.organizationId, query: {} },
    })
    expect(listed.body.fees.map(({ onItsWay }) => onItsWay)).toEqual([true])
    await controlPayPal('end-capture', { order: slow.order, came: false })
    expect((await returnFromPage(slow.payId, slow.paymentId)).body.state).toBe('closed')
    expect(await told(slow.paymentId)).toMatchObject({ letter: 'notCome' })
    const { club } = slow
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 5000, 'income:fees': -5000 })
  })

  it('is never captured if the fee is paid another way instead, whichever comes first', async () => {
    for (let round = 0; round < repetitions(4); round++) {
      const { club, feePlayerId, payId, paymentId, wanted, url, order } = await startPayment()
      const cards = await acceptCards(club)
      await agree(url)
      const instead = { ...wanted, paymentAccountId: cards.paymentAccountId, attempt: 'attempt-2', instead: true }
      await Promise.all([returnFromPage(payId, paymentId), start(instead)])
      const payment = await paymentNow(paymentId)
      const paid = (await feeDetails(club, feePlayerId)).paidInCents
      const { answer: taken } = await atPayPal(order)
      expect([payment?.state, paid, taken]).toEqual(payment?.state === 'paid' ? ['paid', 5000, 1] : ['closed', 0, 0])
    }
  })

  it('accepts only events with a valid PayPal signature', async () => {
    const { paymentId, url } = await startPayment()
    await agree(url)
    const [event] = await eventsAbout(paymentId)
    if (!event) throw new Error('PayPal has sent no event.')
    const { body, headers } = event
    const elsewhere = { ...headers, 'paypal-cert-url': 'http://127.0.0.1:9/v1/notifications/certs/CERT-1' }
    const certificate = headers['paypal-cert-url'] ?? ''
    const answers = [
      await postPayPalWebhook({ body: body.replace('APPROVED', 'COMPLETED'), headers }),
      await postPayPalWebhook({ body, headers: elsewhere }),
      await postPayPalWebhook({
        body,
        headers: { ...headers, 'paypal-cert-url': `${certificate}/../../../v1/oauth2/token` },
      }),
      await postPayPalWebhook({ body, headers: { ...headers, 'paypal-cert-url': `${certificate}?a=b` } }),
      await postPayPalWebhook({ body, headers: { ...headers, 'paypal-transmission-id': 'another' } }),
      await postPayPalWebhook({ body, headers: {} }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  })

  it('is refunded by the club in PayPal, and booked here by PayPal’s event', async () => {
    const { club, feePlayerId, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    const body = { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'owed', withFee: false } as const
    const asked = await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
    expect(asked.refusal.code).toBe('refund_at_paypal')
    await controlPayPal('refund', { order, cents: 2000 })
    const events = await eventsAbout(paymentId)
    for (const event of events) await postPayPalWebhook(event)
    await deliverPayPalEvents([...events, ...events])
    const fee = await feeDetails(club, feePlayerId)
    expect([fee.paidInCents, fee.waivedInCents, fee.outstandingInCents]).toEqual([3000, 2000, 0])
    expect(await balancesOf(club)).toEqual({
      ...booked,
      'assets:clearing:paypal': total - 232 - 2000,
      'income:reductions': 2000,
    })
  })

  it('refused as a refund is not retried here; a refund by hand is booked once, by the first method given', async () => {
    const { club, feePlayerId, payId, paymentId, url } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    const as = club.user('admin')
    await call('POST /rest-api/fee/cancel/{feePlayerId}', { as, feePlayerId, body: { paid: 'refund' } })
    await deliverRefunds(paymentId)
    const refused = async () => (await feeDetails(club, feePlayerId)).payments[0]?.refusedInCents
    const again = (how: 'AGAIN' | 'TRANSFER' | 'CASH') =>
      call('POST /rest-api/fee/refund-again/{feePlayerId}', { as, feePlayerId, body: { paymentId, how } })
    expect(await refused()).toBe(5000)
    expect((await again('AGAIN')).refusal.code).toBe('refund_at_paypal')
    expect([await refused(), (await balancesOf(club))['liabilities:credit']]).toEqual([5000, -5000])
    await Promise.all([again('TRANSFER'), again('CASH')])
    const balances = await balancesOf(club)
    expect([balances['liabilities:credit'], await refused()]).toEqual([undefined, 0])
    expect((balances['assets:bank'] ?? 0) + (balances['assets:cash'] ?? 0)).toBe(-5000)
    await again('TRANSFER')
    expect(await balancesOf(club)).toEqual(balances)
  })

  it('is booked as refunded also if PayPal’s event has only the invoice id', async () => {
    const { club, feePlayerId, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    await controlPayPal('refund', { order, cents: 2000 })
    const told = (await eventsAbout(paymentId)).find(({ body }) => body.includes('PAYMENT.CAPTURE.REFUNDED'))
    const event = JSON.parse(told?.body ?? '{}') as { resource: object }
    const { rawBody, headers } = await signedByPayPal({
      ...event,
      resource: { ...event.resource, custom_id: undefined, invoice_id: paymentId },
    })
    expect((await postPayPalWebhook({ body: rawBody, headers })).status).toBe(200)
    await deliverPayPalEvents([{ body: rawBody, headers }])
    expect((await feeDetails(club, feePlayerId)).waivedInCents).toBe(2000)
  })

  it('for a cancelled fee is family credit until the club refunds it in PayPal', async () => {
    const { club, feePlayerId, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    await call('POST /rest-api/fee/cancel/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId,
      body: { paid: 'credit' },
    })
    expect((await balancesOf(club))['liabilities:credit']).toBe(-5000)
    await controlPayPal('refund', { order, cents: 5000 })
    const events = await eventsAbout(paymentId)
    for (const event of events) await postPayPalWebhook(event)
    await deliverPayPalEvents(events)
    const balances = await balancesOf(club)
    expect([balances['liabilities:credit'], balances['income:fees']]).toEqual([undefined, undefined])
  })

  it('is owed again once PayPal reversed it, even if the event lacks our id and is repeated', async () => {
    const { club, feePlayerId, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    await controlPayPal('reverse', { order })
    await hearsAll('REVERSED')
    await hearsAll('REVERSED')
    expect((await feeDetails(club, feePlayerId)).outstandingInCents).toBe(5000)
    expect(await balancesOf(club)).toEqual({
      ...booked,
      'assets:clearing:paypal': -232,
      'assets:receivable': 5000,
      'expenses:disputes': 234,
    })
  })

  it('is owed again by the signed reversal if PayPal shows no more of it; an unknown capture is retried', async () => {
    const { club, feePlayerId, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    const capture = (await paymentNow(paymentId))?.chargeId
    const reversal = async (id: string, href: string) => {
      const resource = { id, amount: { value: '-20.00', currency_code: 'USD' }, links: [{ rel: 'up', href }] }
      const event = { id: `WH-${id}`, event_type: 'PAYMENT.CAPTURE.REVERSED', resource }
      const { rawBody, headers } = await signedByPayPal(event)
      await postPayPalWebhook({ body: rawBody, headers })
      return [{ body: rawBody, headers }]
    }
    await deliverPayPalEvents(await reversal(`R1${order}`, `https://api.paypal.com/v2/payments/captures/${capture}`))
    expect((await feeDetails(club, feePlayerId)).outstandingInCents).toBe(2000)
    const unseen = await reversal(`R2${order}`, 'https://api.paypal.com/v2/payments/captures/NOT-THERE-YET')
    await expect(deliverPayPalEvents(unseen)).rejects.toThrow('left in the queue')
  })

  it('is disputed until PayPal decides; when lost, it is owed again once, even with a reversal event', async () => {
    const { club, feePlayerId, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    const { dispute_id: dispute } = await controlPayPal<{ dispute_id: string }>('dispute', { order })
    await hearsAll('DISPUTE')
    const open = await disputes.of({ paymentId })
    expect(open.map(({ status, dueBy, withdrawn }) => [status, dueBy?.slice(0, 10), withdrawn])).toEqual([
      ['open', '2026-12-01', 0],
    ])
    expect(await balancesOf(club)).toEqual(booked)
    await controlPayPal('dispute', { order, dispute, won: false })
    await controlPayPal('reverse', { order })
    await Promise.all([hearsAll('DISPUTE'), hearsAll('REVERSED')])
    await controlPayPal('refund', { order, cents: total })
    const events = await eventsAbout(paymentId)
    for (const event of events) await postPayPalWebhook(event)
    await deliverPayPalEvents(events)
    expect((await feeDetails(club, feePlayerId)).outstandingInCents).toBe(5000)
    expect((await balancesOf(club))['assets:clearing:paypal']).toBe(-232)
  })

  it('that is lost and shows as refunded before the dispute’s event is booked out once', async () => {
    const { club, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    const { dispute_id: dispute } = await controlPayPal<{ dispute_id: string }>('dispute', { order })
    await controlPayPal('dispute', { order, dispute, won: false })
    await controlPayPal('refund', { order, cents: total })
    const events = await eventsAbout(paymentId)
    for (const event of events) await postPayPalWebhook(event)
    await deliverPayPalEvents(events)
    for (const _ of ['once', 'again']) await hearsAll('DISPUTE')
    expect((await disputes.of({ paymentId })).map(({ status }) => status)).toEqual(['lost'])
    expect((await balancesOf(club))['assets:clearing:paypal']).toBe(-232)
  })

  it('is unchanged by a dispute that is won, or one that PayPal does not show', async () => {
    const { club, payId, paymentId, url, order } = await startPayment()
    await agree(url)
    await returnFromPage(payId, paymentId)
    const { dispute_id: dispute } = await controlPayPal<{ dispute_id: string }>('dispute', { order })
    await controlPayPal('dispute', { order, dispute, won: true })
    await hearsAll('DISPUTE')
    expect((await disputes.of({ paymentId })).map(({ status }) => status)).toEqual(['won'])
    expect(await balancesOf(club)).toEqual(booked)
    const event = { id: 'WH-GONE', event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { dispute_id: 'PP-D-GONE' } }
    const { rawBody, headers } = await signedByPayPal(event)
    expect((await postPayPalWebhook({ body: rawBody, headers })).status).toBe(200)
    await deliverPayPalEvents([{ body: rawBody, headers }])
  })

  it('stays pending if PayPal has no account with the club’s address, and the club is told', async () => {
    const { payId, paymentId, url, club } = await startPayment('nobody@example.org')
    await agree(url)
    expect((await returnFromPage(payId, paymentId)).body.state).toBe('processing')
    const list = { as: club.user('admin'), orgId: club.organizationId }
    const accounts = (await call('GET /rest-api/fee/payment-accounts/{orgId}/all', list)).body.paymentAccounts
    expect(accounts.map(({ missing }) => missing)).toEqual([['paypal_account']])
  })
})

/** Delivers and processes all of PayPal's events of a kind. */
async function hearsAll(kind: string) {
  const events = (await controlPayPal<SignedEvent[]>('sent')).filter(({ body }) => body.includes(kind))
  for (const event of events) await postPayPalWebhook(event)
  await deliverPayPalEvents(events)
}

/** Number of captures of an order at PayPal. */
async function atPayPal(order: string): Promise<{ answer: number }> {
  const address = process.env.PAYPAL_ADDRESS ?? ''
  const token = { authorization: 'Bearer A21AA-local' }
  const answer = await fetch(`${address}/v2/checkout/orders/${order}`, { headers: token })
  const { purchase_units: units } = (await answer.json()) as { purchase_units: { payments?: { captures: [] } }[] }
  return { answer: units[0]?.payments?.captures.length ?? 0 }
}

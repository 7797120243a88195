import { expect, it } from 'vitest'
import { faultsOf, faultsOfEvent } from '../paypalContract.ts'

const amount = { currency_code: 'USD', value: '52.34' }
const order = {
  intent: 'CAPTURE',
  purchase_units: [
    { custom_id: 'p1', invoice_id: 'p1', description: 'Dues', amount, payee: { email_address: 'a@b.example' } },
  ],
  payment_source: { paypal: { experience_context: { return_url: 'https://a.example', user_action: 'PAY_NOW' } } },
}
const capture = {
  id: '2GG279541U471931P',
  status: 'COMPLETED',
  amount,
  custom_id: 'p1',
  final_capture: true,
  seller_receivable_breakdown: { gross_amount: amount, paypal_fee: amount, net_amount: amount },
  create_time: '2026-11-21T18:00:00Z',
  links: [{ href: 'https://a.example', rel: 'self', method: 'GET' }],
}
const answer = { id: '5O190127TN364715T', status: 'COMPLETED', purchase_units: [{ payments: { captures: [capture] } }] }
const asked = { method: 'POST', path: '/v2/checkout/orders', body: order, status: 201, answer }
const event = { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: capture }
const error = {
  name: 'UNPROCESSABLE_ENTITY',
  message: 'No.',
  debug_id: '1',
  details: [{ issue: 'ORDER_NOT_APPROVED' }],
}

it('requests and responses that conform to PayPal’s own client have no faults', () => {
  expect(faultsOf(asked)).toEqual([])
  expect(faultsOf({ ...asked, status: 422, answer: error })).toEqual([])
  expect(faultsOfEvent(event)).toEqual([])
  const refund = { id: '1JU08902781691411', status: 'COMPLETED', amount, invoice_id: 'p1' }
  expect(faultsOfEvent({ event_type: 'PAYMENT.CAPTURE.REFUNDED', resource: refund })).toEqual([])
})

const unit = order.purchase_units[0]
const withUnit = (changed: object) => ({ ...asked, body: { ...order, purchase_units: [{ ...unit, ...changed }] } })
const withCapture = (changed: object) => ({
  ...asked,
  answer: { ...answer, purchase_units: [{ payments: { captures: [{ ...capture, ...changed }] } }] },
})
it.each([
  ['an unknown request field', { ...asked, body: { ...order, amount } }],
  ['an unknown nested request field', withUnit({ amount_cents: 5234 })],
  ['a number in place of an amount string', withUnit({ amount: { ...amount, value: 52.34 } })],
  ['an amount without a currency', withUnit({ amount: { value: '52.34' } })],
  ['an order without purchase units', { ...asked, body: { intent: 'CAPTURE' } }],
  ['an unknown enum value in a request', { ...asked, body: { ...order, intent: 'TAKE' } }],
  ['an unknown status', withCapture({ status: 'PAID' })],
  ['an unknown status reason', withCapture({ status_details: { reason: 'BECAUSE' } })],
  ['an unknown response field', withCapture({ fee: amount })],
  ['a string in place of a boolean', withCapture({ final_capture: 'true' })],
  ['an error with nothing but its name', { ...asked, status: 422, answer: { name: 'UNPROCESSABLE_ENTITY' } }],
  [
    'an error detail without its issue',
    { ...asked, status: 422, answer: { ...error, details: [{ field: '/amount' }] } },
  ],
  ['a call of an unknown route', { ...asked, path: '/v2/checkout/orders/1/undo' }],
])('%s is reported as a fault', (_name, call) => {
  expect(faultsOf(call)).not.toEqual([])
})

it.each([
  ['of an unknown type', { ...event, event_type: 'PAYMENT.CAPTURE.UNDONE' }],
  ['with a resource of another type', { ...event, resource: answer }],
])('an event %s is reported as a fault', (_name, sent) => {
  expect(faultsOfEvent(sent)).not.toEqual([])
})

import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { routes } from '#scripts/local/services/stripe/routes.ts'
import { contract, faultsOf, faultsOfEvent } from '../stripeContract.ts'

const refund = {
  id: 're_1',
  object: 'refund',
  amount: 500,
  balance_transaction: 'txn_1',
  charge: 'ch_1',
  created: 1_795_284_000,
  currency: 'usd',
  customer: null,
  customer_account: null,
  metadata: { refund: 'r1' },
  payment_intent: 'pi_1',
  payment_method: 'pm_1',
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
}
const form = { charge: 'ch_1', amount: '500', metadata: { refund: 'r1' }, expand: ['charge'] }
const asked = { method: 'POST', path: '/v1/refunds', form, status: 200, answer: refund }
const event = {
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_795_284_000,
  data: { object: refund },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type: 'refund.created',
}

it('the stored contract has the version of Stripe’s client, and every route of the local stand-in', () => {
  expect(contract.info.version).toBe(Stripe.API_VERSION)
  const known = Object.entries(contract.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{\w+\}/, ':id')}`),
  )
  expect(Object.keys(routes).filter((route) => !known.includes(route))).toEqual([])
})

it('requests, responses and events that conform to the contract have no faults', () => {
  expect(faultsOf(asked)).toEqual([])
  expect(faultsOfEvent(event)).toEqual([])
  const error = { type: 'invalid_request_error', message: 'No such charge.', code: 'resource_missing', param: 'charge' }
  expect(faultsOf({ ...asked, status: 404, answer: { error } })).toEqual([])
})

const { status: _, ...without } = refund
it.each([
  ['an unknown request field', { ...asked, form: { ...form, reason_text: 'x' } }],
  ['a decimal amount in a request', { ...asked, form: { ...form, amount: '5.25' } }],
  ['an unknown enum value in a request', { ...asked, form: { ...form, reason: 'because' } }],
  ['a response without a required field', { ...asked, answer: without }],
  ['a response with an unknown field', { ...asked, answer: { ...refund, livemode: false } }],
  ['a string in place of an amount in a response', { ...asked, answer: { ...refund, amount: '500' } }],
  ['an incomplete nested object', { ...asked, answer: { ...refund, charge: { id: 'ch_1', object: 'charge' } } }],
  ['an unknown error type', { ...asked, status: 400, answer: { error: { type: 'sorry' } } }],
  ['a call of an unknown route', { ...asked, path: '/v1/refunds/re_1/undo' }],
])('%s is reported as a fault', (_name, call) => {
  expect(faultsOf(call)).not.toEqual([])
})

it.each([
  ['of an unknown type', { ...event, type: 'refund.undone' }],
  ['with an incomplete object', { ...event, data: { object: without } }],
])('an event %s is reported as a fault', (_name, sent) => {
  expect(faultsOfEvent(sent)).not.toEqual([])
})

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
  ['a field that is not asked for there', { ...asked, form: { ...form, reason_text: 'x' } }],
  ['a text for an amount', { ...asked, form: { ...form, amount: '5.25' } }],
  ['one of other values', { ...asked, form: { ...form, reason: 'because' } }],
  ['an answer without a field', { ...asked, answer: without }],
  ['an answer with another one', { ...asked, answer: { ...refund, livemode: false } }],
  ['a text for an amount in an answer', { ...asked, answer: { ...refund, amount: '500' } }],
  ['a thing within that is not whole', { ...asked, answer: { ...refund, charge: { id: 'ch_1', object: 'charge' } } }],
  ['an error of a kind that there is not', { ...asked, status: 400, answer: { error: { type: 'sorry' } } }],
  ['a call that there is not', { ...asked, path: '/v1/refunds/re_1/undo' }],
])('%s is reported as a fault', (_name, call) => {
  expect(faultsOf(call)).not.toEqual([])
})

it.each([
  ['of a kind that there is not', { ...event, type: 'refund.undone' }],
  ['about a thing that is not whole', { ...event, data: { object: without } }],
])('an event %s is reported as a fault', (_name, sent) => {
  expect(faultsOfEvent(sent)).not.toEqual([])
})

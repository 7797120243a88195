import { expect, test } from 'vitest'
import type { FeePayment } from '#functions/table/fees.ts'
import type { Refund } from '#functions/table/payments.ts'
import { returnedCents, chargedBackCents } from '#functions/table/refunding.ts'

const paid: FeePayment = {
  playerFeeId: 'o.p.f',
  paymentId: 'o.y1',
  cents: 1000,
  surcharge: 30,
  how: 'CARD',
  paidAt: '2026-11-20T18:00:00Z',
  givenBack: 0,
}
const refund = (cents: number, state: Refund['state'], more: Partial<Refund> = {}): Refund => ({
  paymentId: paid.paymentId,
  refundId: 'r1',
  cents,
  state,
  about: paid.playerFeeId,
  askedAt: '2026-11-21T18:00:00Z',
  ...more,
})
const underWay = ['wanted', 'processing', 'refused'] as const

test('the refunded part of a fee is what has arrived, without the surcharge and pending refunds', () => {
  const all = [refund(300, 'done'), refund(730, 'processing', { refundId: 'r2', surcharge: 30 })]
  expect(returnedCents({ ...paid, givenBack: 1000 }, all, underWay)).toBe(300)
  expect(returnedCents({ ...paid, givenBack: 1000 }, all, ['refused'])).toBe(1000)
})

test('a pending refund of an overpayment does not count for the fee, unless nothing else was paid on it', () => {
  const over = refund(500, 'wanted', { refundId: 'over' })
  expect(returnedCents({ ...paid, givenBack: 300 }, [refund(300, 'done'), over], underWay)).toBe(300)
  const { surcharge: _, ...overAlone } = { ...paid, cents: 500, givenBack: 500 }
  expect(returnedCents(overAlone, [over], underWay)).toBe(0)
  expect(returnedCents(overAlone, [{ ...over, state: 'done' }], underWay)).toBe(500)
})

test('amounts taken by the payer’s bank, and refunds of other fees of the payment, do not count as refunded', () => {
  const of = { ...paid, givenBack: 700, byBank: 200 }
  expect(returnedCents(of, [refund(100, 'done', { bankCents: 100, byBank: true })], underWay)).toBe(400)
  expect(returnedCents(of, [refund(100, 'refused', { about: 'o.q.f' })], underWay)).toBe(500)
})

test('what the bank took of an overpayment does not count for the fee', () => {
  const over = refund(200, 'done', { refundId: 'over', bankCents: 200, byBank: true })
  const of = { ...paid, givenBack: 1000, byBank: 700 }
  expect(chargedBackCents(of, [refund(300, 'done'), over])).toBe(700)
  expect(returnedCents(of, [refund(300, 'done'), over], underWay)).toBe(300)
})

import { expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { payments } from '#functions/table/payments.ts'
import { newPart } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { familyLink, paymentNow, start } from './online.ts'
import { takesPayPal } from './payingByPayPal.ts'
import { readyToPay } from './readyToPay.ts'

const payingNow = async (playerFeeId: string) => (await fees.get({ playerFeeId }, { consistent: true }))?.paying ?? ''
/** Runs work while Stripe is unreachable. */
async function away<T>(work: () => Promise<T>): Promise<T> {
  const address = process.env.STRIPE_ADDRESS
  process.env.STRIPE_ADDRESS = 'http://127.0.0.1:9'
  return work().finally(() => {
    process.env.STRIPE_ADDRESS = address
  })
}

it('after an outage, an attempt can’t switch accounts; a new attempt through PayPal closes the old payment', async () => {
  const { club, feePlayerId, wanted } = await readyToPay()
  const paymentAccountId = await takesPayPal(club)
  const first = { ...wanted, attempt: 'attempt-1' }
  expect((await away(() => start(first))).refusal.code).toBe('busy')
  const before = await payingNow(feePlayerId)
  expect((await start({ ...first, paymentAccountId, instead: true })).refusal.code).toBe('fee_changed')
  expect((await start({ ...first, paymentAccountId, instead: true, attempt: 'attempt-2' })).status).toBe(200)
  const payment = await paymentNow(await payingNow(feePlayerId))
  expect([payment?.provider, (await paymentNow(before))?.state]).toEqual(['PAYPAL', 'closed'])
  expect((await start(first)).refusal.code).toBe('payment_over')
})

it('after an outage, a new attempt decides whether the card is saved, not the failed one', async () => {
  const { feePlayerId, wanted } = await readyToPay()
  const first = { ...wanted, attempt: 'attempt-1', save: true }
  expect((await away(() => start(first))).refusal.code).toBe('busy')
  expect((await start({ ...first, save: false, instead: true })).refusal.code).toBe('fee_changed')
  expect((await start({ ...first, save: false, instead: true, attempt: 'attempt-2' })).status).toBe(200)
  expect((await paymentNow(await payingNow(feePlayerId)))?.saves).toBeUndefined()
})

it('asking to save a card with a provider that can’t save cards is still the same attempt', async () => {
  const { club, feePlayerId, wanted } = await readyToPay()
  const paymentAccountId = await takesPayPal(club)
  const byPayPal = { ...wanted, paymentAccountId, attempt: 'attempt-1' }
  const answers = [await start({ ...byPayPal, save: true }), await start(byPayPal)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await paymentNow(await payingNow(feePlayerId)))?.saves).toBeUndefined()
})

it('concurrent requests of one attempt open one page, and one is rejected if their options differ', async () => {
  for (let i = 0; i < repetitions(9); i++) {
    const { club, feePlayerId, wanted } = await readyToPay()
    const first = { ...wanted, payId: await familyLink(club), attempt: newPart('attempt'), instead: true }
    const other = [first, { ...first, save: true }, { ...first, paymentAccountId: await takesPayPal(club) }][i % 3]
    if (!other) continue
    const answers = await Promise.all([start(first), start(other)])
    const opened = answers.filter(({ status }) => status === 200)
    expect(new Set(opened.map(({ body }) => body.url)).size).toBe(1)
    const payment = await payments.get({ paymentId: await payingNow(feePlayerId) }, { consistent: true })
    expect(payment?.url).toBe(opened[0]?.body.url)
    if (other === first) expect(opened).toHaveLength(2)
    else expect(answers.find(({ status }) => status !== 200)?.refusal.code).toBe('fee_changed')
  }
})

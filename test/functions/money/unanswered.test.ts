import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/money/mailWriters.ts'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import { outbox } from '#functions/table/outbox.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { paymentNow } from './online.ts'
import { goodToken, answerNotFound, refusedToken, startPayment, submitCard, loseAnswers } from './payingByFluidPay.ts'

process.env.SITE_URL = 'https://app.club.example'

/** A card is entered and FluidPay does not respond: the payer is told that the outcome is unknown, and later what it is. */

const told = (paymentId: string) => outbox.get({ mailId: `not-come.${paymentId}` }, { consistent: true })
const swept = () => sweep({ time: '2026-11-21T18:15:00Z' }).catch(() => undefined)

it('a card payment that never reached FluidPay is closed by the sweeper, and its payer is told by mail', async () => {
  const { club, payId, paymentId } = await startPayment()
  const answer = await answerNotFound(() => submitCard(payId, paymentId, goodToken()))
  expect(answer.body).toMatchObject({ state: 'processing', unsure: 'asked' })
  const { body } = await call('GET /rest-api/pay/{payId}', { as: undefined, payId })
  expect(body.fees[0]?.beingPaid).toBe('asked')
  await swept()
  expect((await paymentNow(paymentId))?.state).toBe('closed')
  expect(await told(paymentId)).toMatchObject({ letter: 'notCome', to: { userId: club.user('parent') } })
  const to = { userId: club.user('parent'), email: 'p@example.org' }
  const message = await writers.notCome({ paymentId }, { to, now: stamp.at, say: sayIn('en') })
  expect(message?.paragraphs[0]).toMatch(/^In the end, your card was not charged \$/)
})

it('a declined card whose response was lost is reported by mail, but not if the payer saw the result', async () => {
  const later = await startPayment()
  await loseAnswers(() => submitCard(later.payId, later.paymentId, refusedToken()))
  await swept()
  expect([(await paymentNow(later.paymentId))?.state, (await told(later.paymentId))?.letter]).toEqual([
    'closed',
    'notCome',
  ])
  const atOnce = await startPayment()
  await submitCard(atOnce.payId, atOnce.paymentId, refusedToken())
  expect([(await paymentNow(atOnce.paymentId))?.state, await told(atOnce.paymentId)]).toEqual(['closed', undefined])
})

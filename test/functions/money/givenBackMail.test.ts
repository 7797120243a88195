import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/money/mailWriters.ts'
import { applyRefundStatus } from '#functions/money/pay/applyRefundStatus.ts'
import { settleOutsideRefund } from '#functions/money/pay/outsideRefund.ts'
import { outbox } from '#functions/table/outbox.ts'
import { refunds } from '#functions/table/payments.ts'
import { write } from '#functions/table/table.ts'
import { stamp } from '../club.ts'
import { deliverRefunds, paymentNow } from './online.ts'
import {
  repeatRefund,
  requestRefund,
  atStripe,
  deliverAllRefundEvents,
  endRefund,
  type SlowPayment,
  paidSlowly,
} from './slowRefunds.ts'

process.env.SITE_URL = 'https://app.club.example'

/** Payers are told about refunds, and about refunds that did not arrive. */

const wanted = async ({ paymentId }: SlowPayment, is: 'given-back' | 'came-back') => {
  const all = await refunds.of({ paymentId })
  const ids = new Set(all.map(({ providerRefundId }) => `${is}.${paymentId}.${providerRefundId}`))
  const found = await Promise.all([...ids].map((mailId) => outbox.get({ mailId }, { consistent: true })))
  return found.flatMap((mail) => (mail ? [mail] : []))
}
const written = (paid: SlowPayment, about: Readonly<Record<string, string>>, locale: 'en' | 'es' = 'en') =>
  writers.givenBack(about as Parameters<typeof writers.givenBack>[0], {
    to: { userId: paid.club.user('parent'), email: 'p@example.org' },
    now: stamp.at,
    say: sayIn(locale),
  })

it('a refund is announced to the payer once, when it was sent: amount, fee and destination', async () => {
  const paid = await paidSlowly()
  await requestRefund(paid)
  expect(await wanted(paid, 'given-back')).toEqual([])
  for (let times = 0; times < 2; times++) await deliverRefunds(paid.paymentId)
  const [mail, ...others] = await wanted(paid, 'given-back')
  expect([mail, others]).toMatchObject([
    { letter: 'givenBack', to: { userId: paid.club.user('parent') }, state: 'wanted' },
    [],
  ])
  const message = await written(paid, mail?.about ?? {})
  expect(message).toMatchObject({
    subject: 'Springfield FC has refunded $50.00',
    paragraphs: [
      expect.stringMatching(
        /^Springfield FC has refunded \$50\.00 of what you paid\. It goes to .+ •••• \d{4}; it can take your bank up to ten days to show it\.$/,
      ),
    ],
    facts: [[expect.any(String), '$50.00']],
    link: { address: 'https://app.club.example/payments?myPlayers=true', text: 'See your payments' },
  })
  expect((await written(paid, mail?.about ?? {}, 'es'))?.subject).toBe('Springfield FC te ha devuelto USD\u00a050.00')
  const [refund] = await atStripe(paid)
  await endRefund(paid, refund?.id ?? '', true)
  await deliverAllRefundEvents(paid)
  expect(await wanted(paid, 'given-back')).toHaveLength(1)
  expect(await wanted(paid, 'came-back')).toEqual([])
})

it('a failed refund is announced as credit, and no longer once it was given another way', async () => {
  const paid = await paidSlowly()
  await requestRefund(paid)
  await deliverRefunds(paid.paymentId)
  const [gone] = await wanted(paid, 'given-back')
  const [refund] = await atStripe(paid)
  await endRefund(paid, refund?.id ?? '', false)
  await deliverAllRefundEvents(paid)
  const [mail, ...others] = await wanted(paid, 'came-back')
  expect(others).toEqual([])
  // The first mail, not sent yet, is outdated and says nothing.
  expect(await written(paid, gone?.about ?? {})).toBeUndefined()
  expect(await written(paid, mail?.about ?? {})).toMatchObject({
    subject: 'Your refund of $50.00 from Springfield FC did not arrive',
    paragraphs: [
      'Springfield FC refunded $50.00 to you, but the refund was sent back. It is now your credit with Springfield FC: ask them to refund it another way.',
    ],
  })
  await repeatRefund(paid, 'CASH')
  expect(await written(paid, mail?.about ?? {})).toBeUndefined()
})

it('a refund the club made at the provider itself is announced, too', async () => {
  const paid = await paidSlowly()
  const told = { providerRefundId: 're_own', as: 'done', cents: 2000 } as const
  for (let times = 0; times < 2; times++) await settleOutsideRefund(stamp, paid.paymentId, told)
  const [mail, ...others] = await wanted(paid, 'given-back')
  expect(others).toEqual([])
  expect((await written(paid, mail?.about ?? {}))?.subject).toBe('Springfield FC has refunded $20.00')
})

it('a refund announced when it was requested is not announced again, unless it fails', async () => {
  const paid = await paidSlowly()
  await requestRefund(paid)
  await write(stamp, refunds.change({ paymentId: paid.paymentId, refundId: 'refund-1' }, { set: { isTold: true } }))
  await deliverRefunds(paid.paymentId)
  expect(await wanted(paid, 'given-back')).toEqual([])
  const [refund] = await atStripe(paid)
  await endRefund(paid, refund?.id ?? '', false)
  await deliverAllRefundEvents(paid)
  expect(await wanted(paid, 'came-back')).toHaveLength(1)
  // They were told that it is their credit, so they are told that it is being refunded after all.
  await repeatRefund(paid, 'AGAIN')
  for (let times = 0; times < 2; times++) await deliverRefunds(paid.paymentId)
  const [mail, ...others] = await wanted(paid, 'given-back')
  expect(others).toEqual([])
  expect((await written(paid, mail?.about ?? {}))?.subject).toBe('Springfield FC has refunded $50.00')
})

it.each([true, undefined] as const)(
  'a refund the provider refused is announced if the payer had been told of the refund: %s',
  async (isTold) => {
    const paid = await paidSlowly()
    const { paymentId } = paid
    await requestRefund(paid)
    await write(stamp, refunds.change({ paymentId, refundId: 'refund-1' }, { set: { isTold } }))
    const [[refund], payment] = await Promise.all([refunds.of({ paymentId }), paymentNow(paymentId)])
    if (!refund || !payment) throw new Error('There is no payment or no refund.')
    await applyRefundStatus(stamp, { refunds: [refund], payment, outcome: { as: 'refused', why: 'expired' } })
    const mail = await outbox.get({ mailId: `not-given.${paymentId}.refund-1.0` }, { consistent: true })
    expect(mail?.about).toEqual(isTold && { paymentId, refundId: 'refund-1', is: 'not' })
    const about = { paymentId, refundId: 'refund-1', is: 'not' }
    expect(await written(paid, about)).toMatchObject({
      subject: 'Springfield FC could not refund $50.00',
      paragraphs: [
        expect.stringMatching(
          /^The payment provider rejected the refund of \$50\.00 .+ It is now your credit with Springfield FC/,
        ),
      ],
    })
    expect((await written(paid, about, 'es'))?.subject).toBe('Springfield FC no pudo devolverte USD\u00a050.00')
    await repeatRefund(paid, 'AGAIN')
    expect(await written(paid, about)).toBeUndefined()
  },
)

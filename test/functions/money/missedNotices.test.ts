import { expect, it } from 'vitest'
import { checkStripe } from '#functions/money/pay/checkStripe.ts'
import { refreshAccount } from '#functions/money/pay/onboarding.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { cards, controlStripe, deliverStripeEvent, eventsOf } from './online.ts'
import { aDispute, aPayment, deliverStripeEvents } from './stripeEvents.ts'

const at = (now: string) => ({ actor: 'money-sweep', at: now })
const accountOf = async ({ paymentAccountId }: { paymentAccountId: string }) => {
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
  if (!account) throw new Error('The account is missing.')
  return account
}

it('a dispute whose events never arrived is found a day later, noted once, and processed by the same worker', async () => {
  const world = await aDispute()
  const { stripeAccount, shown } = world
  const look = async (now: string) => checkStripe(at(now), await accountOf(world))
  await look('2026-11-22T12:00:00Z')
  const events = (await eventsOf(stripeAccount)).toReversed()
  for (const { id } of events) await deliverStripeEvent(stripeAccount, id)
  expect(await shown()).toMatchObject(['PAID', 0, [['open', 5234, 1500]]])
  const noted = await providerEvents.getMany(
    events.map(({ id }) => ({ provider: 'stripe', account: stripeAccount, eventId: id })),
    { consistent: true },
  )
  // Payments are polled anyway; events processed before stay as they are.
  const found = events.filter((_, i) => noted[i]?.heardAt === '2026-11-22T12:00:00Z')
  expect(found.map(({ type }) => type)).toEqual([
    'account.updated',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ])
  await look('2026-11-22T13:00:00Z')
  expect(await accountOf(world)).toMatchObject({ lookedAt: '2026-11-22T13:00:00Z', lookAt: '2026-11-23T13:00:00Z' })
})

it('an account disconnected without an event is disabled by the daily check, and not checked again', async () => {
  const world = await aPayment(cards.good)
  await deliverStripeEvents(world)
  await refreshAccount(at('2026-11-21T18:00:00Z'), world)
  expect((await accountOf(world)).lookAt).toBe('2026-11-22T18:00:00Z')
  await controlStripe('leave', { account: world.stripeAccount })
  await checkStripe(at('2026-11-22T18:00:00Z'), await accountOf(world))
  const { chargesEnabled, lookAt } = await accountOf(world)
  expect([chargesEnabled, lookAt]).toEqual([false, undefined])
})

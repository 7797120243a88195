// own: subscriptions to check are looked for in the whole table
import { beforeEach, expect, it } from 'vitest'
import { handler } from '#functions/subscriptions/remindHandler.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { organizations } from '#functions/table/organizations.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { update } from '#functions/table/table.ts'
import { stamp } from '../club.ts'
import { runScheduled } from '../workers.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

/** Changes to subscriptions at the provider of which no event arrives. */

const stripe = aStripe()
beforeEach(() => stripe.at(start))
const consistent = { consistent: true }

async function aClub(card?: string) {
  const as = await aPerson()
  const { organizationId } = await signUp(as, { teams: 2 })
  if (card !== undefined) await typeCard(as, organizationId, start, card)
  const id = { organizationId }
  const row = async () => {
    const found = await subscriptions.get(id, consistent)
    if (!found) throw new Error('The subscription is missing.')
    return found
  }
  const isLimited = async () => (await organizations.get(id, consistent))?.limitedFunctionality ?? false
  return { as, id, row, isLimited }
}
const run = (time: string) => {
  stripe.at(time)
  return runScheduled(handler, time)
}
const atStripe = (method: string, path: string, form: Record<string, string> = {}) =>
  fetch(`${process.env.STRIPE_ADDRESS}/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_local' },
    ...(method === 'POST' && { body: new URLSearchParams(form) }),
  })

it('a club whose subscription was cancelled at the provider is limited after its period', async () => {
  const { id, row, isLimited } = await aClub('4242424242424242')
  stripe.at('2026-12-23T12:00:00Z')
  await settle(id, '2026-12-23T12:00:00Z')
  const { subscriptionId = '', status, periodEnd } = await row()
  expect([status, periodEnd]).toEqual(['active', '2027-01-01T12:00:00.000Z'])
  await atStripe('DELETE', `subscriptions/${subscriptionId}`)
  await run('2026-12-31T15:00:00Z')
  expect([(await row()).status, await isLimited()]).toEqual(['active', false])
  for (let times = 0; times < 2; times++) await run('2027-01-01T15:00:00Z')
  expect([(await row()).status, await isLimited()]).toEqual(['canceled', true])
})

it('a subscription renewed at the provider is updated to its next period', async () => {
  const { row } = await aClub('4242424242424242')
  await run('2027-01-01T15:00:00Z')
  expect(await row()).toMatchObject({ status: 'active', periodEnd: '2027-02-01T12:00:00.000Z' })
})

it.each([
  ['in its grace period', '2026-12-24T15:00:00Z', 'past_due', false],
  ['after the last attempt', '2027-01-06T15:00:00Z', 'unpaid', true],
])(
  'a subscription whose overdue bills were paid at the provider, %s, becomes active again',
  async (_, time, before, limited) => {
    const { row, isLimited } = await aClub('4000000000000341')
    await run(time)
    expect([(await row()).status, await isLimited()]).toEqual([before, limited])
    const { customerId = '', version } = await row()
    await run(time)
    expect((await row()).version).toBe(version)
    const query = new URLSearchParams({ customer: customerId, status: 'open', limit: '100' })
    const { data } = (await (await atStripe('GET', `invoices?${query}`)).json()) as { data: { id: string }[] }
    for (const { id } of data) await atStripe('POST', `invoices/${id}/pay`, { payment_method: 'pm_card_visa' })
    await run(time)
    expect([(await row()).status, await isLimited()]).toEqual(['active', false])
  },
)

it('a subscription unknown to the provider does not block others, and is reported as an error', async () => {
  const clubs = [await aClub(), await aClub(), await aClub()]
  const [lost] = clubs
  if (!lost) throw new Error('There are no clubs.')
  await update(stamp, subscriptions.change(lost.id, { set: { subscriptionId: 'sub_of_nobody' } }))
  await expect(run('2026-12-22T15:00:00Z')).rejects.toThrow('1 subscriptions')
  expect(await Promise.all(clubs.map(async ({ row }) => (await row()).status))).toEqual([
    'trialing',
    'paused',
    'paused',
  ])
})

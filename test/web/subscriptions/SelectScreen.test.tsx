import { cleanup, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { changeDraft, endDraft } from '#web/subscriptions/draft.ts'
import SelectScreen from '#web/subscriptions/SelectScreen.tsx'
import { address, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const PLANS = 'GET /rest-api/payments/products/prices/object'
const price = (id: string, product: string, unitAmountDecimal: string) => ({ id, product, unitAmountDecimal })
const plan = (id: string, cents: string) => ({ productId: 'prod_1', priceId: id, price: price(id, 'prod_1', cents) })
const asTheServerSays = {
  yearly: plan('price_y', '7188'),
  monthly: plan('price_m', '799'),
  defaultConnectPriceId: 'price_c',
  defaultDataPriceId: 'price_d',
}

it('shows the server’s prices of plans, and what video and files cost', async () => {
  // The draft lives as long as the page, which test files share, so one of another file is replaced.
  changeDraft({ orgName: 'Riverside FC' })
  onTestFinished(endDraft)
  server.answers({
    [PLANS]: asTheServerSays,
    'GET /rest-api/payments/connect/storage/prices': {
      connect: price('price_c', 'prod_c', '0.4'),
      data: price('price_d', 'prod_d', '12'),
    },
  })
  showInShell(<SelectScreen />, { path: '/subscriptions/select', at: '/subscriptions/select' })
  expect(await screen.findByText('Annual: $5.99 per team and month')).toBeDefined()
  expect(screen.getByText('Monthly: $7.99 per team and month')).toBeDefined()
  expect(await screen.findByText('$0.004 per participant per minute')).toBeDefined()
  expect(screen.getByText('$0.12 per GB per month')).toBeDefined()
  cleanup()
  // One currency symbol throughout in a language that has two.
  document.documentElement.lang = 'es'
  onTestFinished(() => void (document.documentElement.lang = 'en'))
  showInShell(<SelectScreen />, { path: '/subscriptions/select', at: '/subscriptions/select' })
  expect((await screen.findByText(/per GB per month$/)).textContent).toMatch(/^0,12\s\$ /)
})

it('shows default prices until the server’s have loaded', async () => {
  changeDraft({ orgName: 'Riverside FC' })
  onTestFinished(endDraft)
  const asked = Promise.withResolvers<typeof asTheServerSays>()
  server.answers({
    [PLANS]: () => asked.promise,
    'GET /rest-api/payments/connect/storage/prices': () => new Promise<never>(() => undefined),
  })
  showInShell(<SelectScreen />, { path: '/subscriptions/select', at: '/subscriptions/select' })
  expect(await screen.findByText('Annual: $4.99 per team and month')).toBeVisible()
  expect(screen.getByText('Monthly: $6.99 per team and month')).toBeVisible()
  asked.resolve(asTheServerSays)
  expect(await screen.findByText('Annual: $5.99 per team and month')).toBeVisible()
  expect(screen.getByText('Monthly: $7.99 per team and month')).toBeVisible()
})

it.each([
  ['the checkout once the number of teams is chosen', organizationId, 'checkout'],
  ['the number of teams if that was chosen for another club', 'o0000000000b', 'licenses'],
])('continues to %s', async (_, teamsOf, step) => {
  changeDraft({ teams: 20, teamsOf })
  onTestFinished(endDraft)
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf() })
  const path = '/:orgId?/subscriptions/select'
  const { user } = showInShell(<SelectScreen />, { path, at: `/${organizationId}/subscriptions/select` })
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(address()).toBe(`/${organizationId}/subscriptions/${step}`)
})

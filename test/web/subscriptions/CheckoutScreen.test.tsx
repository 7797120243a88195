import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import CheckoutScreen from '#web/subscriptions/CheckoutScreen.tsx'
import { Problem } from '#shared/problems.ts'
import { changeDraft, endDraft } from '#web/subscriptions/draft.ts'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const CLUB = 'GET /rest-api/organization/details/{orgId}'
const CREATE = 'POST /rest-api/payments/create/org/subscription'
const price = (id: string, unitAmountDecimal: string) => ({ id, product: 'prod_1', unitAmountDecimal })
const plan = (id: string, cents: string) => ({ productId: 'prod_1', priceId: id, price: price(id, cents) })
const prices = {
  yearly: plan('price_y', '7188'),
  monthly: plan('price_m', '799'),
  defaultConnectPriceId: 'price_c',
  defaultDataPriceId: 'price_d',
}

/** Renews a club with a saved card; by default its name is still loading. */
function renewing(more: FakeAnswers = {}) {
  changeDraft({ plan: 'monthly', teams: 2, teamsOf: organizationId })
  onTestFinished(endDraft)
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditBilling']),
    'GET /rest-api/payments/products/prices/object': prices,
    [CLUB]: () => new Promise<never>(() => undefined),
    'GET /rest-api/organization/billing/{orgId}': {
      customer: { id: 'cus_1', name: 'Riverside FC', email: 'olga@club.example' },
      organization: {
        id: organizationId,
        name: 'Riverside FC',
        limitedFunctionality: true,
        licenseSubscriptions: [],
        subscriptionId: null,
      },
      state: 'EXPIRED',
      graceUntil: null,
      invoices: [],
      waiting: [{ description: 'Share of families’ payments by PayPal and FluidPay, 2026-11', amount: 345 }],
      subscriptions: [],
      paymentMethods: [
        { id: 'pm_1', card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2034 }, isDefault: true },
      ],
    },
    ...more,
  })
  const at = `/${organizationId}/subscriptions/checkout`
  return showInShell(<CheckoutScreen />, { path: '/:orgId/subscriptions/checkout', at })
}

it('does not renew a club by the name of another one in the draft while its own is loading', async () => {
  changeDraft({ orgName: 'Lakeside United', sport: 'Soccer' })
  const read = Promise.withResolvers<undefined>()
  const club = {
    ...{ id: organizationId, name: 'Riverside FC', timezone: 'America/Chicago' },
    sport: { name: 'Soccer', fieldLabel: 'Field' },
  }
  const { user } = renewing({
    [CLUB]: () => read.promise.then(() => club as never),
    [CREATE]: () => new Promise<never>(() => undefined),
  })
  const pay = () => screen.getByRole('button', { name: 'Pay and renew' })
  await waitFor(() => expect(pay()).toHaveAccessibleDescription('Loading your club'))
  await user.click(pay())
  read.resolve(undefined)
  await waitFor(() => expect(pay()).not.toHaveAttribute('aria-disabled'))
  await user.click(pay())
  await waitFor(() => expect(server.asked(CREATE)).toHaveLength(1))
  expect(server.asked(CREATE)[0]?.body).toMatchObject({ orgId: organizationId, orgName: 'Riverside FC' })
})

it('says what to do when the club fails to load', async () => {
  renewing({
    [CLUB]: () => {
      throw new Problem('internal')
    },
  })
  const why = 'Your club could not be loaded. Reload this page to renew.'
  const pay = () => screen.getByRole('button', { name: 'Pay and renew' })
  await waitFor(() => expect(pay()).toHaveAccessibleDescription(why))
})

it('shows the amount due for a renewal, including items of the next bill', async () => {
  renewing()
  const order = await screen.findByRole('region', { name: 'Your order' })
  const line = await within(order).findByText('Our share of families’ payments, November 2026')
  expect(line.nextElementSibling?.textContent).toBe('$3.45')
  expect(within(order).getByText('$15.98')).toBeDefined()
  expect(within(order).getByText('To pay').nextElementSibling?.textContent).toBe('$19.43')
})

it('has one team and the annual plan by default for a new club, with links to change them', async () => {
  changeDraft({ orgName: 'Lakeside United', sport: 'Soccer' })
  onTestFinished(endDraft)
  server.answers({ 'GET /rest-api/payments/products/prices/object': () => new Promise<never>(() => undefined) })
  showInShell(<CheckoutScreen />, { path: '/:orgId?/subscriptions/checkout', at: '/subscriptions/checkout' })
  const order = within(await screen.findByRole('region', { name: 'Your order' }))
  expect(order.getByText('Annual plan, 1 team')).toBeDefined()
  const leads = (name: string) => order.getByRole('link', { name }).getAttribute('href')
  expect(leads('Change number of teams')).toBe('/subscriptions/licenses')
  expect(leads('Change plan')).toBe('/subscriptions/select')
})

it('orders one team for a new club, whatever the draft has for the renewal of another one', async () => {
  changeDraft({ orgName: 'Lakeside United', sport: 'Soccer', plan: 'monthly', teams: 12, teamsOf: organizationId })
  onTestFinished(endDraft)
  server.answers({
    'GET /rest-api/payments/products/prices/object': prices,
    [CREATE]: () => new Promise<never>(() => undefined),
  })
  const at = { path: '/:orgId?/subscriptions/checkout', at: '/subscriptions/checkout' }
  const { user } = showInShell(<CheckoutScreen />, at)
  expect(await screen.findByText('Monthly plan, 1 team')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Start free period' }))
  await waitFor(() => expect(server.asked(CREATE)).toHaveLength(1))
  expect(server.asked(CREATE)[0]?.body).toMatchObject({ teams: 1 })
})

it.each([
  ['saved_before', /^This has already been saved/],
  ['not_expired', /^This club already has a subscription from an/],
] as const)('links to the club that was already created with another order (%s)', async (code, says) => {
  changeDraft({ orgName: 'Lakeside United', sport: 'Soccer', orgId: organizationId })
  onTestFinished(endDraft)
  server.answers({
    'GET /rest-api/payments/products/prices/object': prices,
    [CREATE]: () => {
      throw new Problem(code)
    },
  })
  const at = { path: '/:orgId?/subscriptions/checkout', at: '/subscriptions/checkout' }
  const { user } = showInShell(<CheckoutScreen />, at)
  await screen.findByText(/^Today you pay/)
  await user.click(screen.getByRole('button', { name: 'Start free period' }))
  expect(await screen.findByText(says)).toBeVisible()
  const link = screen.getByRole('link', { name: 'First steps' })
  expect(link.getAttribute('href')).toBe(`/${organizationId}/first-steps`)
  expect(screen.getByRole('heading', { name: 'Lakeside United' })).toBeVisible()
})

import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, it, onTestFinished } from 'vitest'
import type { Flag } from '#shared/permissions.ts'
import type { AnswerOf } from '#web/api.ts'
import BillingScreen from '#web/subscriptions/BillingScreen.tsx'
import { endDraft } from '#web/subscriptions/draft.ts'
import LicensesScreen from '#web/subscriptions/LicensesScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { clubOf, coachOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const READ = 'GET /rest-api/organization/billing/{orgId}'
type Billing = AnswerOf<typeof READ>

const billing: Billing = {
  customer: { id: 'cus_1', name: 'Riverside FC', email: 'olga@club.example' },
  organization: {
    id: organizationId,
    name: 'Riverside FC',
    limitedFunctionality: false,
    licenseSubscriptions: ['sub_1'],
    subscriptionId: 'sub_1',
  },
  state: 'ACTIVE',
  graceUntil: null,
  waiting: [],
  invoices: [
    {
      id: 'in_2',
      number: 'TL-2',
      status: 'open',
      paid: false,
      total: 1398,
      created: '2027-02-01T00:00:00.000Z',
      lines: [],
      invoicePdf: null,
    },
    {
      id: 'in_3',
      number: 'TL-3',
      status: 'open',
      paid: false,
      total: 225,
      created: '2027-02-02T00:00:00.000Z',
      lines: [],
      invoicePdf: null,
    },
    {
      id: 'in_1',
      number: 'TL-1',
      status: 'paid',
      paid: true,
      total: 699,
      created: '2027-01-01T00:00:00.000Z',
      lines: [{ description: '1 × team license', amount: 699 }],
      invoicePdf: 'https://invoice.example/1.pdf',
    },
  ],
  subscriptions: [
    {
      id: 'sub_1',
      status: 'trialing',
      plan: 'monthly',
      items: [{ priceId: 'price_1', quantity: 2 }],
      currentPeriodEnd: '2026-12-22T00:00:00.000Z',
      endsAt: null,
      trialEnd: '2026-12-22',
    },
  ],
  paymentMethods: [{ id: 'pm_1', card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2034 }, isDefault: true }],
}
const licences = { given: 2, used: 1, paid: null, teams: [], seats: [] }

function open(permissions: Flag[], more: FakeAnswers = {}) {
  const { organizations, ...rest } = coachOf()
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions })),
    },
    [READ]: billing,
    'GET /rest-api/payments/upcoming/invoices/{orgId}': { invoice: null },
    'GET /rest-api/payments/teams/{orgId}': licences,
    ...more,
  })
  return showInShell(<BillingScreen />, { path: '/:orgId/billing', at: `/${organizationId}/billing` })
}

it('shows history, subscription and payment method, with open amounts totaled as Pending', async () => {
  open(['canEditBilling'])
  expect(await screen.findByRole('heading', { name: 'Billing history' })).toBeDefined()
  expect(screen.getByRole('heading', { name: /^Subscription/ })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Payment method' })).toBeDefined()
  // The sum of $13.98 and $2.25.
  expect(screen.getByText('$16.23').parentElement?.textContent).toBe('Pending $16.23')
  expect(screen.getByText(/Your free period ends on 12\/22\/2026/).textContent).toContain('Monthly')
  expect(screen.getByRole('link', { name: 'PDF of 01/01/2027' }).getAttribute('href')).toBe(
    'https://invoice.example/1.pdf',
  )
  expect(screen.getByText(/Visa ending in 4242, until 04\/34/)).toBeDefined()
})

it('says before a card is entered that it renews an expired subscription', async () => {
  const PAGE = 'POST /rest-api/organization/billing/{orgId}/card'
  const { user } = open(['canEditBilling'], {
    [READ]: { ...billing, state: 'EXPIRED', paymentMethods: [] },
    [PAGE]: { url: '#typed' },
  })
  await user.click(await screen.findByRole('button', { name: 'Add card' }))
  const dialog = await screen.findByRole('dialog', { name: 'Continue the previous subscription?' })
  expect(dialog.textContent).toContain('Monthly plan, 2 teams')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked(PAGE)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Add card' }))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.asked(PAGE)).toHaveLength(1))
})

it('cancels a subscription after a confirmation with its end date, which can be reverted until then', async () => {
  const END = 'POST /rest-api/organization/billing/{orgId}/end'
  const endsAt = '2026-12-22T00:00:00.000Z'
  const answers: FakeAnswers = { [END]: { endsAt } }
  const { user } = open(['canEditBilling'], answers)
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel the subscription of Riverside FC?' })
  expect(dialog.textContent).toContain('It ends on 12/22/2026.')
  await user.click(within(dialog).getByRole('button', { name: 'Keep it' }))
  expect(server.asked(END)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  const ended = billing.subscriptions.map((each) => ({ ...each, endsAt }))
  server.answers({ ...answers, [READ]: { ...billing, subscriptions: ended } })
  await user.click(await screen.findByRole('button', { name: 'Cancel it' }))
  expect(await screen.findByText(/^Ends on 12\/22\/2026/)).toBeVisible()
  expect(screen.queryByText(/from then on/)).toBeNull()
  server.answers({ [READ]: billing, [END]: { endsAt: null } })
  await user.click(screen.getByRole('button', { name: 'Keep the subscription' }))
  expect(await screen.findByRole('button', { name: 'Cancel subscription' })).toBeVisible()
  expect(server.asked(END).map(({ body }) => body)).toEqual([{ ends: true }, { ends: false }])
})

it('does not ask before a card is added to a canceled subscription, which it does not renew', async () => {
  const PAGE = 'POST /rest-api/organization/billing/{orgId}/card'
  const subscriptions = billing.subscriptions.map((each) => ({ ...each, status: 'canceled' as const }))
  const ended = { ...billing, subscriptions, state: 'EXPIRED' as const, paymentMethods: [] }
  const { user } = open(['canEditBilling'], { [READ]: ended, [PAGE]: { url: '#typed' } })
  await user.click(await screen.findByRole('button', { name: 'Add card' }))
  await waitFor(() => expect(server.asked(PAGE)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
})

it('renews with the previous number of licenses by default', async () => {
  onTestFinished(endDraft)
  const { organizations, ...rest } = coachOf()
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditBilling'] })),
    },
    'GET /api/v1/orgOverview/{orgId}': clubOf([], { licenses: { given: 5, used: 2, licensesRemaining: 3 } }),
  })
  const at = { path: '/:orgId/subscriptions/licenses', at: `/${organizationId}/subscriptions/licenses` }
  const first = showInShell(<LicensesScreen />, at)
  const teams = await screen.findByRole('textbox', { name: /Teams/ })
  await waitFor(() => expect(teams).toHaveValue('5'))
  await first.user.clear(teams)
  await first.user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Required.')).toBeVisible()
  await first.user.type(teams, '3')
  await first.user.click(screen.getByRole('button', { name: 'Next' }))
  first.unmount()
  showInShell(<LicensesScreen />, at)
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Teams/ })).toHaveValue('3'))
})

it('does not claim “Paid until” while the bill is unpaid', async () => {
  const [trial] = billing.subscriptions
  const subscriptions = [{ ...(trial as NonNullable<typeof trial>), status: 'past_due' as const, trialEnd: null }]
  const unpaid = { ...billing, subscriptions, state: 'GRACE_PERIOD' as const, graceUntil: '2027-01-05T00:00:00.000Z' }
  const { unmount } = open(['canEditBilling'], { [READ]: unpaid })
  await screen.findByText('Payment failed')
  expect(screen.queryByText(/Paid until/)).toBeNull()
  unmount()
  open(['canEditBilling'], { [READ]: { ...unpaid, state: 'ACTIVE' } })
  expect(await screen.findByText(/Paid until/)).toBeVisible()
})

it('redirects to the organization in the query, so that the selection is that one', async () => {
  const other = 'o0000000000b'
  const { organizations, ...rest } = coachOf()
  const clubs = [organizationId, other].flatMap((id) =>
    organizations.map((club) => ({ ...club, id, orgAdmin: true, permissions: ['canEditBilling' as const], teams: [] })),
  )
  const answers: FakeAnswers = {
    'GET /api/v1/playersAndTeams': { ...rest, organizations: clubs },
    [READ]: billing,
    'GET /rest-api/payments/upcoming/invoices/{orgId}': { invoice: null },
    'GET /rest-api/payments/teams/{orgId}': licences,
  }
  server.answers(answers)
  const at = (query: string) => ({ path: '/:orgId/billing', at: `/${organizationId}/billing${query}` })
  const seen: string[] = []
  const At = () => {
    seen.push(useLocation().pathname)
    return <BillingScreen />
  }
  const { unmount } = showInShell(<At />, at(`?orgId=${other}`))
  await screen.findByRole('heading', { name: 'Billing history' })
  expect(server.asked(READ).map(({ params }) => params['orgId'])).toEqual([other])
  expect(seen.at(-1)).toBe(`/${other}/billing`)
  unmount()
  // Nothing is requested for a club that is not the user's.
  showInShell(<BillingScreen />, at('?orgId=o0000000000c'))
  expect(await screen.findByText('You do not have permission to view billing.')).toBeVisible()
  expect(server.asked(READ)).toHaveLength(1)
})

it.each(['', 'nothing'])('ignores an orgId in the query that is no organization: %j', async (orgId) => {
  const { organizations, ...rest } = coachOf()
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditBilling'] })),
    },
    [READ]: billing,
    'GET /rest-api/payments/upcoming/invoices/{orgId}': { invoice: null },
    'GET /rest-api/payments/teams/{orgId}': licences,
  })
  const at = `/${organizationId}/billing?orgId=${orgId}`
  showInShell(<BillingScreen />, { path: '/:orgId/billing', at })
  await screen.findByRole('heading', { name: 'Billing history' })
  expect(server.asked(READ).map(({ params }) => params['orgId'])).toEqual([organizationId])
})

it('is shown only to users who may edit billing or administrators', async () => {
  const { unmount } = open(['canEditAdministrators'])
  expect(await screen.findByRole('heading', { name: 'Billing history' })).toBeDefined()
  expect(server.asked(READ)).toHaveLength(1)
  unmount()
  open(['canEditEvents', 'canEditFees'])
  expect(await screen.findByText('You do not have permission to view billing.')).toBeDefined()
  expect(server.asked(READ)).toHaveLength(1)
})

it('makes a card the payment method on return from the provider’s page', async () => {
  const USE = 'POST /rest-api/organization/billing/{orgId}/card/use'
  const { organizations, ...rest } = coachOf()
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditBilling'] })),
    },
    [READ]: billing,
    'GET /rest-api/payments/upcoming/invoices/{orgId}': { invoice: null },
    'GET /rest-api/payments/teams/{orgId}': licences,
    [USE]: { paymentMethodId: 'pm_2' },
  })
  showInShell(<BillingScreen />, { path: '/:orgId/billing', at: `/${organizationId}/billing?card=cs_test_1` })
  expect(await screen.findByText('Payment method updated!')).toBeDefined()
  expect(server.asked(USE).map(({ body }) => body)).toEqual([{ sessionId: 'cs_test_1' }])
})

it('pays with another saved card, which is not offered again', async () => {
  const USE = 'POST /rest-api/organization/billing/{orgId}/card/use'
  const [first] = billing.paymentMethods
  const other = { id: 'pm_2', card: { brand: 'mastercard', last4: '4444', expMonth: 1, expYear: 2035 } }
  const cards = (usual: string) =>
    [...(first ? [first] : []), other].map((card) => ({ ...card, isDefault: card.id === usual }))
  let usual = 'pm_1'
  const { user } = open(['canEditBilling'], {
    [READ]: () => ({ ...billing, paymentMethods: cards(usual) }),
    [USE]: () => {
      usual = 'pm_2'
      return { paymentMethodId: 'pm_2' }
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Pay with this card: Mastercard ending in 4444/ }))
  expect(await screen.findByText('Payment method updated!')).toBeDefined()
  expect(server.asked(USE).map(({ body }) => body)).toEqual([{ paymentMethodId: 'pm_2' }])
  expect(await screen.findByRole('button', { name: /^Pay with this card: Visa ending in 4242/ })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Pay with this card: Mastercard/ })).toBeNull()
})

import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ProcessorsScreen from '#web/money/ProcessorsScreen.tsx'
import type { AnswerOf } from '#web/api.ts'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/fee/payment-accounts/{orgId}/all'
const CREATE = 'POST /rest-api/fee/payment-accounts/create'
const PAYPAL = 'POST /rest-api/fee/payment-accounts/paypal'
const UPDATE = 'POST /rest-api/fee/payment-accounts/update'
const TOGGLE = 'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}'
type Account = AnswerOf<typeof LIST>['paymentAccounts'][number]

const account: Account = {
  paymentAccountId: `${organizationId}.a0000000000a`,
  paymentProviderName: 'PAYPAL',
  emailAddress: 'money@club.example',
  active: true,
  processingFeeInCents: 70,
  stripeAccountId: null,
  chargesEnabled: false,
  payoutsEnabled: false,
  missing: [],
  processingFeePerMilli: 29,
}
function open(paymentAccounts: Account[], more: FakeAnswers = {}) {
  const { organizations, ...rest } = coachOf()
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditBilling'] })),
    },
    [LIST]: { paymentAccounts, platformFee: { perMille: 10, cents: 30 } },
    [CREATE]: { paymentAccount: account },
    ...more,
  })
  return showInShell(<ProcessorsScreen />, {
    path: '/:orgId/teams/paymentprocessors',
    at: `/${organizationId}/teams/paymentprocessors`,
  })
}

it('adds the platform fee to the processor fee and shows the total', async () => {
  open([account])
  await screen.findByText('2.9% + $0.70 per transaction')
  expect(screen.getByText('1% + $0.30 per transaction')).toBeDefined()
  expect(screen.getByText('3.9% + $1.00 per transaction')).toBeDefined()
})

it('shows what Stripe still requires in plain words, without repetition', async () => {
  const missing = ['business_profile.url', 'person_1.dob.day', 'person_1.dob.year', 'external_account', 'settings.new']
  open([{ ...account, paymentProviderName: 'STRIPE', stripeAccountId: 'acct_1', missing }])
  const said = await screen.findByText('Still missing:')
  expect([...(said.parentElement?.children ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual([
    'a website, or a description of what the club does',
    'a date of birth',
    'a bank account',
    'Stripe needs more information from you',
  ])
})

it('turns a processor off optimistically', async () => {
  const { user } = open([account], { [TOGGLE]: { paymentAccount: { ...account, active: false } } })
  await user.click(await screen.findByRole('switch', { name: 'Active' }))
  expect(await screen.findByText('Turned off')).toBeDefined()
  expect(server.asked(TOGGLE).map(({ query }) => query)).toEqual([{ active: 'false' }])
})

it('adds PayPal in two requests, then closes the dialog and reloads the list', async () => {
  const { user } = open([], { [PAYPAL]: { paymentAccount: account } })
  await screen.findByText('No online payments yet')
  await user.click(screen.getByRole('button', { name: 'Add processor' }))
  const dialog = within(await screen.findByRole('dialog'))
  const provider = dialog.getByLabelText(/Provider/)
  expect(
    within(provider)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['FluidPay', 'PayPal'])
  expect((provider as HTMLSelectElement).value).toBe('PAYPAL')
  await user.type(dialog.getByLabelText(/^Email/), 'money@club')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText('Invalid e-mail.')
  await user.type(dialog.getByLabelText(/^Email/), '.example')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('Processor added')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const { paymentAccountId: id } = (server.asked(CREATE)[0]?.body ?? {}) as { paymentAccountId?: string }
  expect(id).toMatch(new RegExp(`^${organizationId}\\.a\\w{11}$`))
  expect(server.asked(CREATE)[0]?.body).toEqual({
    paymentAccountId: id,
    paymentProviderName: 'PAYPAL',
    email: 'money@club.example',
    feeInPermile: 29,
    feeInCents: 70,
  })
  expect(server.asked(PAYPAL)[0]?.body).toEqual({ paymentAccountId: id, email: 'money@club.example' })
  expect(server.asked(LIST).length).toBeGreaterThan(1)
})

it('adds FluidPay with keys of the right format', async () => {
  const { user } = open([])
  await screen.findByText('No online payments yet')
  await user.click(screen.getByRole('button', { name: 'Add processor' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText(/Provider/), 'FLUIDPAY')
  await user.type(dialog.getByLabelText(/Public key/), 'pub')
  await user.type(dialog.getByLabelText(/Private key/), `api_${'k'.repeat(27)}`)
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByText('Invalid key.')
  await user.type(dialog.getByLabelText(/Public key/), `_${'k'.repeat(27)}`)
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText('Processor added')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(server.asked(CREATE)[0]?.body).toMatchObject({ fluidpayPrivateKey: `api_${'k'.repeat(27)}` })
  expect(server.asked(LIST).length).toBeGreaterThan(1)
})

it('says that a processor was saved as first sent when a retry has other values', async () => {
  const { user } = open([], {
    [PAYPAL]: () => {
      throw new Problem('internal')
    },
  })
  await screen.findByText('No online payments yet')
  await user.click(screen.getByRole('button', { name: 'Add processor' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Email/), 'money@club.example')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await dialog.findByRole('alert')
  server.answers({
    [CREATE]: () => {
      throw new Problem('saved_before')
    },
  })
  await user.clear(dialog.getByLabelText(/percent/))
  await user.type(dialog.getByLabelText(/percent/), '3.5')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByText(/already been saved the way you first sent it/)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Processor added')).toBeNull()
  const [first, again] = server.asked(CREATE).map(({ body }) => body as { paymentAccountId: string })
  expect(again?.paymentAccountId).toBe(first?.paymentAccountId)
  expect(server.asked(PAYPAL)).toHaveLength(1)
})

it('validates provider, email and the format of keys', async () => {
  const { user } = open([])
  await screen.findByText('No online payments yet')
  await user.click(screen.getByRole('button', { name: 'Add processor' }))
  const dialog = within(await screen.findByRole('dialog'))
  const add = () => user.click(dialog.getByRole('button', { name: 'Add' }))
  const field = (label: RegExp) => dialog.getByLabelText(label)
  expect(field(/Provider/)).toBeRequired()
  await add()
  expect(field(/^Email/)).toHaveAccessibleDescription(/Required\./)
  await user.type(field(/^Email/), 'money.club.example')
  await add()
  expect(field(/^Email/)).toHaveAccessibleDescription(/Invalid e-mail\./)
  await user.selectOptions(field(/Provider/), 'FLUIDPAY')
  await user.type(field(/Public key/), `api_${'k'.repeat(27)}`)
  await user.type(field(/Private key/), `pub_${'k'.repeat(27)}`)
  await add()
  expect(field(/Public key/)).toHaveAccessibleDescription(/Invalid key\./)
  expect(field(/Private key/)).toHaveAccessibleDescription(/Invalid key\./)
  expect(server.asked(CREATE)).toEqual([])
})

it('saves the fee in per mille and cents, within their limits', async () => {
  const { user } = open([account], { [UPDATE]: { paymentAccount: account } })
  await user.click(await screen.findByRole('button', { name: 'Edit the fee of PayPal' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Example: 2.9% + $0.70 per transaction')).toBeDefined()
  const [percent, amount] = [dialog.getByLabelText(/percent/), dialog.getByLabelText(/per transaction/)]
  const fill = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  await fill(percent, '100.1')
  await fill(amount, '100000')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('max 100 percent')).toBeDefined()
  expect(dialog.getByText('max 99999 number')).toBeDefined()
  // Smaller fractions than these cannot be entered.
  await fill(percent, '3.57')
  await fill(amount, '0.259')
  expect([percent, amount].map((field) => (field as HTMLInputElement).value)).toEqual(['3.5', '0.25'])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Processors updated successfully')
  expect(server.asked(UPDATE)[0]?.body).toEqual({
    paymentAccountId: account.paymentAccountId,
    feeInPermile: 35,
    feeInCents: 25,
  })
})

it('sets up Stripe: creates both accounts and opens its onboarding with a return path', async () => {
  const { user } = open([], {
    'POST /rest-api/fee/payment-accounts/provider-account': { stripeAccountId: 'acct_1' },
    'POST /rest-api/fee/payment-accounts/onboarding': { url: '#the-pages-of-stripe' },
  })
  await user.click(await screen.findByRole('button', { name: 'Accept cards with Stripe' }))
  await vi.waitFor(() => expect(location.hash).toBe('#the-pages-of-stripe'))
  const [created] = server.asked(CREATE).map(({ body }) => body as { paymentAccountId: string })
  expect(created).toMatchObject({ paymentProviderName: 'STRIPE', feeInPermile: 29, feeInCents: 30 })
  const { paymentAccountId } = created ?? {}
  const [onboarding] = server.asked('POST /rest-api/fee/payment-accounts/onboarding')
  const returnPath = `/${organizationId}/teams/paymentprocessors?back=${paymentAccountId}`
  expect(onboarding?.body).toEqual({ paymentAccountId, stripeAccountId: 'acct_1', returnPath })
})

it('shows what Stripe still requires before families can pay', async () => {
  const missing = ['external_account']
  open([{ ...account, paymentProviderName: 'STRIPE', emailAddress: null, stripeAccountId: 'acct_1', missing }])
  expect(await screen.findByText('Stripe needs more information before families can pay.')).toBeDefined()
  expect(screen.getByText('a bank account')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Accept cards with Stripe' })).toBeNull()
})

it('changes the keys of FluidPay once it accepts them, and says when it does not know the old one', async () => {
  const KEYS = 'POST /rest-api/fee/payment-accounts/keys'
  const fluidPay = {
    ...account,
    paymentProviderName: 'FLUIDPAY',
    emailAddress: null,
    missing: ['fluidpay_key'],
  } as const
  const { user } = open([{ ...fluidPay, missing: ['fluidpay_key'] }], { [KEYS]: {} })
  await screen.findByText(/FluidPay no longer accepts the key: families/)
  await user.click(screen.getByRole('button', { name: 'Change keys' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/Public key/), `pub_${'n'.repeat(27)}`)
  await user.type(dialog.getByLabelText(/Private key/), 'mistyped')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Invalid key.')
  await user.clear(dialog.getByLabelText(/Private key/))
  await user.type(dialog.getByLabelText(/Private key/), `api_${'n'.repeat(27)}`)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Processors updated successfully')
  expect(server.asked(KEYS).map(({ body }) => body)).toEqual([
    {
      paymentAccountId: account.paymentAccountId,
      fluidpayPublicKey: `pub_${'n'.repeat(27)}`,
      fluidpayPrivateKey: `api_${'n'.repeat(27)}`,
    },
  ])
})

it('changes the email address of PayPal', async () => {
  const { user } = open([account], { [PAYPAL]: { paymentAccount: account } })
  await user.click(await screen.findByRole('button', { name: 'Change address' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText(/^Email/))
  await user.type(dialog.getByLabelText(/^Email/), 'new@club.example')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Processors updated successfully')
  expect(server.asked(PAYPAL).map(({ body }) => body)).toEqual([
    { paymentAccountId: account.paymentAccountId, email: 'new@club.example' },
  ])
})

it('says that an account was disconnected at Stripe, and offers a new one', async () => {
  open([{ ...account, paymentProviderName: 'STRIPE', stripeAccountId: 'acct_1', missing: ['disconnected'] }])
  expect(await screen.findByText(/^This account was disconnected at Stripe/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Continue at Stripe' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Accept cards with Stripe' })).toBeEnabled()
})

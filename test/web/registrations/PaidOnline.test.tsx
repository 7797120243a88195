import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api/types.ts'
import { standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { ACCOUNTS, accounts, openBuilder, stripe } from './builder.tsx'
import { sample } from '../sample.ts'
import { registrar } from './registrar.ts'

/** Online payment after the club's Stripe account was disconnected. */

const server = standInServer()
const PEOPLE = 'GET /api/v1/playersAndTeams'
const left = { ...stripe, isReady: false, hasLeft: true }
const billing = () => {
  const { organizations, ...rest } = registrar()
  return {
    ...rest,
    organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditBilling' as const] })),
  }
}

it('sets up a new Stripe account after the only one was disconnected', async () => {
  const CREATE = 'POST /rest-api/fee/payment-accounts/create'
  const AT_STRIPE = 'POST /rest-api/fee/payment-accounts/provider-account'
  const { user } = openBuilder(server, {
    [PEOPLE]: billing(),
    [ACCOUNTS]: accounts({ paymentAccounts: [left], mainPaymentAccountId: left.paymentAccountId }),
    [CREATE]: () => sample(CREATE) as AnswerOf<typeof CREATE>,
    [AT_STRIPE]: () => {
      throw new Problem('busy')
    },
  })
  await screen.findByText(/^The club’s account was disconnected at Stripe\./)
  expect(screen.queryByRole('button', { name: 'Continue at Stripe' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Accept cards with Stripe' }))
  await waitFor(() => expect(server.asked(AT_STRIPE)).toHaveLength(1))
  const [{ paymentAccountId }] = server.asked(CREATE).map(({ body }) => body as { paymentAccountId: string }) as [
    { paymentAccountId: string },
  ]
  expect(paymentAccountId).toMatch(new RegExp(`^${organizationId}\\.a`))
  expect(paymentAccountId).not.toBe(left.paymentAccountId)
  expect(server.asked(AT_STRIPE)[0]?.body).toEqual({ paymentAccountId })
})

it('says that the selected account cannot be paid to while another one can', async () => {
  const MAIN = 'PUT /rest-api/registration/payment-accounts/{registrationId}/main'
  const anew = { ...stripe, paymentAccountId: `${organizationId}.a00000000002` }
  const shown = { paymentAccounts: [anew, left], mainPaymentAccountId: left.paymentAccountId, acceptPayments: true }
  const { user } = openBuilder(server, {
    [ACCOUNTS]: accounts(shown),
    [MAIN]: { mainPaymentAccountId: anew.paymentAccountId, acceptPayments: true, revision: 2 },
  })
  const said = await screen.findByText(/^Families cannot pay online while they register: .* Choose another one\.$/)
  expect(screen.queryByRole('button', { name: 'Accept cards with Stripe' })).toBeNull()
  expect(screen.getByText('Cards (Stripe) · Disconnected')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Paid to'), anew.paymentAccountId)
  await waitFor(() => expect(said).not.toBeInTheDocument())
})

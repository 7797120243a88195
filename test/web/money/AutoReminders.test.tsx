import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { SubscriptionBanner } from '#web/banner/SubscriptionBanner.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { treasurer } from './fees.ts'

const server = standInServer()
const CHANGE = 'PUT /rest-api/fee/reminders/{orgId}'
const none = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }

async function open(limitedFunctionality: boolean, saved: NonNullable<FakeAnswers[typeof CHANGE]> = { days: [3, 7] }) {
  const { organizations, ...rest } = treasurer()
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions: ['canEditFees'] })),
    },
    'GET /rest-api/organization/billing-access/{orgId}': {
      ...{ allowed: true, canRenew: true, graceUntil: null, limitedFunctionality },
      state: limitedFunctionality ? 'EXPIRED' : 'ACTIVE',
    },
    'GET /rest-api/fee/search/{orgUnitId}': { fees: [], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/reminders/{orgId}': { days: [7] },
    [CHANGE]: saved,
  })
  const screens = (
    <>
      <SubscriptionBanner orgId={organizationId} />
      <PaymentsScreen />
    </>
  )
  const { user } = showInShell(screens, { path: '/:orgId/payments', at: `/${organizationId}/payments` })
  if (limitedFunctionality) await screen.findByRole('link', { name: 'Renew' })
  await screen.findByText('No fees yet')
  await user.click(await screen.findByRole('button', { name: 'Automatic reminders' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Automatic reminders' }))
  expect(await dialog.findByRole('checkbox', { name: '7 days late' })).toBeChecked()
  await user.click(dialog.getByRole('checkbox', { name: '3 days late' }))
  return dialog
}
const rests = /^No reminders are sent while the club’s subscription is expired/

it('saves the days of automatic reminders', async () => {
  const dialog = await open(false)
  expect(dialog.queryByText(rests)).toBeNull()
  expect(server.asked(CHANGE).map(({ body }) => body)).toEqual([{ days: [3, 7] }])
})

it('says that no reminders are sent while the subscription is expired, and disables the days', async () => {
  const dialog = await open(true)
  expect(dialog.getByText(rests)).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: '3 days late' })).toHaveAttribute('aria-disabled', 'true')
  expect(server.asked(CHANGE)).toEqual([])
})

it('sends a second change only after the response to the first, so that none overtakes the other', async () => {
  const first = Promise.withResolvers<{ days: number[] }>()
  const dialog = await open(false, () => first.promise)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'On the due date' }))
  expect(dialog.getByRole('checkbox', { name: 'On the due date' })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: '3 days late' })).toBeChecked()
  expect(server.asked(CHANGE).map(({ body }) => body)).toEqual([{ days: [3, 7] }])
  server.answers({ [CHANGE]: { days: [0, 3, 7] } })
  first.resolve({ days: [3, 7] })
  await waitFor(() =>
    expect(server.asked(CHANGE).map(({ body }) => body)).toEqual([{ days: [3, 7] }, { days: [0, 3, 7] }]),
  )
})

it('keeps the first saved day when the second one fails to save', async () => {
  const first = Promise.withResolvers<{ days: number[] }>()
  const dialog = await open(false, () => first.promise)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'On the due date' }))
  server.answers({
    'GET /rest-api/fee/reminders/{orgId}': { days: [3, 7] },
    [CHANGE]: () => {
      throw new Problem('busy')
    },
  })
  first.resolve({ days: [3, 7] })
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'On the due date' })).not.toBeChecked())
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: '3 days late' })).toBeChecked())
})

import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import FirstStepsScreen from '#web/subscriptions/FirstStepsScreen.tsx'
import { NoResponse, standInServer } from '../fakeServer.tsx'
import { adminOf, clubOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

/** Return from the provider's page with a card. */

const server = standInServer()
const READ = 'GET /rest-api/organization/billing/{orgId}'
const USE = 'POST /rest-api/organization/billing/{orgId}/card/use'

const billing = (isDefault: boolean): AnswerOf<typeof READ> => ({
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
  invoices: [],
  waiting: [],
  subscriptions: [],
  paymentMethods: [{ id: 'pm_1', card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2034 }, isDefault }],
})

function comesBack(sessionId: string) {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditBilling']),
    'GET /api/v1/orgOverview/{orgId}': clubOf([]),
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
    [READ]: billing(false),
  })
  const seen = { search: '' }
  function At() {
    seen.search = useLocation().search
    return <FirstStepsScreen />
  }
  const at = `/${organizationId}/first-steps?card=${sessionId}`
  return { seen, ...showInShell(<At />, { path: '/:orgId/first-steps', at }) }
}

it('is not reported as the payment method until that is saved, and stays in the address until then', async () => {
  server.answers({
    [USE]: () => {
      throw new NoResponse()
    },
  })
  const { seen, user } = comesBack('cs_lost')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(seen.search).toBe('?card=cs_lost')
  // The card is saved, but is not the payment method.
  expect(await screen.findByRole('button', { name: 'Add card' })).toBeVisible()
  expect(screen.queryByText('Done')).toBeNull()
  server.answers({ [USE]: { paymentMethodId: 'pm_1' }, [READ]: billing(true) })
  await user.click(again)
  expect(await screen.findByText('Payment method updated!')).toBeVisible()
  await waitFor(() => expect(seen.search).toBe(''))
  expect(await screen.findByText('Done')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add card' })).toBeNull()
})

it('is not sent again after a rejection', async () => {
  server.answers({
    [USE]: () => {
      throw new Problem('card_refused')
    },
  })
  const { seen } = comesBack('cs_refused')
  await waitFor(() => expect(seen.search).toBe(''))
  expect(server.asked(USE)).toHaveLength(1)
})

import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import { PayingCard } from '#web/subscriptions/PayingCard.tsx'
import { standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const READ = 'GET /rest-api/organization/billing/{orgId}'
const USE = 'POST /rest-api/organization/billing/{orgId}/card/use'

const card = (id: string, last4: string, isDefault: boolean) => ({
  id,
  card: { brand: 'visa', last4, expMonth: 4, expYear: 2034 },
  isDefault,
})
const billing = (paymentMethods: ReturnType<typeof card>[]): AnswerOf<typeof READ> => ({
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
  waiting: [],
  subscriptions: [],
  paymentMethods,
})

function Paying() {
  const [chosen, choose] = useState<string>()
  return <PayingCard orgId={organizationId} chosenId={chosen} onChoose={choose} />
}

it('selects the card just added, not the rejected one, and allows another choice', async () => {
  const refused = card('pm_old', '0341', true)
  let cards = [refused]
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditBilling']),
    [READ]: () => billing(cards),
    [USE]: () => {
      cards = [card('pm_new', '4242', false), refused]
      return { paymentMethodId: 'pm_new' }
    },
  })
  const at = `/${organizationId}/subscriptions/checkout?card=cs_typed`
  const { user } = showInShell(<Paying />, { path: '/:orgId/subscriptions/checkout', at })
  await waitFor(() => expect(screen.getByRole('radio', { name: /4242/ })).toBeChecked())
  await user.click(screen.getByRole('radio', { name: /0341/ }))
  expect(screen.getByRole('radio', { name: /0341/ })).toBeChecked()
})

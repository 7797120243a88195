import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { NoAnswer, standInServer } from '../answering.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

const server = standInServer()
const REMIND = 'POST /rest-api/fee/remind/{feePlayerId}'
const none = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }

it('tells apart whom it need not tell and who could not be told, who stay chosen and are told by a second press', async () => {
  const why: Record<string, () => Error> = {
    [fee('roshon').feePlayerId]: () => new NoAnswer(),
    [fee('julian').feePlayerId]: () => new Problem('being_paid'),
    [fee('kovar').feePlayerId]: () => new Problem('fee_settled'),
  }
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/search/{orgUnitId}': {
      fees: (['danley', 'roshon', 'julian', 'kovar'] as const).map((name) => fee(name)),
      cursor: null,
    },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
    'GET /rest-api/fee/details/{feePlayerId}': details(),
    [REMIND]: ({ params }) => {
      const refused = why[params['feePlayerId'] ?? '']
      if (refused) throw refused()
      return {}
    },
  })
  const { user } = showInShell(<PaymentsScreen />, {
    path: '/:orgId/:teamId/payments',
    at: `/${organizationId}/${teamId}/payments`,
  })
  const table = within(await screen.findByRole('table', { name: 'Fees' }))
  await user.click(table.getByRole('checkbox', { name: 'Choose all' }))
  await user.click(screen.getByRole('button', { name: 'Remind 4 families by mail' }))
  await screen.findByText(
    '1 family is told by mail. 2 were not: they have paid or are paying, or were told in the last day. 1 could not be told. Try again.',
  )
  const chosen = table.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  expect(chosen).toEqual([false, false, true, false, false])
  for (const id of Object.keys(why)) delete why[id]
  await user.click(screen.getByRole('button', { name: 'Remind 1 family by mail' }))
  await screen.findByText('1 family is told by mail.')
  expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull()
  expect(server.asked(REMIND)).toHaveLength(5)
})

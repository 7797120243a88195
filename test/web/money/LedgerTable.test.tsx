import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PayoutsDialog } from '#web/money/PayoutsDialog.tsx'
import { standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { treasurer } from './fees.ts'

const server = standInServer()
const LEDGER = 'GET /rest-api/fee/ledger/{orgId}'

it('downloads the ledger between two dates, by default this year, and rejects dates in the wrong order', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  URL.createObjectURL = () => 'blob:ledger'
  URL.revokeObjectURL = () => undefined
  vi.setSystemTime('2026-11-26T12:00:00Z')
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/payouts/{orgId}': { payouts: [] },
    [LEDGER]: new File(['Day'], 'ledger-2026-01-01-2026-11-26.csv'),
  })
  const { user } = showInShell(<PayoutsDialog orgId={organizationId} opened close={() => undefined} />, {
    path: '/:orgId/payments',
    at: `/${organizationId}/payments`,
  })
  const part = within(await screen.findByRole('region', { name: 'Ledger as a table' }))
  const save = () => part.getByRole('button', { name: 'Download as table' })
  await user.click(save())
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const days = () => server.asked(LEDGER).map(({ query }) => [query['from'], query['to']])
  expect(days()).toEqual([['2026-01-01', '2026-11-26']])
  const from = part.getByLabelText('From')
  await user.clear(from)
  expect(save()).toHaveAccessibleDescription('Choose both dates.')
  await user.type(from, '11/27/2026')
  expect(save()).toHaveAccessibleDescription('The last date is before the first one.')
  await user.click(save())
  expect(days()).toHaveLength(1)
  await user.clear(from)
  await user.type(from, '11/01/2026')
  await user.click(save())
  await vi.waitFor(() => expect(days()[1]).toEqual(['2026-11-01', '2026-11-26']))
})

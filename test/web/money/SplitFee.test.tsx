import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { FeeDialog } from '#web/money/FeeDialog.tsx'
import { NoResponse, standInServer } from '../fakeServer.tsx'
import { teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, treasurer } from './fees.ts'

const server = standInServer()
const DETAILS = 'GET /rest-api/fee/details/{feePlayerId}'
const PAYERS = 'GET /rest-api/fee/payers/{feePlayerId}'
const SPLIT = 'POST /rest-api/fee/split/{feePlayerId}'

function open(payers: { userId: string; name: string }[], given: Parameters<typeof details>[0] = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    [DETAILS]: details({ amountInCents: 101, outstandingInCents: 101, ...given }),
    [PAYERS]: { payers },
    [SPLIT]: details({ payers: ['Ann Moreno'] }),
  })
  return showInShell(<FeeDialog feePlayerId={details().feePlayerId} title="Spring season" close={() => {}} />, {
    path: '/:orgId/:teamId/payments',
    at: `/${teamId.replace('.', '/')}/payments`,
  })
}

it('splits a bill with the payers of each home, their shares, and the other fees', async () => {
  const people = [
    { userId: 'ann', name: 'Ann Moreno' },
    { userId: 'bob', name: 'Bob Moreno' },
    { userId: 'cleo', name: 'Cleo Diaz' },
  ]
  const { user } = open(people)
  await user.click(await screen.findByRole('button', { name: /More/ }))
  await user.click(await screen.findByText('Split between two homes'))
  expect(await screen.findByText('First home: $0.51 · Second home: $0.50')).toBeDefined()
  const cleo = screen.getByRole('group', { name: 'Cleo Diaz' })
  await user.click([...cleo.querySelectorAll('input')][1] as HTMLElement)
  const percent = screen.getByLabelText(/first home pays/)
  await user.clear(percent)
  await user.type(percent, '100')
  await user.click(screen.getByRole('button', { name: 'Split' }))
  expect(server.asked(SPLIT)).toEqual([])
  await user.clear(percent)
  await user.type(percent, '60')
  await user.click(screen.getByLabelText(/other unpaid fees/))
  await user.click(screen.getByRole('button', { name: 'Split' }))
  await expect
    .poll(() => server.asked(SPLIT).map(({ body }) => body))
    .toEqual([{ homes: { one: ['ann'], other: ['bob', 'cleo'], percent: 60 }, all: true, revision: 1 }])
})

it('returns to the saved split when a retry after a lost response has another share', async () => {
  const { user } = open(['ann', 'bob'].map((userId) => ({ userId, name: userId })))
  await user.click(await screen.findByRole('button', { name: /More/ }))
  await user.click(await screen.findByText('Split between two homes'))
  await screen.findByText('First home: $0.51 · Second home: $0.50')
  const reads = server.asked(DETAILS).length
  server.answers({
    [DETAILS]: details({ amountInCents: 51, outstandingInCents: 51, payers: ['Ann Moreno'], revision: 2 }),
    [SPLIT]: () => {
      if (server.asked(SPLIT).length === 1) throw new NoResponse()
      throw new Problem('conflict')
    },
  })
  await user.click(screen.getByRole('button', { name: 'Split' }))
  await screen.findByText(/^No connection/)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(server.asked(DETAILS)).toHaveLength(reads + 1))
  const percent = screen.getByLabelText(/first home pays/)
  await user.clear(percent)
  await user.type(percent, '70')
  expect(await screen.findByText('First home: $0.71 · Second home: $0.30')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Split' }))
  await screen.findByText('Someone changed this at the same time. Please try again.')
  expect(await screen.findByText('Ann Moreno')).toBeDefined()
  expect(screen.queryByText('Split between two homes')).toBeNull()
  expect(server.asked(SPLIT).map(({ body }) => body)).toMatchObject([
    { homes: { percent: 50 }, revision: 1 },
    { homes: { percent: 70 }, revision: 1 },
  ])
})

it('says that there is no one to split it with', async () => {
  const { user } = open([{ userId: 'ann', name: 'Ann Moreno' }])
  await user.click(await screen.findByRole('button', { name: /More/ }))
  await user.click(await screen.findByText('Split between two homes'))
  expect(await screen.findByText('Nobody to split it with')).toBeDefined()
})

it('says that no payer is left when they no longer pay for the player', async () => {
  open([], { payers: [] })
  expect(await screen.findByText(/^Nobody: the person asked to pay no longer pays/)).toBeDefined()
})

it('shows a payment link that the browser did not allow to be copied', async () => {
  const { user } = open([])
  server.answers({ 'POST /rest-api/fee/pay-link/{feePlayerId}': { payId: 'made' } })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await user.click(await screen.findByRole('button', { name: /More/ }))
  await user.click(await screen.findByText('Copy a payment link'))
  const shown = await screen.findByLabelText(/^Payment link/)
  expect(shown).toHaveValue(`${location.origin}/pay/made`)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('Copied.')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/pay/made`)
})

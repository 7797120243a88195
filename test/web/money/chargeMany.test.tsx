import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { keepDraft } from '#web/kit/form/drafts.ts'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { treasurer } from './fees.ts'

const server = standInServer()
const CREATE = 'POST /rest-api/fee/create'
type Body = { feeId: string; name: string; playerIds: string[] }
const sent = () => server.asked(CREATE).map(({ body }) => body as Body)
const playersOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${organizationId}.p${String(i).padStart(11, '0')}`,
    firstName: i === 7 ? 'Zoë' : 'Ann',
    lastName: `Moreno ${i}`,
    teamIds: [teamId],
    tags: [],
  }))

async function open(players: ReturnType<typeof playersOf>) {
  keepDraft(`fee.${teamId}`, { name: 'Season', amount: 1000, dueOn: '2026-12-31' })
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/search/{orgUnitId}': { fees: [], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': {
      totals: { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 },
      months: [],
    },
    'GET /rest-api/fee/players/{orgUnitId}': { players },
    'GET /rest-api/fee/admin-teams/{orgId}': { all: false, teams: [{ id: teamId, name: 'U12 Falcons' }] },
    [CREATE]: ({ body }) => ({ charged: (body as Body).playerIds.length }),
  })
  const at = `/${organizationId}/${teamId}/payments`
  const { user } = showInShell(<PaymentsScreen />, { path: '/:orgId/:teamId/payments', at })
  await user.click(await screen.findByRole('button', { name: 'Charge a fee' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

it('charges all players of a large club in batches with one fee id, and retries failed ones with it', async () => {
  const players = playersOf(502)
  await open(players)
  // Queries by text, because queries by role are slow with hundreds of elements.
  const isThere = (text: RegExp) => waitFor(() => expect(screen.queryAllByText(text)).toHaveLength(1))
  await isThere(/^502 players, \$5,020\.00 in total$/)
  // Only 100 are rendered, because each keystroke renders them again.
  expect(document.querySelectorAll('fieldset input[type="checkbox"]')).toHaveLength(100)
  await isThere(/^100 of 502$/)
  server.answers({
    [CREATE]: ({ body }) => {
      const { playerIds } = body as Body
      if (playerIds.length < 500) throw new Problem('busy')
      return { charged: playerIds.length }
    },
  })
  const charge = () => fireEvent.click(screen.getByText('Charge a fee', { selector: 'button[type="submit"]' }))
  charge()
  await isThere(/^500 players have been charged so far\. Charge again to do the rest/)
  server.answers({ [CREATE]: ({ body }) => ({ charged: (body as Body).playerIds.length }) })
  charge()
  await isThere(/^502 players charged$/)
  expect(sent().map(({ playerIds }) => playerIds.length)).toEqual([500, 2, 500, 2])
  expect(new Set(sent().map(({ feeId, name }) => `${feeId} ${name}`)).size).toBe(1)
  expect(
    sent()
      .slice(2)
      .flatMap(({ playerIds }) => playerIds),
  ).toEqual(players.map(({ id }) => id))
})

it('filters players by name, without submitting the form', async () => {
  const { dialog, user } = await open(playersOf(12))
  await user.click(await dialog.findByRole('button', { name: 'Choose none' }))
  const search = dialog.getByRole('searchbox', { name: 'Find a player' })
  await user.type(search, 'zoe{Enter}')
  await user.click(await dialog.findByRole('checkbox', { name: 'Zoë Moreno 7' }))
  expect(dialog.queryByRole('checkbox', { name: /^Ann/ })).toBeNull()
  dialog.getByText('1 player, $10.00 in total')
  // Both buttons apply to the players found.
  await user.click(dialog.getByRole('button', { name: 'Choose none' }))
  await user.click(dialog.getByRole('button', { name: 'Choose all' }))
  dialog.getByText('1 player, $10.00 in total')
  await user.type(search, '{Enter}')
  expect(sent()).toEqual([])
  await user.type(search, 'nobody')
  await dialog.findByText('No player with that name.')
})

import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import AddPlayersScreen from '#web/families/AddPlayersScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { clubDetails } from '../clubDetails.ts'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { SameThread } from './sameThread.ts'

const READ = 'GET /rest-api/families/imports/{orgUnitId}/{importId}'
const server = standInServer()
const club = {
  id: organizationId,
  name: 'Springfield FC',
  orgAdmin: true,
  permissions: ['canEditPlayers' as const],
  teams: [{ id: teamId, name: 'U12 Falcons', permissions: [] }],
  academyEnabled: false,
  customRegistrationEnabled: false,
}
const imported: AnswerOf<typeof READ> = {
  ...{ id: 'importimport0001', name: 'In spring', startedAt: '2026-11-21T18:00:00Z', state: 'done', rows: 1, done: 1 },
  ...{ added: 1, changed: 0, same: 0, kept: 0, refused: [] },
}
/** The check's result by first name; other players are new. */
const does: Record<string, 'same' | 'unclear'> = { Old: 'same', Mia: 'unclear' }

async function type() {
  vi.stubGlobal('Worker', SameThread)
  let state = imported.state
  const now = () => ({ ...imported, state })
  server.answers({
    'GET /api/v1/playersAndTeams': { players: [], following: [], organizations: [club] },
    'GET /rest-api/organization/details/{orgId}': clubDetails,
    'GET /rest-api/families/imports/{orgUnitId}': { imports: [imported] },
    'POST /rest-api/families/imports/{orgUnitId}/check': ({ body }) => ({
      rows: (body as { rows: { row: number; firstName: string }[] }).rows.map(({ row, firstName }) => ({
        ...{ row, player: null, changes: [], among: [] },
        does: does[firstName] ?? 'new',
      })),
    }),
    'POST /rest-api/families/imports/{orgUnitId}': now,
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': {},
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/start': now,
    'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo': () => {
      state = 'undone'
      return now()
    },
    [READ]: now,
  })
  const { user } = showInShell(<AddPlayersScreen />, {
    path: '/o/:unitId/addPlayers',
    at: `/o/${organizationId}/addPlayers`,
  })
  await user.click(await screen.findByRole('tab', { name: 'Type a few' }))
  return user
}
const rows = () => within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem')
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const typeFirst = (user: UserEvent, name: string) =>
  user.type(within(rows()[0] as HTMLElement).getByRole('textbox', { name: 'First name' }), name)
/** Pastes a table of players of these names and checks it. */
async function bring(user: UserEvent, ...names: string[]) {
  await user.click(screen.getByRole('tab', { name: 'Spreadsheet' }))
  await user.click(screen.getByRole('textbox', { name: 'Paste a table' }))
  await user.paste(['Name', ...names].join('\n'))
  await press(user, 'Use this table')
  await press(user, 'Check')
}
const names = () =>
  rows().map((row) => within(row).getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value)

it('restores typed players on Back and on switching tabs', async () => {
  const user = await type()
  await user.click(screen.getByRole('button', { name: 'Add another player' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'U12 Falcons')
  for (const [at, name] of ['Nia', 'Max', 'Zoe', 'Leo'].entries())
    await user.type(within(rows()[at] as HTMLElement).getByRole('textbox', { name: 'First name' }), name)
  await user.click(screen.getByRole('button', { name: 'Check' }))
  await screen.findByText('4 new')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('list', { name: 'Players' })
  expect(names()).toEqual(['Nia', 'Max', 'Zoe', 'Leo'])
  expect(screen.getByRole('combobox', { name: 'Team' })).toHaveDisplayValue('U12 Falcons')
  await user.click(screen.getByRole('tab', { name: 'Spreadsheet' }))
  await user.click(screen.getByRole('tab', { name: 'Type a few' }))
  expect(names()).toEqual(['Nia', 'Max', 'Zoe', 'Leo'])
})

it('asks before typed players are discarded', async () => {
  const user = await type()
  const [first] = screen.getAllByRole('textbox', { name: 'First name' })
  await user.type(first as HTMLElement, ' ')
  expect(asks()).toBe(false)
  await user.type(first as HTMLElement, 'Nia')
  await waitFor(() => expect(asks()).toBe(true))
  await user.clear(first as HTMLElement)
  await waitFor(() => expect(asks()).toBe(false))
})

it('asks also while another import is open, and keeps the typed players', async () => {
  const user = await type()
  await typeFirst(user, 'Nia')
  await press(user, 'Open')
  await screen.findByText('1 player imported.')
  expect(asks()).toBe(true)
  await press(user, 'Add more players')
  await screen.findByRole('list', { name: 'Players' })
  expect(names()[0]).toBe('Nia')
})

it('asks also while a table without changes is checked, and keeps the typed players after importing a table', async () => {
  const user = await type()
  await typeFirst(user, 'Nia')
  await bring(user, 'Old')
  await screen.findByText('1 already there')
  expect(asks()).toBe(true)
  await press(user, 'Back')
  await press(user, 'Another table')
  await bring(user, 'Max')
  await press(user, 'Import 1 player')
  await screen.findByText('1 player imported.')
  expect(asks()).toBe(true)
  await press(user, 'Add more players')
  await user.click(await screen.findByRole('tab', { name: 'Type a few' }))
  expect(names()[0]).toBe('Nia')
})

it('empties the form after an import, and restores the players when it is undone', async () => {
  const user = await type()
  await typeFirst(user, 'Nia')
  await press(user, 'Check')
  await press(user, 'Import 1 player')
  await screen.findByText('1 player imported.')
  expect(asks()).toBe(false)
  await press(user, 'Add more players')
  await screen.findByRole('list', { name: 'Players' })
  expect(names()).toEqual(['', '', ''])
  await typeFirst(user, 'Max')
  await press(user, 'Check')
  await press(user, 'Import 1 player')
  await press(user, 'Undo the import')
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' })
  await user.click(within(dialog).getByRole('button', { name: 'Undo the import' }))
  await screen.findByText('The import has been undone: the club is as it was before.')
  await press(user, 'Add more players')
  await screen.findByRole('list', { name: 'Players' })
  expect(names()[0]).toBe('Max')
})

it('asks while it is unresolved which existing player is meant', async () => {
  const user = await type()
  await typeFirst(user, 'Mia')
  await press(user, 'Check')
  await screen.findByRole('region', { name: 'Which player is it?' })
  expect(asks()).toBe(true)
})

it('asks before Back discards corrections of rows', async () => {
  const user = await type()
  await typeFirst(user, 'Mia')
  await press(user, 'Check')
  await user.click(await screen.findByRole('radio', { name: 'Someone new' }))
  await press(user, 'Back')
  const ask = within(await screen.findByRole('dialog', { name: 'Go back and lose your corrections?' }))
  await user.click(ask.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: /^Import/ })).toBeDefined()
  await press(user, 'Back')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Back' }))
  await screen.findByRole('list', { name: 'Players' })
  expect(names()[0]).toBe('Mia')
})

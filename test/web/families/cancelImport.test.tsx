import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import AddPlayersScreen from '#web/families/AddPlayersScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { clubDetails } from '../clubDetails.ts'
import { adminOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const READ = 'GET /rest-api/families/imports/{orgUnitId}/{importId}'
const UNDO = 'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo'
const server = standInServer()
const under: AnswerOf<typeof READ> = {
  ...{ id: 'importimport0001', name: '', startedAt: '2026-11-21T18:00:00Z', state: 'running', rows: 1248, done: 400 },
  ...{ added: 400, changed: 0, same: 0, kept: 0, refused: [] },
}

function open() {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditPlayers']),
    'GET /rest-api/organization/details/{orgId}': clubDetails,
    'GET /rest-api/families/imports/{orgUnitId}': { imports: [] },
    [READ]: under,
    [UNDO]: () => {
      const undone = { ...under, state: 'undone' as const }
      server.answers({ [READ]: undone })
      return undone
    },
  })
  const at = `/o/${organizationId}/addPlayers?import=importimport0001`
  return showInShell(<AddPlayersScreen />, { path: '/o/:unitId/addPlayers', at })
}
const asked = async () => within(await screen.findByRole('dialog', { name: 'Undo this import?' }))

it('shows the progress of an import, and asks before undoing it', async () => {
  const { user } = open()
  const bar = await screen.findByRole('progressbar', { name: 'Adding the players' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['400', '1248'])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click((await asked()).getByRole('button', { name: 'Continue importing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked(UNDO)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click((await asked()).getByRole('button', { name: 'Undo the import' }))
  expect(await screen.findByText('The import has been undone: the club is as it was before.')).toBeDefined()
  expect(screen.getByText('The import is being undone.')).toBeDefined()
})

it('reports that undoing an import failed', async () => {
  const { user } = open()
  server.answers({ [UNDO]: () => Promise.reject(new Problem('busy')) })
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click((await asked()).getByRole('button', { name: 'Undo the import' }))
  await screen.findByText(/^The import could not be undone\./)
  expect(screen.queryByText('The import is being undone.')).toBeNull()
})

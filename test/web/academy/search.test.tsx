import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, playerId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { otherAnswers, detail, item, listing } from './items.ts'

const server = standInServer()
const FIND = 'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams'

it.each([
  ['people to share an item with', 'Share', 'Find people, teams and players', 'Share with '],
  ['players in a picture', 'Edit', 'Find a player', 'is in it'],
] as const)('a failed search for %s shows no earlier results, and can be retried', async (_, what, field, choice) => {
  const picture = item('a', {
    name: 'Team.jpg',
    fileMetadata: { id: `${organizationId}.f0000000000a`, contentType: 'image/jpeg', size: 1000 },
  })
  let isBroken = true
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    'GET /rest-api/academy/storage/organization/{orgId}': listing([picture]),
    'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': detail(picture),
    [FIND]: ({ query: { filter } }) => {
      if (filter === 'Mia' && isBroken) throw new Problem('busy')
      const players = filter === 'Mia' ? [] : [{ playerId: playerId('a'), name: 'Ada Moreno', teams: [] }]
      return { admins: [], orgUnits: [], players }
    },
  })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  const { user } = showInShell(<StorageScreen />, { path, at: `/academy/storage/${organizationId}/organization` })
  const table = await screen.findByRole('table', { name: 'Contents' })
  await user.click(within(table).getByRole('button', { name: /Team/ }))
  await user.click(await screen.findByRole('menuitem', { name: what, hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  const offered = () => dialog.queryByRole('button', { name: new RegExp(choice) })
  const search = await dialog.findByRole('searchbox', { name: field })
  fireEvent.change(search, { target: { value: 'Ada' } })
  await waitFor(() => expect(offered()).toBeVisible())
  fireEvent.change(search, { target: { value: 'Mia' } })
  const failure = within(await dialog.findByRole('alert'))
  expect(failure.getByText(/^The search did not work\. /)).toBeVisible()
  expect(offered()).toBeNull()
  expect(dialog.queryByText('Nobody found')).toBeNull()
  isBroken = false
  await user.click(failure.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull())
  expect(offered()).toBeNull()
  fireEvent.change(search, { target: { value: 'Ada' } })
  await waitFor(() => expect(offered()).toBeVisible())
})

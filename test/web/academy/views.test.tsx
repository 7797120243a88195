import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import PlayerStorageScreen from '#web/academy/PlayerStorageScreen.tsx'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, person, playerId, playersAndTeams } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { otherAnswers, folder, item, itemId, listing } from './items.ts'

const server = standInServer()
const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const FAVORITES = 'GET /rest-api/academy/storage/favorite'
const RECENT = 'GET /rest-api/academy/storage/recent'

it('lists folders first, and has views of favorites, recent and shared items', async () => {
  const things = [folder('f', 'Week 1'), item('a')]
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    [LIST]: listing(things),
    [RECENT]: { items: [item('b', { name: 'Opened.pdf' })] },
    [FAVORITES]: { items: [item('c', { name: 'Marked.pdf' })] },
  })
  const { user } = showInShell(<StorageScreen />, { path, at: `/academy/storage/${organizationId}/organization` })
  const table = await screen.findByRole('table', { name: 'Contents' })
  expect(
    within(table)
      .getByRole('link', { name: /Week 1/ })
      .getAttribute('href'),
  ).toContain(itemId('f'))
  const views = screen.getByRole('navigation', { name: 'Views' })
  expect(
    within(views)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Folders', 'Favorites', 'Recent', 'Shared with me', 'Bin'])
  await user.click(within(views).getByRole('link', { name: 'Recent' }))
  await waitFor(() => expect(server.asked(RECENT)).toHaveLength(1))
  expect(server.asked(RECENT)[0]?.query).toEqual({ organizationId, pageSize: '5' })
  await user.click(within(views).getByRole('link', { name: 'Favorites' }))
  expect(await screen.findByRole('row', { name: /Marked.pdf/ })).toBeVisible()
  server.answers({
    [LIST]: ({ query }) => listing(query['sharedWithMe'] === 'true' ? [item('d', { name: 'Shared.pdf' })] : things),
  })
  await user.click(within(views).getByRole('link', { name: 'Shared with me' }))
  await waitFor(() => expect(server.asked(LIST).at(-1)?.query).toMatchObject({ sharedWithMe: 'true' }))
  expect(await screen.findByRole('row', { name: /Shared.pdf/ })).toBeVisible()
})

it('shows links to other areas on a phone in a player’s library, where nothing can be added', async () => {
  const player = { id: person('danley').id, name: 'Danley', orgUnits: [] }
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({ players: [player] }),
    ...otherAnswers,
    'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}': { ...listing([item('a')]), mayAdd: false },
  })
  const path = '/academy/storage/organization/:organizationId/player/:playerId/:folderId?'
  const at = `/academy/storage/organization/${organizationId}/player/${player.id}`
  showInShell(<PlayerStorageScreen />, { path, at, width: 'phone' })
  expect(await screen.findByRole('link', { name: 'Recordings' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Assignments' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Actions for Library' })).toBeNull()
})

it('links from a player’s library to that player’s assignments, if the user may see them', async () => {
  const [danley, ada, leo] = ['danley', 'ada', 'leo'].map((name, i) => {
    return { id: playerId('abc'[i] ?? ''), name, orgUnits: [], ...(name === 'leo' && { lacks: ['sees' as const] }) }
  })
  const players = [danley, ada, leo].flatMap((player) => player ?? [])
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({ players }),
    ...otherAnswers,
    'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}': { ...listing([item('a')]), mayAdd: false },
  })
  const path = '/academy/storage/organization/:organizationId/player/:playerId/:folderId?'
  const led: (string | null)[] = []
  for (const { id } of players.slice(1)) {
    const at = `/academy/storage/organization/${organizationId}/player/${id}`
    const { unmount } = showInShell(<PlayerStorageScreen />, { path, at })
    await screen.findByRole('table', { name: 'Contents' })
    led.push(screen.getByRole('link', { name: 'Assignments' }).getAttribute('href'))
    unmount()
  }
  expect(led).toEqual([
    `/academy/assignment/organization/${organizationId}/player/${ada?.id}`,
    '/academy/assignment/organization',
  ])
})

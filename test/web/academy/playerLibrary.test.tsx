import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import PlayerStorageScreen from '#web/academy/PlayerStorageScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { organizationId, playerId, playersAndTeams } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { item, listing, otherAnswers } from './items.ts'

const server = standInServer()

it.each([
  ['players', false],
  ['following', true],
] as const)('the library of one of the reader’s %s may not be kept as a snapshot: %s', async (list, isRefused) => {
  const player = { id: playerId('a'), name: 'Danley', orgUnits: [] }
  server.answers({
    ...otherAnswers,
    'GET /api/v1/playersAndTeams': playersAndTeams({ [list]: [player] }),
    'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}': listing([item('b', { name: 'Laws' })]),
  })
  const path = '/academy/storage/organization/:organizationId/player/:playerId/:folderId?'
  const at = `/academy/storage/organization/${organizationId}/player/${player.id}`
  showInShell(<PlayerStorageScreen />, { path, at })
  expect(await screen.findByRole('heading', { level: 1, name: /Danley/ })).toBeTruthy()
  expect(await screen.findByText('Laws')).toBeTruthy()
  expect(document.querySelector('[data-unpictured]') !== null).toBe(isRefused)
})

import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { otherAnswers, detail, item, itemId, listing } from './items.ts'

const server = standInServer()
const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'
const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const LEVEL = 'GET /rest-api/academy/org-admin/level/organization/{orgId}'
const SHARES = 'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}'
const drill = item('a')
function open(more: FakeAnswers = {}, at = `/academy/storage/${organizationId}/organization?item=${itemId('a')}`) {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    ...otherAnswers,
    [LIST]: listing([drill]),
    [ITEM]: detail(drill),
    ...more,
  })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  return showInShell(<StorageScreen />, { path, at })
}
const rowOf = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Contents' })
  return within(table).getByRole('row', { name: new RegExp(name) })
}

it('tells a coach that a new item is not shared with the team yet, when adding it and on the item', async () => {
  const ofOwn = { admins: [{ userId: 'user-1', name: 'Cora Coach', accessType: 'OWNER' as const, from: null }] }
  const shares = { ...ofOwn, orgUnits: [], players: [], otherPlayers: 0, owners: 2 }
  const coach: FakeAnswers = {
    [LEVEL]: { level: null, mayAdd: true, academyEnabled: true, storage: null },
    [LIST]: { ...listing([drill, item('g', { name: 'Plan.pdf', shared: true })]), access: null },
    [SHARES]: shares,
  }
  const { user } = open(coach)
  expect(within(await rowOf('Drill.pdf')).getByText('Not shared')).toBeVisible()
  expect(within(await rowOf('Plan.pdf')).queryByText('Not shared')).toBeNull()
  const onlyYou = /^Only you and the club’s administrators can/
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }))
  expect(await panel.findByText(onlyYou)).toBeVisible()
  const whileAdding = 'Only you and the club’s administrators see what you add here, until you share it.'
  expect(screen.getByText(whileAdding)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New folder', hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New folder' }))
  expect(await dialog.findByText(whileAdding)).toBeVisible()
})

it('shows no such notice to a club administrator, or for an item shared with someone', async () => {
  open()
  expect(within(await rowOf('Drill.pdf')).queryByText('Not shared')).toBeNull()
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }))
  await panel.findByText('Tom Treasurer')
  expect(screen.queryByText(/^Only you/)).toBeNull()
})

it('links a club administrator from a team’s view to the club’s library for adding items', async () => {
  open({ [LIST]: { ...listing([drill]), mayAdd: false } }, `/academy/storage/${organizationId}/${teamId}/organization`)
  const link = await screen.findByRole('link', { name: 'Go to the club’s library' })
  expect(link.getAttribute('href')).toBe(`/academy/storage/${organizationId}/organization`)
  expect(screen.getByText(/^This is what the team sees\./)).toBeVisible()
})

it('shows an error when the sharing of an item fails to load, and can be retried', async () => {
  let fails = true
  const shares = { admins: [], orgUnits: [], players: [], otherPlayers: 0, owners: 2 }
  const { user } = open({
    [SHARES]: () => {
      if (fails) throw new Problem('internal')
      return shares
    },
  })
  await rowOf('Drill.pdf')
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }))
  await panel.findByText('We could not load who can see this.')
  fails = false
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByRole('region', { name: 'Who can see this' })).toBeVisible()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import LibraryTaskScreen from '#web/assignments/LibraryTaskScreen.tsx'
import { Problem } from '#shared/problems.ts'
import { detail, item, itemId } from '../academy/items.ts'
import { standInServer } from '../answering.tsx'
import { coachOf, organizationId, playersAndTeams } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { form } from './tasks.ts'

const server = standInServer()
const TASK = 'GET /rest-api/academy/task/form/{storageItemId}'
const NOTE = 'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}'
const opened = {
  path: '/academy/task/:type/:storageItemId',
  at: `/academy/task/form/${itemId('a')}`,
}
const answers = {
  'GET /api/v1/playersAndTeams': coachOf(),
  'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': detail(
    item('a', { name: 'Your week', type: 'FORM', fileMetadata: null }),
  ),
  [NOTE]: {},
} as const

it('notes a task of the library among the recent items of who reads it, once', async () => {
  server.answers({ ...answers, [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('How many runs?')
  await waitFor(() => expect(server.asked(NOTE)).toHaveLength(1))
  expect(server.asked(NOTE)[0]?.params).toMatchObject({ orgId: organizationId, storageItemId: itemId('a') })
})

it('notes none that could not be read', async () => {
  server.answers({
    ...answers,
    [TASK]: () => {
      throw new Problem('not_found')
    },
  })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByRole('button', { name: 'Try again' })
  expect(server.asked(NOTE)).toEqual([])
})

it('leads a family, who only reads it here, to where it is done', async () => {
  server.answers({ ...answers, 'GET /api/v1/playersAndTeams': playersAndTeams(), [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('To be read here. It is done under Assignments, once a coach gives it.')
  expect(screen.getByRole('link', { name: 'Assignments' }).getAttribute('href')).toBe(
    '/academy/assignment/organization',
  )
})

it('says nothing of that to a coach, who can give it', async () => {
  server.answers({ ...answers, [TASK]: { task: form, revision: 1 } })
  showInShell(<LibraryTaskScreen />, opened)
  await screen.findByText('How many runs?')
  expect(screen.queryByText(/^To be read here/)).toBeNull()
})

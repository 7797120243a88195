import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { maxAtOnce } from '#shared/rules/library.ts'
import StorageScreen from '#web/academy/StorageScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { otherAnswers, item, listing } from './items.ts'

const server = standInServer()
const LIST = 'GET /rest-api/academy/storage/organization/{orgId}'

it('moves and deletes at most fifty items at once, and says so', async () => {
  const many = Array.from({ length: maxAtOnce + 1 }, (_, i) => item(String(i).padStart(2, '0'), { name: `Drill ${i}` }))
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), ...otherAnswers, [LIST]: listing(many) })
  const path = '/academy/storage/:orgId/:teamId?/organization/:folderId?'
  const at = `/academy/storage/${organizationId}/organization`
  const { user } = showInShell(<StorageScreen />, { path, at })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all' }))
  const actions = () => {
    const chosen = within(screen.getByRole('group', { name: /chosen$/ }))
    return ['Move to…', 'Delete'].map((name) => chosen.getByRole('button', { name }))
  }
  for (const button of actions()) {
    expect(button).toHaveAccessibleDescription('You can move or delete up to 50 items at once.')
    await user.click(button)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /Drill 0$/ }))
  for (const button of actions()) expect(button).not.toHaveAttribute('aria-disabled')
})

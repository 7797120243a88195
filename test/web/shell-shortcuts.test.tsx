import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screenChunks, Selector, Shortcuts } from '#web/chunks.ts'
import { address, standInServer } from './fakeServer.tsx'
import { coachOf, organizationId as orgId, playerId, playersAndTeams, teamId, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
// Loads the chunks first, which is slow on a busy machine and not what is tested.
beforeAll(() => Promise.all([Selector.prefetch(), screenChunks.today.prefetch(), Shortcuts.prefetch()]))
beforeEach(() => {
  server.answers({
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
  })
})

/** Opens the product at an address and waits until it listens to keys. */
async function opened(at: string) {
  const shown = open(at)
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => {
    fireEvent.keyDown(document, { key: '?' })
    expect(document.querySelector('dialog')).not.toBeNull()
  })
  await shown.user.click(within(await dialog()).getByRole('button', { name: 'Close' }))
  return shown
}
const dialog = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
const listed = async () =>
  within(await dialog())
    .getAllByRole('term')
    .map(({ textContent }) => textContent)

describe('keyboard shortcuts', () => {
  test('are listed on ?, without those that lead nowhere for the user', async () => {
    const { user, unmount } = await opened('/today')
    await screen.findByRole('button', { name: 'U12 Falcons' })
    await user.keyboard('?')
    expect(await listed()).toEqual(['gt', 'gc', 's', '/', '?'])
    unmount()
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams() })
    const other = await opened('/today')
    await other.user.keyboard('?')
    expect(await listed()).toEqual(['gt', 's', '/', '?'])
  })

  test('open Today and the calendar by two keys in quick succession', async () => {
    const { user } = await opened('/today')
    await screen.findByRole('button', { name: 'U12 Falcons' })
    await user.keyboard('gc')
    await waitFor(() => expect(address()).toBe(`/${orgId}/${teamId}/calendar`))
    await user.keyboard('t')
    expect(address()).toBe(`/${orgId}/${teamId}/calendar`)
    await user.keyboard('gt')
    await waitFor(() => expect(address()).toBe('/today'))
  })

  test('open the calendar of a whole organization, and of a parent', async () => {
    const [club] = coachOf().organizations
    const organizations = club ? [{ ...club, orgAdmin: true }] : []
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams({ organizations }) })
    const { user, unmount } = await opened(`/${orgId}/calendar?view=month`)
    await screen.findByRole('button', { name: 'Riverside FC' })
    await user.keyboard('gc')
    await waitFor(() => expect(address()).toBe(`/${orgId}/calendar`))
    unmount()
    const following = [{ id: playerId('c'), name: 'Julián Quiñones', orgUnits: [] }]
    server.answers({
      'GET /api/v1/playersAndTeams': playersAndTeams({ following }),
      'GET /api/v1/playerEvents': { events: [] },
    })
    localStorage.removeItem('touchline.of.user-1.selection')
    const fan = await opened('/today')
    await screen.findByRole('button', { name: 'My Players' })
    await fan.user.keyboard('gc')
    await waitFor(() => expect(address()).toBe('/calendar'))
  })

  test('open the selector, and do nothing while it is open', async () => {
    const { user } = await opened('/today')
    await screen.findByRole('button', { name: 'U12 Falcons' })
    await user.keyboard('s')
    await screen.findByRole('dialog', { name: 'Players and teams' })
    await user.keyboard('gc?')
    expect(address()).toBe('/today')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  })

  test('are ignored while typing and with modifier keys', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams() })
    const { user } = await opened('/today')
    await user.click(await screen.findByRole('button', { name: 'Request access' }))
    await user.keyboard('gs?')
    expect(screen.getByRole('textbox', { name: "Coach's e-mail" })).toHaveValue('gs?')
    await user.click(document.body)
    await user.keyboard('{Control>}s{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('can be turned off, and on again from the account menu', async () => {
    const { user, unmount } = await opened('/today')
    await user.keyboard('?')
    await user.click(within(await dialog()).getByRole('checkbox', { name: 'Use these shortcuts' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Close' }))
    await user.keyboard('?s')
    expect(screen.queryByRole('dialog')).toBeNull()
    unmount()
    const again = open('/today')
    await again.user.click(await screen.findByRole('button', { name: 'Account' }))
    await again.user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await again.user.click(await screen.findByRole('button', { name: 'Keyboard shortcuts', hidden: true }))
    await again.user.click(within(await dialog()).getByRole('checkbox', { name: 'Use these shortcuts' }))
    await again.user.click(within(await dialog()).getByRole('button', { name: 'Close' }))
    await again.user.keyboard('?')
    await dialog()
  })

  test('are not offered on phones', async () => {
    open('/today', 'phone')
    await screen.findByText(/all caught up/)
    await vi.waitFor(() => expect(screen.queryByText('Keyboard shortcuts')).toBeNull())
    expect(document.querySelector('dialog')).toBeNull()
  })
})

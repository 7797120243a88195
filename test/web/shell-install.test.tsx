import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { standInServer } from './fakeServer.tsx'
import { playersAndTeams } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()

/** Dispatches the event with which a browser offers to install the app. */
function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return { event, prompt }
}
function openPlayers() {
  server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams() })
  return open('/players')
}
async function openMenu(user: ReturnType<typeof open>['user']) {
  await screen.findByRole('heading', { level: 1, name: 'Players' }, { timeout: 10_000 })
  await user.click(screen.getByRole('button', { name: /^Account/ }))
  await screen.findByText('Logout')
}
const item = () => screen.queryByRole('button', { name: 'Install Touchline', hidden: true })

test('the account menu offers installing the app where the browser does, and only there', async () => {
  const { user } = openPlayers()
  await openMenu(user)
  expect(item()).toBeNull()
  const { event, prompt } = offer()
  // Otherwise the browser would show its own banner over the page.
  expect(event.defaultPrevented).toBe(true)
  const install = item()
  expect(install).not.toBeNull()
  if (install) await user.click(install)
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(item()).toBeNull()
})

test('installing is not offered any more once the app is installed', async () => {
  const { user } = openPlayers()
  // The event fires before the menu is opened.
  offer()
  await openMenu(user)
  expect(item()).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(item()).toBeNull()
})

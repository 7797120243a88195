// apart: the configuration is read once per page, and screen tests share a page.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { names } from '#web/session/stored.ts'
import { address, standInServer } from './fakeServer.tsx'
import { playersAndTeams, profile, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()

beforeEach(() => {
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': playersAndTeams(),
  })
})

describe('the account menu', () => {
  test('shows the signed-in user and their links, with logout as a full page load', async () => {
    const { user } = open('/today')
    await user.click(await screen.findByRole('button', { name: 'Account of Ann Jean Jacques' }))
    expect(screen.getByText('ann@touchline.test')).not.toBeNull()
    await screen.findByText('Logout')
    expect(screen.getByText('Logout').closest('a')?.getAttribute('href')).toBe('/logout')
    // No links without a target, and no tour for a user who coaches no team.
    const menu = screen.getByText('Logout').closest('[popover]')
    expect([...(menu?.querySelectorAll('a, button') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'My Profile',
      'Notifications',
      'Calendar subscriptions',
      'Waivers & Agreements',
      'Create New Organization',
      'Keyboard shortcuts',
      'Logout',
    ])
  })

  test('links to the current support address, where the stage has one', async () => {
    const stage = { region: 'us-east-1', userPoolId: 'pool', userPoolClientId: 'client' }
    localStorage.setItem(names.config, JSON.stringify({ ...stage, supportEmail: 'old@touchline.test' }))
    const answer = vi.fn<typeof fetch>(async () => Response.json({ ...stage, supportEmail: 'help@touchline.test' }))
    const asked = globalThis.fetch
    vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) =>
      sent[0] === '/config.json' ? answer(...sent) : asked(...sent),
    )
    const { user } = open('/today')
    await user.click(await screen.findByRole('button', { name: 'Account of Ann Jean Jacques' }))
    await screen.findByText('Contact Us')
    await waitFor(() =>
      expect(screen.getByText('Contact Us').closest('a')).toHaveAttribute('href', 'mailto:help@touchline.test'),
    )
  })

  test('opens My Profile as a dialog, which Back closes and Forward reopens', async () => {
    const { user } = open('/today')
    await user.click(await screen.findByRole('button', { name: /^Account of/ }))
    await user.click(await screen.findByText('My Profile'))
    await screen.findByRole('dialog', { name: 'My Profile' })
    act(() => history.back())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/today')
    act(() => history.forward())
    await screen.findByRole('dialog', { name: 'My Profile' })
    expect(address()).toBe('/user/edit/user-1')
  })

  test('stays on the page beneath when the dialog’s Close is double-clicked', async () => {
    const { user } = open('/players')
    await user.click(await screen.findByRole('link', { name: /^Today/ }))
    await waitFor(() => expect(address()).toBe('/today'))
    await user.click(await screen.findByRole('button', { name: /^Account of/ }))
    await user.click(await screen.findByText('My Profile'))
    const dialog = await screen.findByRole('dialog', { name: 'My Profile' })
    await user.dblClick(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/today')
  })
})

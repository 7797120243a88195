// apart: the configuration is read once for a page, and tests of screens share one.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { names } from '#web/session/stored.ts'
import { address, standInServer } from './answering.tsx'
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

describe('the account', () => {
  test('shows who is signed in, and the way out by a full load', async () => {
    const { user } = open('/today')
    await user.click(await screen.findByRole('button', { name: 'Account of Ann Jean Jacques' }))
    expect(screen.getByText('ann@touchline.test')).not.toBeNull()
    await screen.findByText('Logout')
    expect(screen.getByText('Logout').closest('a')?.getAttribute('href')).toBe('/logout')
    // Nothing that leads nowhere yet, and no tour for who coaches nobody.
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

  test('offers to write to who helps, where the stage has such an address, as it is now', async () => {
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

  test('leads to My Profile over the page: Back closes it, and it is there again going forward', async () => {
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

  test('closed by a nervous finger it leaves the page beneath where it is', async () => {
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

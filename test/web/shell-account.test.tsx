import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { names } from '#web/session/stored.ts'
import { standInServer } from './answering.tsx'
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
    open('/today')
    await screen.findByRole('button', { name: 'Account of Ann Jean Jacques' })
    expect(screen.getByText('ann@touchline.test')).not.toBeNull()
    expect(screen.getByText('Logout').closest('a')?.getAttribute('href')).toBe('/logout')
    // Nothing that leads nowhere yet, and no tour for who coaches nobody.
    const menu = screen.getByText('Logout').closest('[popover]')
    expect([...(menu?.querySelectorAll('a, button') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'My Profile',
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
    expect((await screen.findByText('Contact Us')).closest('a')).toHaveAttribute('href', 'mailto:old@touchline.test')
    await user.click(screen.getByRole('button', { name: 'Account of Ann Jean Jacques' }))
    await waitFor(() =>
      expect(screen.getByText('Contact Us').closest('a')).toHaveAttribute('href', 'mailto:help@touchline.test'),
    )
  })
})

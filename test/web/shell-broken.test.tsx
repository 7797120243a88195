import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { standInServer } from './fakeServer.tsx'
import { playersAndTeams, profile } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const parent = playersAndTeams({ players: [{ id: 'o1.p1', name: 'Ana', orgUnits: [] }] })

test('a screen that throws shows an error message and keeps the navigation working', async () => {
  const loud = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.answers({
    'GET /api/v1/playersAndTeams': parent,
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': { todaysEvents: 7 } as never,
  })
  const { user } = open('/today')
  await screen.findByText('Something went wrong')
  await user.click(await within(screen.getByRole('navigation')).findByRole('link', { name: 'Players' }))
  await screen.findByRole('heading', { level: 1, name: 'Players' })
  expect(loud).toHaveBeenCalled()
  loud.mockRestore()
})

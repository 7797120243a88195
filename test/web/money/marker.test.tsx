import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { standInServer } from '../fakeServer.tsx'
import { person, playersAndTeams, profile, today } from '../people.ts'
import { open } from '../shell-open.tsx'

const server = standInServer()

it('shows the number of unpaid fees at the Payments link', async () => {
  const { id } = person('danley')
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({ players: [{ id, name: 'Danley Jean Jacques', orgUnits: [] }] }),
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': { ...today(), unpaidFeeCount: 1, unpaidLateFeeCount: 2 },
  })
  open('/today')
  const navigation = within(await screen.findByRole('navigation', { name: 'Main' }))
  const link = await navigation.findByRole('link', { name: 'Payments 3 fees to pay', hidden: true })
  expect(link).toHaveAttribute('href', '/payments')
})

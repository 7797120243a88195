import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import FirstStepsScreen from '#web/subscriptions/FirstStepsScreen.tsx'
import { standInServer } from '../answering.tsx'
import { adminOf, clubOf, organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const ADD = 'POST /rest-api/organization/add/team'

it('empties the name of a team that is added: to press again adds nothing twice', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canAddNewTeams']),
    'GET /api/v1/orgOverview/{orgId}': clubOf([], {
      permissions: ['canAddNewTeams'],
      licenses: { given: 3, used: 0, licensesRemaining: 3 },
    }),
    [ADD]: { id: teamId, licensesRemaining: 2 },
  })
  const { user } = showInShell(<FirstStepsScreen />, {
    path: '/:orgId/first-steps',
    at: `/${organizationId}/first-steps`,
  })
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name of the team/)
  await user.type(name, 'U10 Pikes')
  const add = screen.getByRole('button', { name: 'Add team' })
  await user.click(add)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Name of the team/).value).toBe(''))
  await user.click(add)
  await screen.findByText('Required.')
  expect(server.asked(ADD)).toHaveLength(1)
})

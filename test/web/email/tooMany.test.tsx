import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import WriteScreen from '#web/email/WriteScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { clubOf, organizationId, playersAndTeams } from '../people.ts'

const server = standInServer()

it('says that an email cannot go to more than 300 teams, before it is sent or saved', async () => {
  const ids = Array.from({ length: 301 }, (_, i) => `${organizationId}.t${String(i).padStart(11, '0')}`)
  // Only two are rendered, since hundreds of checkboxes take long.
  const teams = ids.slice(-2).map((id, i) => ({ id, name: ['Falcons', 'Otters'][i] ?? '', permissions: [] }))
  const club = { id: organizationId, name: 'Riverside FC', orgAdmin: true, teams }
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [
        { ...club, permissions: ['canSendMessages'], academyEnabled: false, customRegistrationEnabled: false },
      ],
    }),
    'GET /api/v1/orgOverview/{orgId}': clubOf(teams.map(({ id, name }) => [id, name])),
    'POST /rest-api/mail/team/recipients/{orgUnitId}': { recipients: [], without: [], timezone: 'America/Chicago' },
    'PUT /rest-api/mail/email/{emailId}': { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 },
    'GET /rest-api/mail/templates/{orgUnitId}': { templates: [] },
  })
  const { user } = showScreen(<WriteScreen />, {
    path: '/email-teams/:orgId',
    at: `/email-teams/${organizationId}?teams=${ids.join(',')}`,
  })
  const why = /^An email can go to at most 300 teams/
  // Beside the choice, and as the reason why the button is disabled.
  expect(await screen.findAllByText(why)).toHaveLength(2)
  expect(server.asked('POST /rest-api/mail/team/recipients/{orgUnitId}')).toEqual([])
  await user.click(await screen.findByRole('checkbox', { name: 'Otters' }))
  await screen.findAllByText(/^Nobody would get this email/)
  expect(screen.queryByText(why)).toBeNull()
})

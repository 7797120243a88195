import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, it } from 'vitest'
import { Snackbars } from '#web/kit/Snackbar.tsx'
import { GuardedRouter } from '#web/shell/GuardedRouter.tsx'
import EditTeamScreen from '#web/teams/EditTeamScreen.tsx'
import { standInServer } from './fakeServer.tsx'
import { coachOf, organizationId, teamId } from './people.ts'

/** After saving, the app navigates only if the form is still shown, not if the user has moved on during a slow request. */

const server = standInServer()
const edit = `/team/${teamId}/edit`

function open(saved: Promise<{ id: string }>) {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditTeam']),
    'GET /api/v1/team/{teamId}': {
      ...{ id: teamId, name: 'Curaçao', archived: false, dateArchived: null, isOrganization: false as const },
      ...{ isRosterVisible: true, season: '', color: '', sport: { name: 'Soccer', fieldLabel: 'Field' } },
      organization: { id: organizationId, name: 'World Cup 2026' },
      ...{ orgAdmins: [], players: [], myPlayers: [], permissions: ['canEditTeam'] },
    },
    'PUT /rest-api/teams/team/{teamId}': () => saved,
  })
  window.scrollTo = () => undefined
  history.replaceState(null, '', '/first')
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <GuardedRouter>
        <Link to={edit}>Edit</Link>
        <Link to="/elsewhere">Elsewhere</Link>
        <Snackbars closeLabel="Close" />
        <Routes>
          <Route path="/team/:teamId/edit" element={<EditTeamScreen />} />
          <Route path="*" element={null} />
        </Routes>
      </GuardedRouter>
    </SWRConfig>,
  )
  return userEvent.setup()
}
async function save(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('link', { name: 'Edit' }))
  await user.type(await screen.findByLabelText(/^Season/), '2027')
  await user.click(screen.getByRole('button', { name: 'Save' }))
}
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path))

it('navigates back to the previous screen', async () => {
  await save(open(Promise.resolve({ id: teamId })))
  await at('/first')
})

it('does not navigate when the user has moved to another screen meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<{ id: string }>()
  const user = open(promise)
  await save(user)
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await at('/elsewhere')
  resolve({ id: teamId })
  // The success message is shown on the current screen.
  await screen.findByText('Updated')
  // Back navigation is asynchronous.
  await new Promise((done) => setTimeout(done, 100))
  expect(location.pathname).toBe('/elsewhere')
})

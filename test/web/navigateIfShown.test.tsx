import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, it } from 'vitest'
import { Snackbars } from '#web/kit/Snackbar.tsx'
import { GuardedRouter } from '#web/shell/GuardedRouter.tsx'
import EditTeamScreen from '#web/teams/EditTeamScreen.tsx'
import { standInServer } from './answering.tsx'
import { coachOf, organizationId, teamId } from './people.ts'

/** What is saved leads on from its screen, and from no other to which somebody has gone while the line was slow. */

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

it('leads back to where one came from', async () => {
  await save(open(Promise.resolve({ id: teamId })))
  await at('/first')
})

it('leaves who has gone elsewhere meanwhile where they are', async () => {
  const { promise, resolve } = Promise.withResolvers<{ id: string }>()
  const user = open(promise)
  await save(user)
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await at('/elsewhere')
  resolve({ id: teamId })
  // That it is saved is said where they are by now.
  await screen.findByText('Updated')
  // A step back takes a moment.
  await new Promise((done) => setTimeout(done, 100))
  expect(location.pathname).toBe('/elsewhere')
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TeamNames } from '#web/teams/TeamNames.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'

const server = standInServer()

it('links the teams that the user may see, and only names the others', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf() })
  const elsewhere = `${organizationId}.t${'9'.repeat(11)}`
  showScreen(
    <p>
      <TeamNames
        teams={[
          { id: elsewhere, name: 'Otters' },
          { id: teamId, name: 'Falcons' },
        ]}
      />
    </p>,
  )
  const link = await screen.findByRole('link', { name: 'Falcons' })
  expect(link).toHaveAttribute('href', `/${organizationId}/${teamId}/teams`)
  expect(screen.getAllByRole('link')).toEqual([link])
  expect(link.parentElement).toHaveTextContent('Otters, Falcons')
})

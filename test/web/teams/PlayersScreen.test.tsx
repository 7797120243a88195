import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import PlayersScreen from '#web/teams/PlayersScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { playerId, playersAndTeams } from '../people.ts'

const server = standInServer()
const route = 'GET /api/v1/playersAndTeams'
const team = (name: string, dateArchived: string | null = null) => ({ name, isOrganization: false, dateArchived })
const club = { name: 'Riverside FC', isOrganization: true, dateArchived: null }

it('lists own and followed players with their teams', async () => {
  server.answers({
    [route]: playersAndTeams({
      players: [
        {
          id: playerId('a'),
          name: 'Danley Jean Jacques',
          orgUnits: [club, team('U12 Falcons'), team('U11', '2026-06-30')],
        },
        { id: playerId('c'), name: 'Julián Quiñones', orgUnits: [club] },
      ],
      following: [{ id: playerId('b'), name: 'Roshon van Eijma', orgUnits: [team('Curaçao')] }],
    }),
  })
  showScreen(<PlayersScreen />)
  const own = within(await screen.findByRole('region', { name: 'My Players' })).getAllByRole('listitem')
  expect(own.map(({ children }) => [...(children[1]?.childNodes ?? [])].map((each) => each.textContent))).toEqual([
    ['Danley Jean Jacques', 'U12 Falcons, U11 (archived)'],
    ['Julián Quiñones', 'No Team Assigned'],
  ])
  const followed = screen.getByRole('region', { name: 'Players I Follow' })
  expect(within(followed).getByRole('button', { name: 'Stop following Roshon van Eijma' })).toBeVisible()
})

it('lets a follower stop following a player after confirmation', async () => {
  const following = [{ id: playerId('b'), name: 'Roshon van Eijma', orgUnits: [team('Curaçao')] }]
  server.answers({ [route]: playersAndTeams({ following }), 'POST /rest-api/families/leave': {} })
  const { user } = showScreen(<PlayersScreen />)
  await user.click(await screen.findByRole('button', { name: 'Stop following Roshon van Eijma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop following Roshon van Eijma?' }))
  server.answers({ [route]: playersAndTeams() })
  await user.click(dialog.getByRole('button', { name: 'Stop following' }))
  await screen.findByText('No players yet')
  expect(server.asked('POST /rest-api/families/leave').map(({ body }) => body)).toEqual([{ playerId: playerId('b') }])
})

it('shows an empty state with a link to request access', async () => {
  server.answers({ [route]: playersAndTeams() })
  showScreen(<PlayersScreen />)
  await screen.findByText('No players yet')
  expect(screen.getByRole('link', { name: 'Ask a coach for access' })).toHaveAttribute('href', '/today')
  expect(screen.queryByRole('region')).toBeNull()
})

it('shows a load error and can be retried', async () => {
  let broken = true
  server.answers({
    [route]: () => {
      if (broken) throw new Problem('busy')
      return playersAndTeams()
    },
  })
  const { user } = showScreen(<PlayersScreen />)
  expect(screen.getByText('Loading players')).toBeDefined()
  await screen.findByText('We could not load your players.')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No players yet')
})

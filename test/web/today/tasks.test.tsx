import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { playerId, playersAndTeams, today } from '../people.ts'

const server = standInServer()

it('shows the number of each player’s open tasks, with a link to them', async () => {
  const [mia, noa] = [playerId('mia'), playerId('noa')]
  server.answers({
    'GET /api/v1/today': {
      ...today(),
      dueTasks: [
        { playerId: mia, count: 2 },
        { playerId: noa, count: 1 },
      ],
    },
    'GET /api/v1/playersAndTeams': playersAndTeams({
      players: [
        { id: mia, name: 'Mia Moreno', orgUnits: [] },
        { id: noa, name: 'Noa Moreno', orgUnits: [] },
      ],
    }),
  })
  showScreen(<TodayScreen />)
  const tasksOf = (player: string) => expect.stringMatching(new RegExp(`/player/${player}$`))
  expect((await screen.findByRole('link', { name: 'Mia Moreno: 2 tasks to do' })).getAttribute('href')).toEqual(
    tasksOf(mia),
  )
  expect(screen.getByRole('link', { name: 'Noa Moreno: 1 task to do' }).getAttribute('href')).toEqual(tasksOf(noa))
})

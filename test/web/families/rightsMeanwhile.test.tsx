import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { person } from '../people.ts'

const READ = 'GET /rest-api/families/player/{playerId}'
const RIGHTS = 'PUT /rest-api/families/player/{playerId}/rights'
const server = standInServer()
const player = person('danley')
type Family = AnswerOf<typeof READ>

const withPat = (lacks: Family['people'][number]['lacks']): Family => ({
  ...{ player, manages: true, invitations: [], contacts: [] },
  people: [
    {
      ...{ userId: 'user-2', name: 'Pat Kim', avatarUrl: null, relation: 'own', email: null, isYou: false },
      ...{ hidden: false, isPlayers: false, mayRemove: true, lacks },
    },
  ],
})

it('rejects rights based on a stale state, shows the current ones and gives none back', async () => {
  server.answers({
    [READ]: withPat([]),
    [RIGHTS]: () => {
      throw new Problem('conflict')
    },
  })
  const { user } = showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
  const pays = await screen.findByRole('switch', { name: 'Sees and pays fees' })
  server.answers({ [READ]: withPat(['sees']) })
  await user.click(pays)
  await screen.findByText(/Someone changed this at the same time\. Please try again\.$/)
  await waitFor(() =>
    expect(screen.getAllByRole('switch').map((each) => (each as HTMLInputElement).checked)).toEqual([
      true,
      true,
      false,
    ]),
  )
  server.answers({ [RIGHTS]: {} })
  await user.click(pays)
  await screen.findByText('Rights saved.')
  // A reload still returns the state before; the next change is based on what was saved.
  await user.click(screen.getByRole('switch', { name: 'Answers for the player' }))
  await waitFor(() => expect(server.asked(RIGHTS)).toHaveLength(3))
  expect(server.asked(RIGHTS).map(({ body }) => body)).toEqual([
    { userId: 'user-2', lacks: ['pays'], before: [] },
    { userId: 'user-2', lacks: ['sees', 'pays'], before: ['sees'] },
    { userId: 'user-2', lacks: ['sees', 'pays', 'answers'], before: ['sees', 'pays'] },
  ])
})

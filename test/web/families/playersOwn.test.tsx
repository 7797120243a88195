import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { adminOf, coachOf, person } from '../people.ts'

const UNMARK = 'DELETE /rest-api/chat/player-account/{playerId}'
const server = standInServer()
const player = person('danley')
const open = (own: ReturnType<typeof coachOf>) => {
  server.answers({
    'GET /api/v1/playersAndTeams': own,
    'GET /rest-api/families/player/{playerId}': {
      ...{ player, manages: true, invitations: [], contacts: [] },
      people: [
        {
          ...{ userId: 'pat', name: 'Pat Kim', avatarUrl: null, relation: 'own', email: null, isYou: false },
          ...{ isPlayers: true, hidden: false, mayRemove: true, lacks: [] },
        },
      ],
    },
    [UNMARK]: {},
  })
  return show(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
}
const button = { name: 'This is not a child’s account Pat Kim' }

it('who edits the players of the club says that an account is not the child’s, after a question', async () => {
  const { user } = open(adminOf(['canEditPlayers']))
  expect(await screen.findByText('The player’s own account')).toBeVisible()
  await user.click(await screen.findByRole('button', button))
  const question = await screen.findByRole('dialog', { name: 'Is Pat Kim a grown-up?' })
  expect(server.asked(UNMARK)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'It is not a child’s' }))
  await waitFor(() =>
    expect(server.asked(UNMARK)).toMatchObject([{ params: { playerId: player.id }, query: { userId: 'pat' } }]),
  )
})

it('who coaches the player does not', async () => {
  open(coachOf())
  expect(await screen.findByText('The player’s own account')).toBeVisible()
  await screen.findByRole('button', { name: 'Take access away Pat Kim' })
  expect(screen.queryByRole('button', button)).toBeNull()
})

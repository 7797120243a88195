import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { adminOf, coachOf, person } from '../people.ts'

const UNMARK = 'DELETE /rest-api/chat/player-account/{playerId}'
const MARK = 'PUT /rest-api/chat/player-account/{playerId}'
const server = standInServer()
const player = person('danley')
const member: AnswerOf<'GET /rest-api/families/player/{playerId}'>['people'][number] = {
  ...{ userId: 'pat', name: 'Pat Kim', avatarUrl: null, relation: 'own', email: null, isYou: false },
  ...{ isPlayers: true, hidden: false, mayRemove: true, lacks: [] },
}
type Changes = { isPlayers?: boolean; relation?: 'own' | 'following' }
const open = (
  own: ReturnType<typeof coachOf>,
  changes: Changes = {},
  others: { isYou: true; userId: string }[] = [],
) => {
  server.answers({
    'GET /api/v1/playersAndTeams': own,
    'GET /rest-api/families/player/{playerId}': {
      ...{ player, manages: true, invitations: [], contacts: [] },
      people: [{ ...member, ...changes }, ...others.map((each) => ({ ...member, isPlayers: false, ...each }))],
    },
    [UNMARK]: {},
    [MARK]: {},
  })
  return showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
}
const button = { name: 'This is not a child’s account Pat Kim' }
const isPlayers = { name: 'This is the player’s own account Pat Kim' }
const ready = () => screen.findByRole('button', { name: 'Remove access Pat Kim' })

it('an editor of the club’s players can unmark a child’s account, after confirmation', async () => {
  const { user } = open(adminOf(['canEditPlayers']))
  expect(await screen.findByText('The player’s own account')).toBeVisible()
  await user.click(await screen.findByRole('button', button))
  const question = await screen.findByRole('dialog', { name: 'Is Pat Kim an adult?' })
  expect(server.asked(UNMARK)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Not a child’s account' }))
  await waitFor(() =>
    expect(server.asked(UNMARK)).toMatchObject([{ params: { playerId: player.id }, query: { userId: 'pat' } }]),
  )
})

it('a coach cannot unmark a child’s account', async () => {
  open(coachOf())
  expect(await screen.findByText('The player’s own account')).toBeVisible()
  await ready()
  expect(screen.queryByRole('button', button)).toBeNull()
})

it('an editor of the club’s players can mark a player’s own account, after a warning of its limits', async () => {
  const { user } = open(adminOf(['canEditPlayers']), { isPlayers: false })
  await user.click(await screen.findByRole('button', isPlayers))
  const question = await screen.findByRole('dialog', { name: `Is this ${player.firstName}’s own account?` })
  expect(question.textContent).toContain('Pat Kim’s account is a child’s account: it cannot pay')
  expect(server.asked(MARK)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'It is the player’s own' }))
  await waitFor(() =>
    expect(server.asked(MARK)).toMatchObject([{ params: { playerId: player.id }, body: { userId: 'pat' } }]),
  )
})

it('marking an account that has acted as a guardian is rejected with a reason', async () => {
  const { user } = open(adminOf(['canEditPlayers']), { isPlayers: false })
  server.answers({
    [MARK]: () => {
      throw new Problem('account_of_guardian')
    },
  })
  await user.click(await screen.findByRole('button', isPlayers))
  const question = await screen.findByRole('dialog')
  await user.click(within(question).getByRole('button', { name: 'It is the player’s own' }))
  expect(await screen.findByText(/has already acted as a parent or guardian/)).toBeVisible()
})

it.each<[string, ReturnType<typeof coachOf>, Changes, { isYou: true; userId: string }[]]>([
  ['a coach of the player', coachOf(), {}, []],
  ['an administrator who is family themselves', adminOf(['canEditPlayers']), {}, [{ isYou: true, userId: 'me' }]],
  ['an administrator seeing a follower’s account', adminOf(['canEditPlayers']), { relation: 'following' }, []],
])('%s cannot mark the account', async (_who, own, changes, others) => {
  open(own, { isPlayers: false, ...changes }, others)
  await ready()
  expect(screen.queryByRole('button', isPlayers)).toBeNull()
})

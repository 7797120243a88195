import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChildAccount } from '#web/chat/ChildAccount.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { participant, participants } from './talk.ts'

const MARK = 'PUT /rest-api/chat/player-account/{playerId}'
const server = standInServer()
const mia = { id: `${organizationId}.p0000000000a`, name: 'Mia' }

it('says what an account loses before it becomes a child’s account', async () => {
  server.answers({
    'GET /rest-api/chat-user/available-participants/players': participants(participant('pat', 'Pat Kim')),
    [MARK]: {},
  })
  const { user } = showScreen(<ChildAccount players={[mia]} close={() => {}} />)
  await user.click(await screen.findByRole('radio', { name: /Pat Kim/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('dialog', { name: 'Is this Mia’s own account?' })
  expect(question.textContent).toContain('Pat Kim’s account becomes a child’s account: it cannot pay')
  expect(server.asked(MARK)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'It is the child’s own' }))
  await waitFor(() => expect(server.asked(MARK)).toMatchObject([{ body: { userId: 'pat' } }]))
})

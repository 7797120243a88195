import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'

const server = standInServer()
const player = { id: `${organizationId}.p00000000001`, firstName: 'Mia', lastName: 'Moreno' }

it('says that an email does not accept mail and what else can be done, until the next invitation', async () => {
  server.answers({
    'GET /rest-api/families/player/{playerId}': { player, manages: true, people: [], invitations: [], contacts: [] },
    'POST /rest-api/families/player/{playerId}/invite': ({ body }) =>
      (body as { name: string }).name === 'Gran' ? { noMail: true } : {},
  })
  const { user } = showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
  const form = within(await screen.findByRole('region', { name: 'Invite someone' }))
  async function send(name: string, email: string) {
    await user.type(form.getByRole('textbox', { name: /Name/ }), name)
    await user.type(form.getByRole('textbox', { name: /E-mail/ }), email)
    await user.click(form.getByRole('button', { name: 'Send invitation' }))
  }
  await send('Gran', 'gran@home.example')
  const said = await form.findByText(/^Not invited: gran@home\.example does not accept email/)
  expect(said).toHaveTextContent('choose “Request access” on Today')
  expect(screen.queryByText(/on its way/)).toBeNull()
  await send('Ana', 'ana@home.example')
  expect(await screen.findByText('An invitation is on its way to ana@home.example.')).toBeVisible()
  expect(form.queryByText(/does not accept email/)).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { organizationId } from '../people.ts'

const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const READ = 'GET /rest-api/families/player/{playerId}'
const server = standInServer()
const player = { id: `${organizationId}.p00000000001`, firstName: 'Mia', lastName: 'Moreno' }

it('says that another address was invited before, where that reply was lost; what is typed goes out as one of its own', async () => {
  let sent = 0
  server.answers({
    [READ]: { player, manages: true, people: [], invitations: [], contacts: [] },
    [INVITE]: () => {
      sent += 1
      if (sent < 3) throw new Problem(sent === 1 ? 'busy' : 'saved_before')
      return {}
    },
  })
  const { user } = show(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
  const form = within(await screen.findByRole('region', { name: 'Invite somebody' }))
  const address = form.getByRole('textbox', { name: /E-mail/ })
  const button = () => form.getByRole('button', { name: 'Send invitation' })
  const send = async (times: number) => {
    await user.click(button())
    await waitFor(() => expect(server.asked(INVITE)).toHaveLength(times))
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
  }
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Gran')
  await user.type(address, 'grna@home.example')
  await send(1)
  await user.clear(address)
  await user.type(address, 'gran@home.example')
  const read = server.asked(READ).length
  await send(2)
  expect(await screen.findByText(/^This was saved before, as you had sent it first\./)).toBeVisible()
  expect(screen.queryByText(/on its way/)).toBeNull()
  await waitFor(() => expect(server.asked(READ).length).toBeGreaterThan(read))
  expect(address).toHaveValue('gran@home.example')
  await send(3)
  expect(await screen.findByText('An invitation is on its way to gran@home.example.')).toBeVisible()
  const ids = server.asked(INVITE).map(({ body }) => (body as { invitationId: string }).invitationId)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

it('mails an invitation again as it was, by a new one in place of it, and once though a reply was lost', async () => {
  const WITHDRAW = 'POST /rest-api/families/player/{playerId}/withdraw'
  const ana = { name: 'Ana', email: 'ana@home.example', relation: 'own' as const }
  const invited = { ...ana, id: 'a'.repeat(32), invitedAt: '2026-11-20T18:00:00Z', also: [] }
  let sent = 0
  server.answers({
    [READ]: {
      ...{ player, manages: true, people: [], contacts: [] },
      invitations: [invited],
    },
    [INVITE]: () => {
      sent += 1
      if (sent === 1) throw new Problem('busy')
      return {}
    },
    [WITHDRAW]: {},
  })
  const { user } = show(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
  const again = await screen.findByRole('button', { name: 'Send again Ana' })
  await user.click(again)
  await waitFor(() => expect(server.asked(INVITE)).toHaveLength(1))
  await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'))
  expect(server.asked(WITHDRAW)).toEqual([])
  await user.click(again)
  expect(await screen.findByText('An invitation is on its way to ana@home.example.')).toBeVisible()
  const [first, second] = server.asked(INVITE).map(({ body }) => body)
  expect(first).toEqual({
    ...{ name: 'Ana', email: 'ana@home.example', relation: 'own' },
    invitationId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  })
  expect(second).toEqual(first)
  expect(server.asked(WITHDRAW).map(({ body }) => body)).toEqual([{ invitationId: invited.id }])
})

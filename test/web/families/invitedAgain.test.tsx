import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import FamilyScreen from '#web/families/FamilyScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'

const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const READ = 'GET /rest-api/families/player/{playerId}'
const server = standInServer()
const player = { id: `${organizationId}.p00000000001`, firstName: 'Mia', lastName: 'Moreno' }

it('says that another email was invited before its response was lost, and sends the new one separately', async () => {
  let sent = 0
  server.answers({
    [READ]: { player, manages: true, people: [], invitations: [], contacts: [] },
    [INVITE]: () => {
      sent += 1
      if (sent < 3) throw new Problem(sent === 1 ? 'busy' : 'saved_before')
      return {}
    },
  })
  const { user } = showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
  const form = within(await screen.findByRole('region', { name: 'Invite someone' }))
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
  expect(await screen.findByText(/^This has already been saved the way you first sent it\./)).toBeVisible()
  expect(screen.queryByText(/on its way/)).toBeNull()
  await waitFor(() => expect(server.asked(READ).length).toBeGreaterThan(read))
  expect(address).toHaveValue('gran@home.example')
  await send(3)
  expect(await screen.findByText('An invitation is on its way to gran@home.example.')).toBeVisible()
  const ids = server.asked(INVITE).map(({ body }) => (body as { invitationId: string }).invitationId)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

describe('resending an invitation', () => {
  const ana = { name: 'Ana', email: 'ana@home.example', relation: 'own' as const }
  const invited = { ...ana, id: 'a'.repeat(32), invitedAt: '2026-11-20T18:00:00Z', also: [] }
  /** Opens the family page and resends; the first request fails with this code. */
  async function failsFirst(code: 'busy' | 'invitation_gone') {
    let sent = 0
    server.answers({
      [READ]: { ...{ player, manages: true, people: [], contacts: [] }, invitations: [invited] },
      [INVITE]: () => {
        sent += 1
        if (sent === 1) throw new Problem(code)
        return {}
      },
    })
    const { user } = showScreen(<FamilyScreen />, { path: '/family/:playerId', at: `/family/${player.id}` })
    const again = await screen.findByRole('button', { name: 'Send again Ana' })
    await user.click(again)
    await waitFor(() => expect(server.asked(INVITE)).toHaveLength(1))
    await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'))
    return { user, again }
  }

  it.each(['Send again Ana', 'Try again'])(
    'retries a failed request with the same id and replacement: %s',
    async (name) => {
      const { user } = await failsFirst('busy')
      await user.click(await screen.findByRole('button', { name }))
      expect(await screen.findByText('An invitation is on its way to ana@home.example.')).toBeVisible()
      const [first, second] = server.asked(INVITE).map(({ body }) => body)
      expect(first).toEqual({
        ...ana,
        invitationId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        replaces: invited.id,
      })
      expect(second).toEqual(first)
    },
  )

  it('that was accepted meanwhile shows an error and reloads the family', async () => {
    await failsFirst('invitation_gone')
    expect(await screen.findByText(/^This could not be saved\. This invitation is no longer valid/)).toBeVisible()
    await waitFor(() => expect(server.asked(READ)).toHaveLength(2))
  })
})

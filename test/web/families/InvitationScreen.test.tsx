import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import InvitationScreen from '#web/families/InvitationScreen.tsx'
import { address, showScreen, standInServer } from '../fakeServer.tsx'

const OPEN = 'POST /rest-api/families/invitation/read'
const ACCEPT = 'POST /rest-api/families/invitation/accept'
const server = standInServer()

const invitation: AnswerOf<typeof OPEN> = {
  themselves: false,
  player: { firstName: 'Mia' },
  also: ['Leo'],
  club: 'Springfield FC',
  relation: 'own',
  state: 'open',
}
function openLink() {
  history.replaceState(null, '', '/invitation#the.token')
  return showScreen(<InvitationScreen />, { path: '/invitation', at: '/invitation#the.token' })
}

it('accepts an invitation by one button, and opens the players', async () => {
  server.answers({ [OPEN]: invitation, [ACCEPT]: { ...invitation, state: 'accepted' } })
  const { user } = openLink()
  await screen.findByRole('heading', { name: 'You are invited to join Mia’s family' })
  expect(screen.getByText('This also makes you family of Leo.')).toBeVisible()
  expect(location.hash).toBe('')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(address()).toBe('/players'))
  expect(server.asked(ACCEPT)[0]?.body).toEqual({ token: 'the.token' })
})

it('does not mention a family to a player who is invited themselves', async () => {
  server.answers({ [OPEN]: { ...invitation, also: [], themselves: true } })
  openLink()
  await screen.findByRole('heading', { name: 'This invitation is for you, Mia' })
  expect(document.body).toHaveTextContent('answer whether you are coming')
  expect(document.body).not.toHaveTextContent(/family/i)
})

it('shows which account accepts, and offers to use another one', async () => {
  const frida = { id: 'user-1', username: 'frida@home.example', firstName: 'Frida', lastName: 'Kim' }
  const profile = { ...frida, fullName: 'Frida Kim', roles: [], avatarUrl: null }
  server.answers({ [OPEN]: invitation, 'GET /rest-api/users/profile': profile })
  const { user } = openLink()
  expect(await screen.findByText('You are accepting as Frida Kim, frida@home.example.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Use a different account' }))
  await waitFor(() => expect(address()).toBe('/logout?redirectUri=%2Finvitation'))
  expect(sessionStorage.getItem('touchline.invitation')).toBe('the.token')
  sessionStorage.clear()
})

it('sends a visitor to sign in, and keeps the invitation until they return', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: invitation })
  const { user } = openLink()
  await user.click(await screen.findByRole('button', { name: 'Sign in or sign up to accept' }))
  await waitFor(() => expect(address()).toBe('/login?redirectUri=%2Finvitation'))
  expect(sessionStorage.getItem('touchline.invitation')).toBe('the.token')
  sessionStorage.clear()
})

it('replaces an invitation by another one opened in the same tab', async () => {
  server.answers({ [OPEN]: { ...invitation, state: 'accepted' } })
  openLink()
  await screen.findByText('This invitation has already been accepted.')
  server.answers({ [OPEN]: { ...invitation, player: { firstName: 'Noa' } } })
  location.hash = '#another.token'
  await screen.findByRole('heading', { name: 'You are invited to join Noa’s family' })
  expect(server.asked(OPEN).at(-1)?.body).toEqual({ token: 'another.token' })
  expect(location.hash).toBe('')
  sessionStorage.clear()
})

it('restores the invitation after a reload until it is accepted', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: invitation })
  const { unmount } = openLink()
  await screen.findByRole('heading', { name: 'You are invited to join Mia’s family' })
  unmount()
  expect(location.hash).toBe('')
  showScreen(<InvitationScreen />, { path: '/invitation' })
  expect(await screen.findByRole('heading', { name: 'You are invited to join Mia’s family' })).toBeVisible()
  expect(server.asked(OPEN).at(-1)?.body).toEqual({ token: 'the.token' })
  sessionStorage.clear()
})

it.each([
  ['link_altered', 'This link is incomplete. Open it from the email again.'],
  ['link_expired', 'This invitation has expired. Ask the sender for a new one.'],
] as const)('explains %s for an invitation', async (code, said) => {
  server.answers({
    [OPEN]: () => {
      throw new Problem(code)
    },
  })
  openLink()
  expect(await screen.findByText(said)).toBeVisible()
  // A retry would have the same result.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  sessionStorage.clear()
})

it('says that another account has accepted the invitation', async () => {
  server.answers({
    [OPEN]: invitation,
    [ACCEPT]: () => {
      throw new Problem('link_used')
    },
  })
  const { user } = openLink()
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByText(/^Someone has accepted this invitation with another account/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  sessionStorage.clear()
})

it('says why an invitation is no longer valid', async () => {
  server.answers({
    [OPEN]: () => {
      throw new Problem('invitation_gone')
    },
  })
  openLink()
  expect(
    await screen.findByText(
      'This invitation is no longer valid: it was withdrawn, or its sender may no longer invite people. Ask for a new one.',
    ),
  ).toBeDefined()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import InvitationScreen from '#web/families/InvitationScreen.tsx'
import { address, show, standInServer } from '../answering.tsx'

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
  return show(<InvitationScreen />, { path: '/invitation', at: '/invitation#the.token' })
}

it('accepts an invitation by one button, and leads to the player', async () => {
  server.answers({ [OPEN]: invitation, [ACCEPT]: { ...invitation, state: 'accepted' } })
  const { user } = openLink()
  await screen.findByRole('heading', { name: 'You are invited to join Mia’s family' })
  expect(screen.getByText('This also makes you family of Leo.')).toBeVisible()
  expect(location.hash).toBe('')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(address()).toBe('/players'))
  expect(server.asked(ACCEPT)[0]?.body).toEqual({ token: 'the.token' })
})

it('speaks to a player who is invited themselves of no family', async () => {
  server.answers({ [OPEN]: { ...invitation, also: [], themselves: true } })
  openLink()
  await screen.findByRole('heading', { name: 'This invitation is for you, Mia' })
  expect(document.body).toHaveTextContent('answer whether you are coming')
  expect(document.body).not.toHaveTextContent(/family/i)
})

it('says with which account an invitation is accepted, and lets one take another', async () => {
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

it('leads strangers to sign in, and keeps the invitation until they come back', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: invitation })
  const { user } = openLink()
  await user.click(await screen.findByRole('button', { name: 'Sign in or sign up to accept' }))
  await waitFor(() => expect(address()).toBe('/login?redirectUri=%2Finvitation'))
  expect(sessionStorage.getItem('touchline.invitation')).toBe('the.token')
  sessionStorage.clear()
})

it('shows the invitation whose link is opened in the same tab after another', async () => {
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

it('finds the invitation again when the page is loaded anew before it is accepted', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: invitation })
  const { unmount } = openLink()
  await screen.findByRole('heading', { name: 'You are invited to join Mia’s family' })
  unmount()
  expect(location.hash).toBe('')
  show(<InvitationScreen />, { path: '/invitation' })
  expect(await screen.findByRole('heading', { name: 'You are invited to join Mia’s family' })).toBeVisible()
  expect(server.asked(OPEN).at(-1)?.body).toEqual({ token: 'the.token' })
  sessionStorage.clear()
})

it.each([
  ['link_altered', 'This link is incomplete. Open it from the email again.'],
  ['link_expired', 'This invitation has expired. Ask the sender for a new one.'],
] as const)('says of an invitation, and not of an answer, what %s means', async (code, said) => {
  server.answers({
    [OPEN]: () => {
      throw new Problem(code)
    },
  })
  openLink()
  expect(await screen.findByText(said)).toBeVisible()
  // It would say the same again.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  sessionStorage.clear()
})

it('says that another account has taken up an invitation', async () => {
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

it('says why an invitation does nothing any more', async () => {
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

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { startImpersonation, clearImpersonation, stopImpersonation } from '#web/session/impersonation.ts'
import { addRecent } from '#web/shell/recents.ts'
import { clearImpersonatedUsers, signedInUser } from '#web/session/tokens.ts'
import { ImpersonationBanner } from '#web/shell/ImpersonationBanner.tsx'
import { AccountItems } from '#web/shell/AccountItems.tsx'
import UserScreen from '#web/staff/UserScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { profile } from '../people.ts'

// These leave the page, which jsdom cannot do.
vi.mock(import('#web/session/impersonation.ts'), async (real) => ({
  ...(await real()),
  startImpersonation: vi.fn<() => void>(),
  stopImpersonation: vi.fn<() => void>(),
}))

const server = standInServer()
const cookie = `user-2.${Date.parse('2026-11-21T19:00:00Z') / 1000}`
const act = () => {
  document.cookie = `__Host-touchline-in-place=${cookie}; Path=/; Secure`
}
afterEach(() => {
  clearImpersonation()
  vi.mocked(startImpersonation).mockClear()
  vi.mocked(stopImpersonation).mockClear()
})

it('starts acting on behalf of a user with a reason, and lists earlier uses', async () => {
  server.answers({
    'GET /rest-api/users/profile': { ...profile(), roles: ['ROLE_ADMIN'] },
    'GET /rest-api/staff/user/{userId}': {
      user: { id: 'user-2', name: 'Paula Moreno', email: 'paula@family.example' },
      clubs: [],
      players: 2,
      following: 0,
      sessions: { disabled: false, endedAt: null },
      actions: [
        { id: 'a', when: '2026-11-20T18:00:00.000Z', act: 'ended', who: 'Stella Staff', reason: 'Lost the telephone.' },
      ],
    },
    // The response sets the cookies, so from then on the other user is signed in.
    'POST /rest-api/staff/user/{userId}/in-place': () => {
      act()
      return { ends: '2026-11-21T19:00:00.000Z' }
    },
  })
  const { user } = showScreen(<UserScreen />, { path: '/admin/user/:userId', at: '/admin/user/user-2' })
  const done = within(await screen.findByLabelText('Staff actions'))
  expect(done.getByText(/Stella Staff/).textContent).toMatch(/Signed out everywhere · Stella Staff · .*11\/20\/2026/)
  done.getByText('Lost the telephone.')
  await user.click(screen.getByRole('button', { name: 'Act on their behalf' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Act on this person’s behalf?' }))
  await user.click(dialog.getByRole('button', { name: 'Act on their behalf' }))
  expect(startImpersonation).not.toHaveBeenCalled()
  await user.type(dialog.getByLabelText(/^Reason/), 'They asked by telephone.')
  await user.click(dialog.getByRole('button', { name: 'Act on their behalf' }))
  await waitFor(() => expect(startImpersonation).toHaveBeenCalledOnce())
})

it('stores data as the other user, and deletes it at the end', () => {
  expect(signedInUser()).toBe('user-1')
  act()
  expect(signedInUser()).toBe('user-2')
  localStorage.setItem('touchline.of.user-2.answer.x', 'theirs')
  localStorage.setItem('touchline.of.user-22', 'another’s')
  clearImpersonation()
  expect(signedInUser()).toBe('user-1')
  expect(localStorage.getItem('touchline.of.user-2.answer.x')).toBeNull()
  expect(localStorage.getItem('touchline.of.user-22')).toBe('another’s')
})

it('deletes the other user’s data at the next start after the browser was closed', () => {
  act()
  addRecent('user-2', { orgId: 'o1' })
  localStorage.setItem('touchline.of.user-2.answer.x', 'theirs')
  localStorage.setItem('touchline.of.user-1.answer.x', 'one’s own')
  clearImpersonatedUsers()
  expect(localStorage.getItem('touchline.of.user-2.answer.x')).toBe('theirs')
  // The session cookie is gone.
  document.cookie = '__Host-touchline-in-place=; Path=/; Secure; Max-Age=0'
  clearImpersonatedUsers()
  expect(Object.keys(localStorage).filter((name) => name.includes('user-2'))).toEqual([])
  expect(localStorage.getItem('touchline.of.user-1.answer.x')).toBe('one’s own')
})

it('shows a banner with name and end time on every screen, and stops on request', async () => {
  act()
  server.answers({
    'GET /rest-api/users/profile': { ...profile('Paula', 'Moreno'), id: 'user-2' },
    'POST /rest-api/session/in-place/stop': () => {
      clearImpersonation()
      return {}
    },
  })
  const { user } = showScreen(<ImpersonationBanner cookie={cookie} />, { path: '/', at: '/' })
  await screen.findByText(/on behalf of Paula Moreno until 1:00\sPM/)
  await user.click(screen.getByRole('button', { name: 'Stop Impersonating' }))
  await waitFor(() => expect(stopImpersonation).toHaveBeenCalledOnce())
  expect(server.asked('POST /rest-api/session/in-place/stop')).toHaveLength(1)
})

it('shows no name before it has loaded', async () => {
  act()
  server.answers({ 'GET /rest-api/users/profile': () => new Promise(() => undefined) })
  showScreen(<ImpersonationBanner cookie={cookie} />, { path: '/', at: '/' })
  expect(await screen.findByText(/on behalf of someone else until 1:00\sPM/)).toBeVisible()
})

it('stops when the server says that it is over', async () => {
  act()
  server.answers({
    'GET /rest-api/users/profile': () => {
      throw new Problem('in_place_over')
    },
  })
  showScreen(<ImpersonationBanner cookie={cookie} />, { path: '/', at: '/' })
  await waitFor(() => expect(stopImpersonation).toHaveBeenCalled())
})

it('has an entry in the account menu only while acting on behalf of a user', async () => {
  const menu = <AccountItems userId="user-1" close={() => undefined} startTour={undefined} showShortcuts={undefined} />
  server.answers({ 'GET /rest-api/users/profile': profile() })
  const { unmount } = showScreen(menu, { path: '/', at: '/' })
  await screen.findByRole('link', { name: 'Logout' })
  expect(screen.queryByRole('button', { name: 'Stop Impersonating' })).toBeNull()
  unmount()
  act()
  showScreen(menu, { path: '/', at: '/' })
  await screen.findByRole('button', { name: 'Stop Impersonating' })
})

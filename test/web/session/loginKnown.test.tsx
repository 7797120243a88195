// apart: the configuration is read once per page
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import LoginScreen from '#web/session/LoginScreen.tsx'
import { address, showScreen, standInServer } from '../fakeServer.tsx'

standInServer()
beforeEach(() => {
  localStorage.clear()
  const asked = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) =>
    given[0] === '/config.json'
      ? Response.json({ region: 'us-east-1', userPoolId: 'us-east-1_pool', userPoolClientId: 'client' })
      : asked(...given),
  )
})

test('a signed-in user whose device has lost the configuration is redirected once it is loaded', async () => {
  const start = 'CognitoIdentityServiceProvider.client'
  const claims = btoa(JSON.stringify({ sub: 'user-1', exp: Math.floor(Date.now() / 1000) + 3600 }))
  localStorage.setItem(`${start}.LastAuthUser`, 'ann')
  localStorage.setItem(`${start}.ann.accessToken`, `h.${claims}.s`)
  showScreen(<LoginScreen />, { path: '/login', at: '/login?redirectUri=%2Fpayments' })
  await waitFor(() => expect(address()).toBe('/payments'), { timeout: 30_000 })
})

test('the login screen links to creating a club, but not when only an account is asked for', async () => {
  const { unmount } = showScreen(<LoginScreen />, { path: '/login' })
  const name = 'Have your own team? Create your club'
  // The link is rendered with the form, so that a late form does not push it down.
  expect(screen.queryByRole('link', { name })).toBeNull()
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/subscriptions/signup')
  unmount()
  showScreen(<LoginScreen />, { path: '/login', at: '/login?create=true' })
  await screen.findByLabelText('First name', {}, { timeout: 30_000 })
  expect(screen.queryByRole('link', { name })).toBeNull()
})

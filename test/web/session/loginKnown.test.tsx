// apart: where to sign in is asked once by a page
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import LoginScreen from '#web/session/LoginScreen.tsx'
import { address, show, standInServer } from '../answering.tsx'

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

test('who is signed in on a device that does not know where any more goes on as soon as it does', async () => {
  const start = 'CognitoIdentityServiceProvider.client'
  const claims = btoa(JSON.stringify({ sub: 'user-1', exp: Math.floor(Date.now() / 1000) + 3600 }))
  localStorage.setItem(`${start}.LastAuthUser`, 'ann')
  localStorage.setItem(`${start}.ann.accessToken`, `h.${claims}.s`)
  show(<LoginScreen />, { path: '/login', at: '/login?redirectUri=%2Fpayments' })
  await waitFor(() => expect(address()).toBe('/payments'), { timeout: 30_000 })
})

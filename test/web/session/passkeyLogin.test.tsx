// apart: the configuration is read once per page
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import LoginScreen from '#web/session/LoginScreen.tsx'
import { signInByPasskey } from '#web/session/passkeySignIn.ts'
import { renew } from '#web/session/pool.ts'
import { revoke } from '#web/session/revoke.ts'
import { names, storedTokens } from '#web/session/stored.ts'
import { notifySessionChange } from '#web/session/tokens.ts'
import { address, showScreen, standInServer } from '../fakeServer.tsx'
import { deviceWithPasskeys } from './passkeyDevice.ts'

standInServer()
type Said = { what: string; body: Record<string, unknown> }
let said: Said[]
let pool: (what: string) => Response
let config: object
const passkeys = { clientId: 'passkeys', domain: location.hostname }
const stage = { region: 'us-east-1', userPoolId: 'us-east-1_pool', userPoolClientId: 'client' }
const options = { challenge: 'AQID', rpId: passkeys.domain, allowCredentials: [{ id: 'b25l', type: 'public-key' }] }
const challenge = {
  ChallengeName: 'WEB_AUTHN',
  Session: 'session-1',
  ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
}
const claims = { sub: 'user-1', exp: Math.floor(Date.now() / 1000) + 3600, client_id: 'passkeys' }
const AccessToken = `h.${btoa(JSON.stringify(claims))}.s`
const given = { AuthenticationResult: { AccessToken, IdToken: AccessToken, RefreshToken: 'refresh-1' } }
const refusal = (name: string) => Response.json({ __type: name }, { status: 400 })

let device: ReturnType<typeof deviceWithPasskeys>
beforeEach(() => {
  localStorage.clear()
  notifySessionChange()
  said = []
  config = { ...stage, passkeys }
  localStorage.setItem(names.config, JSON.stringify(config))
  pool = (what) => Response.json(what === 'InitiateAuth' ? challenge : given)
  device = deviceWithPasskeys()
  const asked = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, sent) => {
    if (to === '/config.json') return Response.json(config)
    const what = new Headers(sent?.headers).get('x-amz-target')?.split('.')[1]
    if (!what) return asked(to, sent)
    said.push({ what, body: (await new Response(sent?.body).json()) as Said['body'] })
    return pool(what)
  })
})
const patient = { timeout: 30_000 }
const name = 'Sign in with a passkey'
async function press(email = 'ann@touchline.test', at = '/login?redirectUri=%2Fpayments') {
  const { user } = showScreen(<LoginScreen />, { path: '/login', at })
  const field = await screen.findByLabelText('E-mail', {}, patient)
  fireEvent.change(field, { target: { value: email } })
  await user.click(screen.getByRole('button', { name }))
  return { user, field }
}

// This runs first, because the configuration is read once.
test('signing in by passkey redirects the user and uses the app client for passkeys', async () => {
  await press()
  await waitFor(() => expect(address()).toBe('/payments'), patient)
  expect(said).toEqual([
    {
      what: 'InitiateAuth',
      body: {
        ClientId: 'passkeys',
        AuthFlow: 'USER_AUTH',
        AuthParameters: { USERNAME: 'ann@touchline.test', PREFERRED_CHALLENGE: 'WEB_AUTHN' },
      },
    },
    {
      what: 'RespondToAuthChallenge',
      body: {
        ClientId: 'passkeys',
        ChallengeName: 'WEB_AUTHN',
        Session: 'session-1',
        ChallengeResponses: { USERNAME: 'ann@touchline.test', CREDENTIAL: expect.any(String) },
      },
    },
  ])
  const { publicKey } = device.get.mock.lastCall?.[0] ?? {}
  expect(publicKey).toMatchObject({ rpId: passkeys.domain, challenge: new Uint8Array([1, 2, 3]) })
  expect(publicKey?.allowCredentials).toEqual([{ type: 'public-key', id: Uint8Array.from([111, 110, 101]) }])
  const { CREDENTIAL = '' } = (said[1]?.body ?? {})['ChallengeResponses'] as Record<string, string>
  expect(JSON.parse(CREDENTIAL)).toMatchObject({
    id: 'one',
    rawId: 'b25l',
    type: 'public-key',
    response: { clientDataJSON: 'c2FpZA', authenticatorData: 'ZGF0YQ', signature: 'fn4_' },
  })
  // The tokens are stored as those of any sign-in, and are renewed and revoked with their own client.
  expect(storedTokens('client')).toMatchObject({
    refreshToken: 'refresh-1',
    claims: { sub: 'user-1', client_id: 'passkeys' },
  })
  expect(await renew()).toBe(AccessToken)
  expect(said[2]).toEqual({
    what: 'GetTokensFromRefreshToken',
    body: { ClientId: 'passkeys', RefreshToken: 'refresh-1' },
  })
  await revoke('refresh-1', AccessToken).catch(() => undefined)
  expect(said[3]).toEqual({ what: 'RevokeToken', body: { ClientId: 'passkeys', Token: 'refresh-1' } })
})

describe('a failed sign-in by passkey is explained', () => {
  const choice = () => Response.json({ ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD'] })
  test.each([
    ['the user has no passkey or no account', choice, /^There is no passkey for this email\. Sign in/],
    [
      'there were too many requests',
      () => refusal('TooManyRequestsException'),
      'Too many attempts. Please wait a few minutes.',
    ],
    [
      'there is no response',
      () => Response.json({}, { status: 500 }),
      'No response. Check your connection and try again.',
    ],
    [
      'the passkey was removed',
      (what: string) => (what === 'InitiateAuth' ? Response.json(challenge) : refusal('NotAuthorizedException')),
      'That passkey does not open this account. Sign in with your password.',
    ],
  ])('when %s', async (_who, answer, sentence) => {
    pool = answer
    await press()
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(storedTokens('client')).toBeUndefined()
    expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-busy')
  })

  test('when the user dismisses the browser’s dialog', async () => {
    device.get.mockRejectedValueOnce(new DOMException('left', 'NotAllowedError'))
    const { user } = await press()
    await screen.findByText('You are not signed in. Try again, or use your password.')
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(address()).toBe('/payments'))
  })

  test('when the address is missing or invalid', async () => {
    const { user, field } = await press('')
    expect(screen.getByText('E-mail: Required.')).toBeVisible()
    expect(field).toHaveFocus()
    fireEvent.change(field, { target: { value: 'ann@' } })
    await user.click(screen.getByRole('button', { name }))
    expect(screen.queryByText('E-mail: Required.')).toBeNull()
    expect(screen.getByText(/^E-mail: /)).toBeVisible()
    expect(said).toEqual([])
  })
})

test('a session started in another tab during the passkey dialog is kept', async () => {
  const other = `h.${btoa(JSON.stringify({ ...claims, sub: 'user-2', client_id: 'client' }))}.s`
  pool = (what) => {
    if (what === 'InitiateAuth') return Response.json(challenge)
    const user = 'CognitoIdentityServiceProvider.client.'
    localStorage.setItem(`${user}LastAuthUser`, 'user-2')
    localStorage.setItem(`${user}user-2.accessToken`, other)
    return Response.json(given)
  }
  expect(await signInByPasskey('ann@touchline.test')).toBe('cancelled')
  expect(storedTokens('client')?.accessToken).toBe(other)
})

test('a browser without passkeys shows no passkey button', async () => {
  vi.unstubAllGlobals()
  showScreen(<LoginScreen />, { path: '/login' })
  await screen.findByRole('button', { name: 'Sign in' }, patient)
  expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('button', { name: 'Forgot your password?' })).toBeVisible()
})

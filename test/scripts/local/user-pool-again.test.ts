import {
  AssociateSoftwareTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { codeAt } from '#scripts/local/services/user-pool/totp.ts'
import { startReauthentication } from '#web/session/reauthentication.ts'
import { storedTokens } from '#web/session/stored.ts'
import { type Club, clientId, openClub, password, poolId, refusalOf } from './user-pool-club.ts'
import { addMember, sendsPasswords, signedIn } from './user-pool-member.ts'

/** Confirming the password again as the web app does: with the sign-in library, in addition to the existing session. */

let club: Club
let email: string
let sub: string
let sent: { address: string; body: unknown; by: string | null }[]
ConsoleLogger.LOG_LEVEL = 'ERROR'

/** The first sign-in skips the handshake, the second one is the library's. */
const withSrp = (client: (typeof sendsPasswords)[number]) => ({
  ...client,
  properties: {
    ...client.properties,
    ExplicitAuthFlows: [...client.properties.ExplicitAuthFlows, 'ALLOW_USER_SRP_AUTH'],
  },
})

// The web app looks up the user pool's address once.
beforeAll(async () => {
  club = await openClub({ clients: sendsPasswords.map(withSrp) })
})
afterAll(() => club.close())

/** Stubs of the browser’s APIs that the session uses. */
beforeEach(async () => {
  email = `${crypto.randomUUID()}@demo.touchline.test`
  club.clock.set(new Date().toISOString())
  sub = await addMember(club, email)
  sent = []
  const storage = Object.create({
    getItem(name: string) {
      return (this as unknown as Record<string, string>)[name] ?? null
    },
    setItem(name: string, text: string) {
      Object.assign(this, { [name]: text })
    },
    removeItem(name: string) {
      Reflect.deleteProperty(this, name)
    },
  }) as Storage
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', {
    cookie: '',
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => null,
  })
  vi.stubGlobal('location', { origin: club.endpoint })
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string | URL | Request, init: RequestInit = {}) => {
    if (address === '/config.json')
      return Response.json({
        region: 'us-east-1',
        userPoolId: poolId,
        userPoolClientId: clientId,
        userPoolEndpoint: club.endpoint,
      })
    if (typeof address !== 'string' || !address.startsWith('/')) return real(address, init)
    sent.push({ address, body: JSON.parse(init.body as string), by: new Headers(init.headers).get('authorization') })
    return Response.json({})
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Signed in by email address, as the form does. */
async function onDevice() {
  const tokens = await signedIn(club, email)
  const start = `CognitoIdentityServiceProvider.${clientId}.`
  localStorage.setItem(`${start}LastAuthUser`, email)
  localStorage.setItem(`${start}${email}.accessToken`, tokens.AccessToken)
  localStorage.setItem(`${start}${email}.idToken`, tokens.IdToken)
  localStorage.setItem(`${start}${email}.refreshToken`, tokens.RefreshToken)
  return tokens
}
const now = () => storedTokens(clientId)

test('starts a new session that replaces the previous one, while a wrong password changes nothing', async () => {
  const old = await onDevice()
  const before = now()?.claims
  club.clock.pass({ minutes: 50 })
  const again = await startReauthentication()
  expect((await refusalOf(again.password('Touchline-2025'))).name).toBe('NotAuthorizedException')
  expect([now()?.accessToken, now()?.refreshToken, sent]).toEqual([old.AccessToken, old.RefreshToken, []])
  expect(await again.password(password)).toBe('typed')
  const after = now()
  expect(after?.claims.sub).toBe(sub)
  expect(after?.claims.auth_time).toBe((before?.auth_time ?? 0) + 3000)
  expect(after?.claims.origin_jti).not.toBe(before?.origin_jti)
  // The previous session is gone, and the product's API is told with the new one.
  expect(JSON.stringify(localStorage)).not.toContain(old.RefreshToken)
  expect(sent).toEqual([
    {
      address: '/rest-api/session/continue',
      body: { session: before?.origin_jti },
      by: `Bearer ${after?.accessToken}`,
    },
  ])
})

test('requires the code of a second factor, which can be retried, and fails after a sign-out', async () => {
  const { AccessToken } = await onDevice()
  const { SecretCode = '' } = await club.cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }))
  const code = () => codeAt(SecretCode, club.clock.now())
  await club.cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: code() }))
  const on = { Enabled: true, PreferredMfa: true }
  await club.cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: on }))
  club.clock.pass({ minutes: 11 })
  const again = await startReauthentication()
  expect(await again.password(password)).toBe('code')
  expect(now()?.accessToken).toBe(AccessToken)
  const wrong = code() === '000000' ? '000001' : '000000'
  expect((await refusalOf(again.code(wrong))).name).toBe('CodeMismatchException')
  expect(await again.code(code())).toBe('typed')
  expect(now()?.accessToken).not.toBe(AccessToken)

  club.clock.pass({ minutes: 11 })
  const late = await startReauthentication()
  expect(await late.password(password)).toBe('code')
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name)
  expect(await late.code(code())).toBe('gone')
  expect([Object.keys(localStorage), sent.length]).toEqual([[], 1])
})

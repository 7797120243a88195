import {
  AssociateSoftwareTokenCommand,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  GetUserCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  StartWebAuthnRegistrationCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeAt } from '#scripts/local/services/user-pool/totp.ts'
import { passkeyDevice } from './passkey-device.ts'
import { type Club, clientProperties, openClub, poolId, properties, refusalOf } from './user-pool-club.ts'
import { addMember, sendsPasswords, signedIn } from './user-pool-member.ts'

const email = 'ana@demo.touchline.test'
const passkeyClient = 'passkeyclient0000000000000'
const begun = Date.parse('2026-11-21T18:00:00Z')

const pool = (change: object = {}) => ({
  id: poolId,
  properties: {
    ...properties,
    Policies: { ...properties.Policies, SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } },
    WebAuthnRelyingPartyID: 'localhost',
    WebAuthnUserVerification: 'required',
    ...change,
  },
  groups: [],
  triggers: {},
})
const clients = [
  ...sendsPasswords,
  { id: passkeyClient, poolId, properties: { ...clientProperties, ExplicitAuthFlows: ['ALLOW_USER_AUTH'] } },
]

let club: Club
let token: string
const at = (seconds: number) => club.clock.set(new Date(begun + seconds * 1000).toISOString())
async function open(change?: object): Promise<void> {
  club = await openClub({ pools: [pool(change)], clients })
  at(0)
  await addMember(club, email)
  token = (await signedIn(club, email)).AccessToken
}
beforeEach(() => open())
afterEach(() => club.close())

const start = async (AccessToken = token) => {
  const { CredentialCreationOptions } = await club.cognito.send(new StartWebAuthnRegistrationCommand({ AccessToken }))
  return CredentialCreationOptions as { challenge: string; excludeCredentials: unknown[] }
}
const complete = (Credential: object, AccessToken = token) =>
  club.cognito.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: { ...Credential } }))
async function add(device = passkeyDevice()) {
  await complete(device.made(await start()))
  return device
}
const list = async (more: object = {}) =>
  club.cognito.send(new ListWebAuthnCredentialsCommand({ AccessToken: token, ...more }))
const ids = async () => (await list()).Credentials?.map(({ CredentialId }) => CredentialId)

const ask = (USERNAME = email, ClientId = passkeyClient) =>
  club.cognito.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    }),
  )
async function asked() {
  const { ChallengeName, ChallengeParameters, Session } = await ask()
  expect(ChallengeName).toBe('WEB_AUTHN')
  const options = JSON.parse(ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'] ?? '') as { challenge: string }
  return { options, Session }
}
const answer = async (Session: string | undefined, CREDENTIAL: string, USERNAME = email) => {
  const ChallengeResponses = { USERNAME, CREDENTIAL }
  const { AuthenticationResult } = await club.cognito.send(
    new RespondToAuthChallengeCommand({
      ClientId: passkeyClient,
      ChallengeName: 'WEB_AUTHN',
      ...(Session && { Session }),
      ChallengeResponses,
    }),
  )
  return AuthenticationResult
}

test('a signed-in user adds a passkey, which signs in with the client for passkeys', async () => {
  const options = await start()
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: email },
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const device = passkeyDevice()
  at(60)
  await complete(device.made(options))
  expect((await list()).Credentials).toEqual([
    {
      CredentialId: device.id,
      FriendlyCredentialName: 'Passkey',
      RelyingPartyId: 'localhost',
      AuthenticatorAttachment: 'platform',
      AuthenticatorTransports: ['internal'],
      CreatedAt: new Date(begun + 60_000),
    },
  ])
  expect((await start()).excludeCredentials).toMatchObject([{ id: device.id }])
  await club.restart()
  const { options: wanted, Session } = await asked()
  expect(wanted).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [{ id: device.id }],
    userVerification: 'required',
  })
  const tokens = await answer(Session, device.proven(wanted))
  const claims = JSON.parse(Buffer.from(tokens?.AccessToken?.split('.')[1] ?? '', 'base64url').toString()) as object
  expect(claims).toMatchObject({ client_id: passkeyClient, auth_time: begun / 1000 + 60 })
  expect(
    (await club.cognito.send(new GetUserCommand({ AccessToken: tokens?.AccessToken }))).UserAttributes,
  ).toContainEqual({ Name: 'email', Value: email })
})

describe('a new passkey', () => {
  const wrong = async (change: Parameters<ReturnType<typeof passkeyDevice>['made']>[1]) =>
    (await refusalOf(start().then((options) => complete(passkeyDevice().made(options, change))))).name

  test.each([
    ['on a page of another site', { origin: 'https://localhost.evil.example' }, 'WebAuthnOriginNotAllowedException'],
    ['on a page without HTTPS', { origin: 'http://app.club.example' }, 'WebAuthnOriginNotAllowedException'],
    ['for another relying party', { domain: 'club.example' }, 'WebAuthnRelyingPartyMismatchException'],
    ['without user verification', { verified: false }, 'WebAuthnCredentialNotSupportedException'],
  ])('%s is rejected', async (_what, change, name) => {
    expect(await wrong(change)).toBe(name)
    expect(await ids()).toEqual([])
  })

  test('needs its challenge, once, within minutes, and in the same client', async () => {
    const none = 'WebAuthnChallengeNotFoundException'
    const device = passkeyDevice()
    expect((await refusalOf(complete(device.made({ challenge: 'AAAA' })))).name).toBe(none)
    const first = await start()
    await start()
    expect((await refusalOf(complete(device.made(first)))).name).toBe(none)
    // The attempt has ended the ceremony, whatever its result.
    const late = await start()
    at(180)
    expect((await refusalOf(complete(device.made(late)))).name).toBe(none)
    const options = await start()
    await complete(device.made(options))
    expect((await refusalOf(complete(device.made(options)))).name).toBe(none)
    const { options: wanted, Session } = await asked()
    const byPasskey = (await answer(Session, device.proven(wanted)))?.AccessToken
    const mine = await start()
    expect((await refusalOf(complete(passkeyDevice().made(mine), byPasskey))).name).toBe(
      'WebAuthnClientMismatchException',
    )
    // A device can only register once.
    expect((await refusalOf(complete(device.made(await start())))).name).toBe('WebAuthnCredentialNotSupportedException')
    expect((await refusalOf(complete({ id: 'x' }))).name).toBe(none)
    await start()
    expect((await refusalOf(complete({ id: 'x' }))).name).toBe('InvalidParameterException')
    expect(await ids()).toEqual([device.id])
  })

  test('is rejected as the twenty-first, and a list of them has pages', async () => {
    for (let i = 0; i < 20; i++) await add()
    expect((await refusalOf(start())).name).toBe('LimitExceededException')
    const { Credentials, NextToken } = await list({ MaxResults: 15 })
    const { Credentials: others, NextToken: end } = await list({ NextToken })
    expect([Credentials?.length, others?.length, end]).toEqual([15, 5, undefined])
    expect((await refusalOf(list({ MaxResults: 21 }))).name).toBe('InvalidParameterException')
    expect((await refusalOf(list({ NextToken: 'x' }))).name).toBe('InvalidParameterException')
  })
})

describe('a sign-in', () => {
  test.each([
    ['on a page of another site', { origin: 'http://127.0.0.1:3000' }],
    ['for another relying party', { domain: 'club.example' }],
    ['without user verification', { verified: false }],
    ['by a device whose counter has not increased', { counter: 1 }],
  ])('%s is rejected', async (_what, change) => {
    const device = await add()
    const { options, Session } = await asked()
    expect((await refusalOf(answer(Session, device.proven(options, change)))).name).toBe('NotAuthorizedException')
    const again = await asked()
    expect(await answer(again.Session, device.proven(again.options))).toBeDefined()
  })

  test('needs its challenge, once, within minutes, with a passkey of the same user', async () => {
    const device = await add()
    const refused = async (...given: Parameters<typeof answer>) => (await refusalOf(answer(...given))).name
    const { options, Session } = await asked()
    expect(await refused(Session, device.proven(options), 'ben@demo.touchline.test')).toBe('NotAuthorizedException')
    expect(await refused(Session, passkeyDevice().proven(options))).toBe('NotAuthorizedException')
    // The failed attempt has used up the session.
    expect(await refused(Session, device.proven(options))).toBe('NotAuthorizedException')
    expect(await refused(undefined, device.proven(options))).toBe('NotAuthorizedException')
    const next = await asked()
    expect(await refused(next.Session, 'no JSON')).toBe('NotAuthorizedException')
    const other = await asked()
    expect(await refused(other.Session, device.proven(options))).toBe('NotAuthorizedException')
    const late = await asked()
    at(180)
    expect(await refused(late.Session, device.proven(late.options))).toBe('NotAuthorizedException')
    const last = await asked()
    expect(await answer(last.Session, device.proven(last.options))).toBeDefined()
  })

  test('offers only the password without a passkey or for unknown users, and fails with another client', async () => {
    const choice = { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP'] }
    expect(await ask()).toMatchObject(choice)
    expect(await ask('nobody@demo.touchline.test')).toMatchObject(choice)
    const device = await add()
    expect((await refusalOf(ask(email, clients[0]?.id))).name).toBe('InvalidParameterException')
    const { options, Session } = await asked()
    const remove = () =>
      club.cognito.send(new DeleteWebAuthnCredentialCommand({ AccessToken: token, CredentialId: device.id }))
    await remove()
    expect((await refusalOf(answer(Session, device.proven(options)))).name).toBe('NotAuthorizedException')
    expect((await refusalOf(remove())).name).toBe('ResourceNotFoundException')
    expect(await ask()).toMatchObject(choice)
  })

  test('does not bypass a second factor', async () => {
    const device = await add()
    const { options, Session } = await asked()
    const AccessToken = token
    const { SecretCode = '' } = await club.cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }))
    await club.cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: codeAt(SecretCode, begun) }))
    const turn = (Enabled: boolean) =>
      club.cognito.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled } }))
    await turn(true)
    expect((await refusalOf(answer(Session, device.proven(options)))).name).toBe('NotAuthorizedException')
    expect(await ask()).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE' })
    await turn(false)
    const again = await asked()
    expect(await answer(again.Session, device.proven(again.options))).toBeDefined()
  })
})

test.each([
  ['without passkeys', { Policies: properties.Policies }, 'WebAuthnNotEnabledException'],
  ['without a relying party', { WebAuthnRelyingPartyID: undefined }, 'WebAuthnConfigurationMissingException'],
])('a pool %s rejects passkeys', async (_what, change, name) => {
  await club.close()
  await open(change)
  expect((await refusalOf(start())).name).toBe(name)
  expect(await ask()).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE' })
})

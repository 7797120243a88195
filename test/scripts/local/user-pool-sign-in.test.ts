import {
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  type ChallengeNameType,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { Amplify } from 'aws-amplify'
import { signIn, signOut } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Club,
  clientId,
  clientProperties,
  names,
  openClub,
  password,
  poolId,
  refusalOf,
} from './user-pool-club.ts'
import { addMember } from './user-pool-member.ts'

const email = 'ana@demo.touchline.test'
let club: Club
// Amplify warns about every endpoint outside AWS, which is intended here.
ConsoleLogger.LOG_LEVEL = 'ERROR'

beforeEach(async () => {
  club = await openClub()
  club.clock.set(new Date().toISOString())
  Amplify.configure({
    Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: club.endpoint } },
  })
})
afterEach(async () => {
  await signOut()
  await club.close()
})

test('a wrong password and an unknown address get the same response', async () => {
  await addMember(club, email)
  const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
  expect(await refusalOf(signIn({ username: email, password: 'Touchline-2027' }))).toEqual(wrong)
  expect(await refusalOf(signIn({ username: 'who@demo.touchline.test', password }))).toEqual(wrong)
})

const firstStep = (USERNAME: string, SRP_A = 'abcdef') =>
  club.cognito.send(
    new InitiateAuthCommand({ ClientId: clientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A } }),
  )

test('the first step of a sign-in does not reveal whether an account exists', async () => {
  const member = await addMember(club, email)
  const known = (await firstStep(email)).ChallengeParameters
  expect(known?.USER_ID_FOR_SRP).toBe(member)
  const unknown = (await firstStep('who@demo.touchline.test')).ChallengeParameters
  const again = (await firstStep('WHO@demo.touchline.test')).ChallengeParameters
  expect(unknown?.USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(again?.USER_ID_FOR_SRP).toBe(unknown?.USER_ID_FOR_SRP)
  expect(again?.SALT).toBe(unknown?.SALT)
  expect(Object.keys(unknown ?? {})).toEqual(Object.keys(known ?? {}))
})

test('a client that does not hide users reports that one does not exist', async () => {
  await club.close()
  const plain = { ...clientProperties, PreventUserExistenceErrors: 'LEGACY' }
  club = await openClub({ clients: [{ id: clientId, poolId, properties: plain }] })
  expect(await refusalOf(firstStep('who@demo.touchline.test'))).toEqual({
    name: 'UserNotFoundException',
    message: 'User does not exist.',
  })
})

test.each(['0', '00', 'not hexadecimal'])('sending %s as the public value of SRP does not sign in', async (A) => {
  await addMember(club, email)
  expect((await refusalOf(firstStep(email, A))).name).toBe('NotAuthorizedException')
})

test('an unconfirmed user must confirm, but learns this only with the right password', async () => {
  await club.cognito.send(
    new SignUpCommand({ ClientId: clientId, Username: email, Password: password, UserAttributes: names }),
  )
  expect((await signIn({ username: email, password })).nextStep.signInStep).toBe('CONFIRM_SIGN_UP')
  expect((await refusalOf(signIn({ username: email, password: 'Touchline-2027' }))).message).toBe(
    'Incorrect username or password.',
  )
})

test('a disabled user learns it with the right password', async () => {
  await addMember(club, email)
  await club.cognito.send(new AdminDisableUserCommand({ UserPoolId: poolId, Username: email }))
  expect((await refusalOf(signIn({ username: email, password }))).message).toBe('User is disabled.')
})

test('five wrong passwords lock for a second, the sixth for two, and a right one resets the count', async () => {
  await addMember(club, email)
  const wrong = async () => (await refusalOf(signIn({ username: email, password: 'Touchline-2027' }))).message
  for (let tries = 0; tries < 5; tries++) expect(await wrong()).toBe('Incorrect username or password.')
  expect((await refusalOf(signIn({ username: email, password }))).message).toBe('Password attempts exceeded')
  club.clock.pass({ seconds: 1 })
  expect(await wrong()).toBe('Incorrect username or password.')
  club.clock.pass({ seconds: 1 })
  expect(await wrong()).toBe('Password attempts exceeded')
  club.clock.pass({ seconds: 1 })
  expect((await signIn({ username: email, password })).isSignedIn).toBe(true)
  await signOut()
  for (let tries = 0; tries < 4; tries++) expect(await wrong()).toBe('Incorrect username or password.')
  expect((await signIn({ username: email, password })).isSignedIn).toBe(true)
})

test('the password itself cannot be sent: the client does not allow that flow', async () => {
  await addMember(club, email)
  const plainly = (AuthFlow: 'USER_PASSWORD_AUTH' | 'CUSTOM_AUTH') =>
    club.cognito.send(
      new InitiateAuthCommand({
        ClientId: clientId,
        AuthFlow,
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    )
  expect(await refusalOf(plainly('USER_PASSWORD_AUTH'))).toEqual({
    name: 'InvalidParameterException',
    message: 'USER_PASSWORD_AUTH flow not enabled for this client',
  })
  expect((await refusalOf(plainly('CUSTOM_AUTH'))).name).toBe('InvalidParameterException')
})

test('the password can be sent with a client that allows it', async () => {
  await club.close()
  const plain = { ...clientProperties, ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] }
  club = await openClub({ clients: [{ id: clientId, poolId, properties: plain }] })
  await addMember(club, email)
  const plainly = (PASSWORD: string) =>
    club.cognito.send(
      new InitiateAuthCommand({
        ClientId: clientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD },
      }),
    )
  expect((await plainly(password)).AuthenticationResult?.TokenType).toBe('Bearer')
  expect((await refusalOf(plainly('Touchline-2027'))).message).toBe('Incorrect username or password.')
  expect((await refusalOf(firstStep(email))).message).toBe('USER_SRP_AUTH flow not enabled for this client')
})

test('an expired or forged proof is rejected', async () => {
  await addMember(club, email)
  const prove = async (block: string | undefined, ChallengeName: ChallengeNameType = 'PASSWORD_VERIFIER') =>
    refusalOf(
      club.cognito.send(
        new RespondToAuthChallengeCommand({
          ClientId: clientId,
          ChallengeName,
          ChallengeResponses: {
            USERNAME: email,
            PASSWORD_CLAIM_SECRET_BLOCK: block ?? '',
            PASSWORD_CLAIM_SIGNATURE: 'AAAA',
            TIMESTAMP: 'Thu Jun 11 18:00:00 UTC 2026',
          },
        }),
      ),
    )
  const incorrect = 'Incorrect username or password.'
  const block = (await firstStep(email)).ChallengeParameters?.SECRET_BLOCK
  expect((await prove(block)).message).toBe(incorrect)
  expect((await prove('c29tZXRoaW5nIGVsc2UgdGhhdCBpcyBub3QgYSBibG9jaw==')).message).toBe(incorrect)
  expect((await prove(block, 'SMS_MFA')).name).toBe('InvalidParameterException')
  club.clock.pass({ minutes: 3 })
  expect((await prove(block)).message).toBe('Invalid session for the user, session is expired.')
})

test('an old password that is changed during the sign-in is rejected', async () => {
  await addMember(club, email)
  const really = globalThis.fetch
  const between = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, request) => {
    if (new Headers(request?.headers).get('x-amz-target')?.endsWith('.RespondToAuthChallenge')) {
      const Password = 'Second-half-2026'
      await club.cognito.send(
        new AdminSetUserPasswordCommand({ UserPoolId: poolId, Username: email, Password, Permanent: true }),
      )
    }
    return really(to, request)
  })
  const told = await refusalOf(signIn({ username: email, password }))
  between.mockRestore()
  expect(told.message).toBe('Incorrect username or password.')
  expect((await signIn({ username: email, password: 'Second-half-2026' })).isSignedIn).toBe(true)
})

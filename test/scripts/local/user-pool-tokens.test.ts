import {
  AdminAddUserToGroupCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, clientId, clientProperties, openClub, password, poolId, refusalOf } from './user-pool-club.ts'
import { addMember, sendsPasswords, signedIn } from './user-pool-member.ts'

const email = 'coach@demo.touchline.test'
let club: Club
let sub: string

beforeEach(async () => {
  club = await openClub({ clients: sendsPasswords })
  sub = await addMember(club, email)
})
afterEach(() => club.close())

const refresh = async (RefreshToken: string, ClientId = clientId) =>
  (await club.cognito.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }))).AuthenticationResult
const whoAmI = (AccessToken: string) => club.cognito.send(new GetUserCommand({ AccessToken }))
const claimsOf = (token: string | undefined) => decomposeUnverifiedJwt(token ?? '').payload
const admin = { UserPoolId: poolId, Username: email }

test('tokens are accepted by AWS’s verifier with the published keys', async () => {
  club.clock.set(new Date().toISOString())
  const { AccessToken, IdToken } = await signedIn(club, email)
  const verifier = CognitoJwtVerifier.create({ userPoolId: poolId, clientId })
  verifier.cacheJwks(await (await fetch(`${club.endpoint}/${poolId}/.well-known/jwks.json`)).json())
  expect((await verifier.verify(AccessToken, { tokenUse: 'access' })).sub).toBe(sub)
  expect((await verifier.verify(IdToken, { tokenUse: 'id' })).email).toBe(email)
  await expect(verifier.verify(IdToken, { tokenUse: 'access' })).rejects.toThrow()

  club.clock.pass({ minutes: -61 })
  const old = await signedIn(club, email)
  await expect(verifier.verify(old.AccessToken, { tokenUse: 'access' })).rejects.toThrow('expired')
})

test('an access token contains the user, the time, the client and the groups', async () => {
  await club.cognito.send(new AdminAddUserToGroupCommand({ ...admin, GroupName: 'ROLE_SALES' }))
  const { AccessToken, IdToken } = await signedIn(club, email)
  const at = Date.parse('2026-06-11T18:00:00Z') / 1000
  expect(claimsOf(AccessToken)).toEqual({
    sub,
    username: sub,
    client_id: clientId,
    'cognito:groups': ['ROLE_SALES'],
    iss: `https://cognito-idp.us-east-1.amazonaws.com/${poolId}`,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    auth_time: at,
    iat: at,
    exp: at + 3600,
    jti: expect.any(String),
    origin_jti: expect.any(String),
    event_id: expect.any(String),
  })
  expect(claimsOf(IdToken)).toMatchObject({
    sub,
    aud: clientId,
    token_use: 'id',
    email,
    email_verified: true,
    given_name: 'Ana',
    family_name: 'López',
    'cognito:username': sub,
    'cognito:groups': ['ROLE_SALES'],
    exp: at + 3600,
  })
})

test('a token of a user without a group has no list of groups', async () => {
  expect(claimsOf((await signedIn(club, email)).AccessToken)).not.toHaveProperty('cognito:groups')
})

test('the validity of tokens is that of the client', async () => {
  await club.close()
  const quick = {
    ...sendsPasswords[0]?.properties,
    AccessTokenValidity: 5,
    IdTokenValidity: 1,
    RefreshTokenValidity: 2,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'days', RefreshToken: 'hours' },
    ReadAttributes: ['email'],
  }
  club = await openClub({ clients: [{ id: clientId, poolId, properties: quick }] })
  await addMember(club, email)
  const { AccessToken, IdToken, RefreshToken } = await signedIn(club, email)
  expect(Number(claimsOf(AccessToken).exp) - Number(claimsOf(AccessToken).iat)).toBe(300)
  expect(Number(claimsOf(IdToken).exp) - Number(claimsOf(IdToken).iat)).toBe(86_400)
  expect(claimsOf(IdToken)).not.toHaveProperty('given_name')
  club.clock.pass({ minutes: 119 })
  expect((await refresh(RefreshToken))?.ExpiresIn).toBe(300)
  club.clock.pass({ minutes: 1 })
  expect((await refusalOf(refresh(RefreshToken))).message).toBe('Refresh Token has expired')
})

test('a session lasts for thirty days, with the time of sign-in unchanged', async () => {
  const { AccessToken, RefreshToken } = await signedIn(club, email)
  club.clock.pass({ days: 29, hours: 23 })
  const fresh = await refresh(RefreshToken)
  expect(fresh?.RefreshToken).toBeUndefined()
  expect(claimsOf(fresh?.AccessToken).auth_time).toBe(claimsOf(AccessToken).auth_time)
  expect(claimsOf(fresh?.AccessToken).origin_jti).toBe(claimsOf(AccessToken).origin_jti)
  const oldWay = await club.cognito.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: RefreshToken },
    }),
  )
  expect(claimsOf(oldWay.AuthenticationResult?.IdToken).sub).toBe(sub)
  club.clock.pass({ hours: 1 })
  expect(await refusalOf(refresh(RefreshToken))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Refresh Token has expired',
  })
})

test('a rotated refresh token is valid for another minute, and rejected as reuse afterwards', async () => {
  await club.close()
  const rotating = {
    ...clientProperties,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
  }
  club = await openClub({ clients: [{ id: clientId, poolId, properties: rotating }] })
  await addMember(club, email)
  const first = (await signedIn(club, email)).RefreshToken
  // Two tabs at the same instant.
  const second = (await refresh(first))?.RefreshToken ?? ''
  club.clock.pass({ seconds: 59 })
  const other = (await refresh(first))?.RefreshToken ?? ''
  for (const token of [second, other]) expect((await refresh(token))?.RefreshToken).toBeDefined()
  club.clock.pass({ seconds: 61 })
  for (const token of [first, second]) expect((await refusalOf(refresh(token))).name).toBe('RefreshTokenReuseException')
  // It expires when the first one would have.
  const third = (await refresh((await refresh((await signedIn(club, email)).RefreshToken))?.RefreshToken ?? ''))
    ?.RefreshToken
  club.clock.pass({ days: 30 })
  expect((await refusalOf(refresh(third ?? ''))).message).toBe('Refresh Token has expired')
})

test('a group added meanwhile is in the next token', async () => {
  const { RefreshToken } = await signedIn(club, email)
  await club.cognito.send(new AdminAddUserToGroupCommand({ ...admin, GroupName: 'ROLE_ADMIN' }))
  expect(claimsOf((await refresh(RefreshToken))?.AccessToken)['cognito:groups']).toEqual(['ROLE_ADMIN'])
})

test('a global sign-out ends all existing sessions, and no later ones', async () => {
  const phone = await signedIn(club, email)
  const laptop = await signedIn(club, email)
  await club.cognito.send(new GlobalSignOutCommand({ AccessToken: phone.AccessToken }))
  for (const { AccessToken, RefreshToken } of [phone, laptop]) {
    expect(await refusalOf(refresh(RefreshToken))).toEqual({
      name: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
    expect((await refusalOf(whoAmI(AccessToken))).message).toBe('Access Token has been revoked')
  }
  const after = await signedIn(club, email)
  expect((await whoAmI(after.AccessToken)).Username).toBe(sub)
})

test('revoking a token ends the session of one device', async () => {
  const phone = await signedIn(club, email)
  const laptop = await signedIn(club, email)
  const revoke = (Token: string) => club.cognito.send(new RevokeTokenCommand({ ClientId: clientId, Token }))
  await revoke(phone.RefreshToken)
  await revoke(phone.RefreshToken)
  expect((await refusalOf(refresh(phone.RefreshToken))).message).toBe('Refresh Token has been revoked')
  expect((await refusalOf(whoAmI(phone.AccessToken))).message).toBe('Access Token has been revoked')
  expect((await whoAmI(laptop.AccessToken)).Username).toBe(sub)
  expect((await refusalOf(revoke(laptop.AccessToken))).name).toBe('UnsupportedTokenTypeException')
  expect((await refusalOf(revoke('nonsense'))).name).toBe('InvalidParameterException')
})

test('a client without revocation rejects it', async () => {
  await club.close()
  const properties = { ...clientProperties, EnableTokenRevocation: false }
  club = await openClub({ clients: [{ id: clientId, poolId, properties }] })
  const call = club.cognito.send(new RevokeTokenCommand({ ClientId: clientId, Token: 'any' }))
  expect((await refusalOf(call)).name).toBe('UnsupportedOperationException')
})

test('an administrator signs a user out everywhere', async () => {
  const { AccessToken, RefreshToken } = await signedIn(club, email)
  await club.cognito.send(new AdminUserGlobalSignOutCommand(admin))
  expect((await refusalOf(refresh(RefreshToken))).message).toBe('Refresh Token has been revoked')
  expect((await refusalOf(whoAmI(AccessToken))).message).toBe('Access Token has been revoked')
})

test('a disabled user receives no new tokens, and must sign in again when enabled', async () => {
  const { AccessToken, RefreshToken } = await signedIn(club, email)
  await club.cognito.send(new AdminDisableUserCommand(admin))
  expect((await refusalOf(refresh(RefreshToken))).message).toBe('User is disabled.')
  expect((await refusalOf(whoAmI(AccessToken))).message).toBe('Access Token has been revoked')
  expect((await refusalOf(signedIn(club, email))).message).toBe('User is disabled.')
  await club.cognito.send(new AdminEnableUserCommand(admin))
  expect((await refusalOf(refresh(RefreshToken))).message).toBe('Refresh Token has been revoked')
  expect((await whoAmI((await signedIn(club, email)).AccessToken)).Username).toBe(sub)
})

test('expired, altered and forged tokens, and those of another kind or client, are rejected', async () => {
  const { AccessToken, IdToken, RefreshToken } = await signedIn(club, email)
  const [head, body] = AccessToken.split('.')
  const forged = Buffer.from(JSON.stringify({ ...claimsOf(AccessToken), sub: 'me' })).toString('base64url')
  for (const token of [
    IdToken,
    RefreshToken,
    'a.b.c',
    `${head}.${forged}.${AccessToken.split('.')[2]}`,
    `${head}.${body}.`,
  ]) {
    expect(await refusalOf(whoAmI(token))).toEqual({ name: 'NotAuthorizedException', message: 'Invalid Access Token' })
  }
  for (const token of [AccessToken, 'nonsense', `${RefreshToken.slice(0, -8)}AAAAAAA=`]) {
    expect((await refusalOf(refresh(token))).message).toBe('Invalid Refresh Token')
  }
  expect((await refusalOf(refresh(RefreshToken, 'another-client'))).name).toBe('ResourceNotFoundException')
  club.clock.pass({ hours: 1 })
  expect((await refusalOf(whoAmI(AccessToken))).message).toBe('Access Token has expired')
})

test('a token of one client is invalid for another client of the pool', async () => {
  await club.close()
  const other = { id: 'another-client', poolId, properties: clientProperties }
  club = await openClub({ clients: [...sendsPasswords, other] })
  await addMember(club, email)
  const { RefreshToken } = await signedIn(club, email)
  expect((await refusalOf(refresh(RefreshToken, other.id))).message).toBe('Invalid Refresh Token')
  const revoke = new RevokeTokenCommand({ ClientId: other.id, Token: RefreshToken })
  expect((await refusalOf(club.cognito.send(revoke))).name).toBe('InvalidParameterException')
  expect((await refresh(RefreshToken))?.TokenType).toBe('Bearer')
})

test('a password is changed with the old one, with five attempts per hour', async () => {
  const { AccessToken } = await signedIn(club, email)
  const change = (PreviousPassword: string, ProposedPassword = 'Second-half-2026') =>
    club.cognito.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }))
  expect((await refusalOf(change(password, 'weak'))).name).toBe('InvalidPasswordException')
  await change(password)
  for (let tries = 0; tries < 5; tries++) {
    expect((await refusalOf(change(password))).message).toBe('Incorrect username or password.')
  }
  expect((await refusalOf(change('Second-half-2026', password))).name).toBe('LimitExceededException')
  expect((await refusalOf(signedIn(club, email))).message).toBe('Incorrect username or password.')
  await signedIn(club, email, 'Second-half-2026')
})

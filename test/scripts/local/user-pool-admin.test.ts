import {
  AdminAddUserToGroupCommand,
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CreateGroupCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Club,
  clientId,
  clientProperties,
  names,
  openClub,
  password,
  poolId,
  properties,
  refusalOf,
} from './user-pool-club.ts'
import { addMember, sendsPasswords, signedIn } from './user-pool-member.ts'

const email = 'coach@demo.touchline.test'
const one = { UserPoolId: poolId, Username: email }
let club: Club

beforeEach(async () => {
  club = await openClub({ clients: sendsPasswords })
})
afterEach(() => club.close())

test('an administrator invites a coach by mail, and can send it again', async () => {
  const { User } = await club.cognito.send(new AdminCreateUserCommand({ ...one, UserAttributes: names }))
  expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' })
  expect(User?.UserCreateDate).toEqual(new Date('2026-06-11T18:00:00Z'))
  await club.cognito.send(new AdminCreateUserCommand({ ...one, MessageAction: 'RESEND' }))
  const mails = await club.mailsTo(email)
  expect(mails).toHaveLength(2)
  const unescaped = mails[1]?.html?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
  const temporary = /temporary password is (\S{12})\./.exec(unescaped ?? '')?.[1] ?? ''
  expect((await refusalOf(signedIn(club, email, 'Touchline-2027'))).name).toBe('NotAuthorizedException')
  await signedIn(club, email, temporary)
})

test('an account is created once, with an address, known attributes and a valid password', async () => {
  const create = (change: object) => refusalOf(club.cognito.send(new AdminCreateUserCommand({ ...one, ...change })))
  expect((await create({ Username: 'coach' })).name).toBe('InvalidParameterException')
  expect((await create({ TemporaryPassword: 'weak' })).name).toBe('InvalidPasswordException')
  expect((await create({ UserAttributes: [{ Name: 'shoe', Value: '38' }] })).name).toBe('InvalidParameterException')
  expect((await create({ UserAttributes: [{ Name: 'email', Value: 'x@y.test' }] })).name).toBe(
    'InvalidParameterException',
  )
  expect((await create({ MessageAction: 'RESEND' })).name).toBe('UserNotFoundException')
  await addMember(club, email)
  expect((await create({})).name).toBe('UsernameExistsException')
  expect((await create({ MessageAction: 'RESEND' })).name).toBe('UnsupportedUserStateException')
})

test('an administrator confirms an account without the code, and the profile is written too', async () => {
  await club.cognito.send(
    new SignUpCommand({ ClientId: clientId, Username: email, Password: password, UserAttributes: names }),
  )
  await club.cognito.send(new AdminConfirmSignUpCommand(one))
  expect(club.events).toMatchObject([
    {
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      callerContext: { clientId: 'CLIENT_ID_NOT_APPLICABLE' },
      request: { userAttributes: { email_verified: 'false' } },
    },
  ])
  await signedIn(club, email)
  expect((await refusalOf(club.cognito.send(new AdminConfirmSignUpCommand(one)))).message).toBe(
    'User cannot be confirmed. Current status is CONFIRMED',
  )
})

test('an administrator sets a valid password, permanently or until the first sign-in', async () => {
  await addMember(club, email)
  const set = (Password: string, Permanent: boolean) =>
    club.cognito.send(new AdminSetUserPasswordCommand({ ...one, Password, Permanent }))
  expect((await refusalOf(set('weak', true))).name).toBe('InvalidPasswordException')
  await set('Second-half-2026', true)
  expect((await signedIn(club, email, 'Second-half-2026')).AccessToken).not.toBe('')
  await set('Extra-time-2026', false)
  expect((await signedIn(club, email, 'Extra-time-2026')).AccessToken).toBe('')
  expect((await club.cognito.send(new AdminGetUserCommand(one))).UserStatus).toBe('FORCE_CHANGE_PASSWORD')
})

test('a new password is set once with the session of the sign-in, with the missing names', async () => {
  await club.cognito.send(
    new AdminCreateUserCommand({ ...one, TemporaryPassword: password, MessageAction: 'SUPPRESS' }),
  )
  const { Session, ChallengeParameters } = await club.cognito.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  )
  expect(JSON.parse(ChallengeParameters?.requiredAttributes ?? '')).toEqual([
    'userAttributes.given_name',
    'userAttributes.family_name',
  ])
  const choose = (NEW_PASSWORD: string, more: Record<string, string> = {}) =>
    club.cognito.send(
      new RespondToAuthChallengeCommand({
        ClientId: clientId,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session,
        ChallengeResponses: { USERNAME: email, NEW_PASSWORD, ...more },
      }),
    )
  expect(await refusalOf(choose('Second-half-2026'))).toEqual({
    name: 'InvalidParameterException',
    message: 'Invalid attributes given, given_name, family_name is missing',
  })
  const both = { 'userAttributes.given_name': 'Ana', 'userAttributes.family_name': 'López' }
  expect((await refusalOf(choose('weak', both))).name).toBe('InvalidPasswordException')
  expect((await refusalOf(choose('Second-half-2026', { ...both, 'userAttributes.email': 'x@y.test' }))).name).toBe(
    'NotAuthorizedException',
  )
  expect((await choose('Second-half-2026', both)).AuthenticationResult?.TokenType).toBe('Bearer')
  expect((await refusalOf(choose('Extra-time-2026', both))).message).toBe(
    'Invalid session for the user, session is expired.',
  )
  await signedIn(club, email, 'Second-half-2026')
})

test('groups are those of the template and those added later, each once', async () => {
  const sub = await addMember(club, email)
  const add = (GroupName: string) => club.cognito.send(new AdminAddUserToGroupCommand({ ...one, GroupName }))
  await add('ROLE_ADMIN')
  await add('ROLE_ADMIN')
  expect((await refusalOf(add('ROLE_TRACK'))).message).toBe('Group not found.')
  const create = () =>
    club.cognito.send(new CreateGroupCommand({ UserPoolId: poolId, GroupName: 'ROLE_TRACK', Precedence: 3 }))
  expect((await create()).Group).toMatchObject({ GroupName: 'ROLE_TRACK', Precedence: 3 })
  expect((await refusalOf(create())).name).toBe('GroupExistsException')
  await club.restart()
  await add('ROLE_TRACK')
  const user = await club.cognito.send(new AdminGetUserCommand(one))
  expect(user.Username).toBe(sub)
  expect(user.UserAttributes).toContainEqual({ Name: 'sub', Value: sub })
})

test('users are listed in pages and found by address', async () => {
  for (let i = 0; i < 7; i++) {
    await addMember(club, `parent${i}@demo.touchline.test`)
    club.clock.pass({ seconds: 1 })
  }
  const list = (more: object) => club.cognito.send(new ListUsersCommand({ UserPoolId: poolId, ...more }))
  const addresses: (string | undefined)[] = []
  let PaginationToken: string | undefined
  do {
    const page = await list({ Limit: 3, PaginationToken, AttributesToGet: ['email'] })
    addresses.push(...(page.Users ?? []).map((user) => user.Attributes?.[0]?.Value))
    PaginationToken = page.PaginationToken
  } while (PaginationToken)
  expect(addresses).toEqual(Array.from({ length: 7 }, (_, i) => `parent${i}@demo.touchline.test`))

  const found = async (Filter: string) => (await list({ Filter })).Users?.length
  expect(await found('email = "PARENT3@demo.touchline.test"')).toBe(1)
  expect(await found('email ^= "parent"')).toBe(7)
  expect(await found('given_name = "Ana"')).toBe(7)
  expect(await found('status = "Disabled"')).toBe(0)
  expect(await found('cognito:user_status = "confirmed"')).toBe(7)
  expect((await refusalOf(list({ Filter: 'email like "p"' }))).name).toBe('InvalidParameterException')
  expect((await refusalOf(list({ PaginationToken: 'nonsense' }))).name).toBe('InvalidParameterException')
})

test('missing users, pools and clients are named in the error', async () => {
  expect(await refusalOf(club.cognito.send(new AdminGetUserCommand(one)))).toEqual({
    name: 'UserNotFoundException',
    message: 'User does not exist.',
  })
  const elsewhere = club.cognito.send(new AdminGetUserCommand({ ...one, UserPoolId: 'us-east-1_Other' }))
  expect((await refusalOf(elsewhere)).message).toBe('User pool us-east-1_Other does not exist.')
})

const post = (headers: Record<string, string>, body = '{}') => fetch(club.endpoint, { method: 'POST', headers, body })

test('an unsigned request for an administrator’s operation is rejected', async () => {
  const answer = await post({ 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' })
})

test('an unsupported operation, invalid JSON and missing fields are named in the error', async () => {
  const unknown = await post({ 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminListDevices' })
  expect(unknown.headers.get('x-amzn-errortype')).toBe('UnknownOperationException')
  expect(await unknown.json()).toEqual({
    __type: 'UnknownOperationException',
    message: 'The local user pool does not know AdminListDevices.',
  })
  const broken = await post({ 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' }, '{')
  expect(await broken.json()).toMatchObject({ __type: 'SerializationException' })
  const empty = await post({ 'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp' })
  expect(await empty.json()).toEqual({
    __type: 'InvalidParameterException',
    message:
      "3 validation errors detected: Value at 'clientId' failed to satisfy constraint: Member must not be null; " +
      "Value at 'username' failed to satisfy constraint: Member must not be null; " +
      "Value at 'password' failed to satisfy constraint: Member must not be null",
  })
})

const lambda = { stack: 's', logicalId: 'L', type: 'AWS::Lambda::Function', properties: {} }
test.each([
  ['a second factor', { properties: { ...properties, MfaConfiguration: 'ON' } }, 'requires a second factor'],
  ['phone numbers', { properties: { ...properties, UsernameAttributes: ['phone_number'] } }, 'something else'],
  [
    'confirmation by link',
    { properties: { ...properties, VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK' } } },
    'by link',
  ],
  [
    'sign-in by mailed code',
    {
      properties: { ...properties, Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] } } },
    },
    'signs in by EMAIL_OTP',
  ],
  [
    'passkeys as two factors',
    { properties: { ...properties, WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION' } },
    'takes a passkey for two factors',
  ],
  ['device tracking', { properties: { ...properties, DeviceConfiguration: {} } }, 'DeviceConfiguration'],
  ['an unsupported trigger', { triggers: { PreSignUp: lambda } }, 'the trigger PreSignUp'],
])('a template that requires %s is rejected at the start', async (_what, change, why) => {
  const pools = [{ id: poolId, properties, groups: [], triggers: {}, ...change }]
  await expect(openClub({ pools })).rejects.toThrow(why)
})

test.each([
  ['a secret', { GenerateSecret: true }, 'has a secret'],
  ['a custom authentication flow', { ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] }, 'allows ALLOW_CUSTOM_AUTH'],
  ['refresh token rotation', { RefreshTokenRotation: { Feature: 'ENABLED' } }, 'rotates refresh tokens'],
])('a client with %s is rejected at the start', async (_what, change, why) => {
  const clients = [{ id: clientId, poolId, properties: { ...clientProperties, ...change } }]
  await expect(openClub({ clients })).rejects.toThrow(why)
})

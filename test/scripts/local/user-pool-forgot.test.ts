import {
  AdminDisableUserCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
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
  refusalOf,
} from './user-pool-club.ts'
import { addMember, sendsPasswords, signedIn } from './user-pool-member.ts'

const email = 'parent@demo.touchline.test'
const better = 'Second-half-2026'
let club: Club

beforeEach(async () => {
  club = await openClub({ clients: sendsPasswords })
})
afterEach(() => club.close())

const forgot = (Username = email) => club.cognito.send(new ForgotPasswordCommand({ ClientId: clientId, Username }))
const choose = (ConfirmationCode: string, Password = better, Username = email) =>
  club.cognito.send(new ConfirmForgotPasswordCommand({ ClientId: clientId, Username, ConfirmationCode, Password }))

test('a parent who forgot the password receives a code, and the old password becomes invalid', async () => {
  const sub = await addMember(club, email)
  expect((await forgot()).CodeDeliveryDetails?.Destination).toBe('p***@d***')
  await choose(await club.codeFor(email))
  expect(club.events).toMatchObject([
    {
      triggerSource: 'PostConfirmation_ConfirmForgotPassword',
      userName: sub,
      request: { userAttributes: { email, 'cognito:user_status': 'CONFIRMED' } },
    },
  ])
  expect((await refusalOf(signedIn(club, email))).message).toBe('Incorrect username or password.')
  await signedIn(club, email, better)
})

test('a code is valid once, for an hour', async () => {
  await addMember(club, email)
  await forgot()
  const first = await club.codeFor(email)
  club.clock.pass({ hours: 1 })
  expect((await refusalOf(choose(first))).name).toBe('ExpiredCodeException')
  await forgot()
  const second = await club.codeFor(email)
  club.clock.pass({ minutes: 59, seconds: 59 })
  await choose(second)
  expect((await refusalOf(choose(second))).name).toBe('ExpiredCodeException')
})

test('a weak password does not consume the code', async () => {
  await addMember(club, email)
  await forgot()
  const code = await club.codeFor(email)
  expect((await refusalOf(choose(code, 'weak'))).name).toBe('InvalidPasswordException')
  await choose(code)
})

test('guessing the code is blocked after five attempts', async () => {
  await addMember(club, email)
  await forgot()
  const code = await club.codeFor(email)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) {
    expect((await refusalOf(choose(wrong))).name).toBe('CodeMismatchException')
  }
  expect((await refusalOf(choose(code))).name).toBe('LimitExceededException')
  await signedIn(club, email)
})

test('for unknown, disabled and unconfirmed users the response is the same, without a mail', async () => {
  await addMember(club, email)
  await club.cognito.send(new AdminDisableUserCommand({ UserPoolId: poolId, Username: email }))
  const unconfirmed = 'new@demo.touchline.test'
  await club.cognito.send(
    new SignUpCommand({ ClientId: clientId, Username: unconfirmed, Password: password, UserAttributes: names }),
  )
  for (const who of [email, unconfirmed, 'who@demo.touchline.test']) {
    expect((await forgot(who)).CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL')
  }
  expect(club.mails).toHaveLength(1)
  expect((await refusalOf(choose('123456', better, 'who@demo.touchline.test'))).name).toBe('CodeMismatchException')
  expect((await refusalOf(choose('123456', better, email))).name).toBe('CodeMismatchException')
})

test('a client that does not hide users reports why there is no code', async () => {
  await club.close()
  const properties = { ...clientProperties, PreventUserExistenceErrors: 'LEGACY' }
  club = await openClub({ clients: [{ id: clientId, poolId, properties }] })
  expect((await refusalOf(forgot())).name).toBe('UserNotFoundException')
  expect((await refusalOf(choose('123456'))).name).toBe('UserNotFoundException')
  await club.cognito.send(
    new SignUpCommand({ ClientId: clientId, Username: email, Password: password, UserAttributes: names }),
  )
  expect((await refusalOf(forgot())).name).toBe('InvalidParameterException')
  await club.cognito.send(new AdminDisableUserCommand({ UserPoolId: poolId, Username: email }))
  expect((await refusalOf(forgot())).message).toBe('User is disabled.')
})

test('a user who never set a password cannot reset it', async () => {
  await addMember(club, email, { temporary: true })
  expect(await refusalOf(forgot())).toEqual({
    name: 'NotAuthorizedException',
    message: 'User password cannot be reset in the current state.',
  })
})

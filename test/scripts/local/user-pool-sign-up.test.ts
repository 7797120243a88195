import {
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, clientId, names, openClub, password, poolId, properties, refusalOf } from './user-pool-club.ts'

const email = 'ana@demo.touchline.test'
let club: Club

beforeEach(async () => {
  club = await openClub()
})
afterEach(() => club.close())

const signUp = (change: Partial<{ Username: string; Password: string; UserAttributes: typeof names }> = {}) =>
  club.cognito.send(
    new SignUpCommand({ ClientId: clientId, Username: email, Password: password, UserAttributes: names, ...change }),
  )
const confirm = (ConfirmationCode: string, Username = email) =>
  club.cognito.send(new ConfirmSignUpCommand({ ClientId: clientId, Username, ConfirmationCode }))
const resend = (Username = email) =>
  club.cognito.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username }))

test('a parent signs up, receives the club’s own mail with a code, and confirms with it', async () => {
  const answer = await signUp()
  expect(answer.UserConfirmed).toBe(false)
  expect(answer.UserSub).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.CodeDeliveryDetails).toEqual({
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: 'a***@d***',
  })
  const [mail] = await club.mailsTo(email)
  expect(mail?.subject).toBe('Your Touchline code – ¡vamos!')
  expect(mail?.from).toEqual({ name: 'Touchline', address: 'hello@touchline.test' })
  expect(mail?.html).toMatch(/^<p>Your code is <b>\d{6}<\/b>\. Grüße vom Verein ⚽<\/p>/)

  await confirm(await club.codeFor(email))
  expect(club.events).toEqual([
    {
      version: '1',
      region: 'us-east-1',
      userPoolId: poolId,
      userName: answer.UserSub,
      callerContext: { awsSdkVersion: expect.any(String), clientId },
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: {
        userAttributes: {
          sub: answer.UserSub,
          email,
          email_verified: 'true',
          given_name: 'Ana',
          family_name: 'López',
          'cognito:user_status': 'CONFIRMED',
        },
      },
      response: {},
    },
  ])
})

test('a wrong code is rejected, and five of them block attempts for an hour', async () => {
  await signUp()
  const code = await club.codeFor(email)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++) {
    expect(await refusalOf(confirm(wrong))).toEqual({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    })
  }
  expect(await refusalOf(confirm(code))).toEqual({
    name: 'LimitExceededException',
    message: 'Attempt limit exceeded, please try after some time.',
  })
  club.clock.pass({ hours: 1 })
  await confirm(code)
})

test('a code expires after a day, and a new one arrives by mail and works', async () => {
  await signUp()
  const old = await club.codeFor(email)
  club.clock.pass({ hours: 24 })
  expect(await refusalOf(confirm(old))).toEqual({
    name: 'ExpiredCodeException',
    message: 'Invalid code provided, please request a code again.',
  })
  await resend()
  await confirm(await club.codeFor(email))
})

test('a code is valid until the last second of its day', async () => {
  await signUp()
  club.clock.pass({ hours: 23, minutes: 59, seconds: 59 })
  expect((await confirm(await club.codeFor(email))).$metadata.httpStatusCode).toBe(200)
})

test('requesting codes is blocked after ten in an hour', async () => {
  await signUp()
  for (let mails = 1; mails < 10; mails++) await resend()
  expect((await refusalOf(resend())).name).toBe('LimitExceededException')
  expect(club.mails).toHaveLength(10)
})

test('a confirmed user cannot confirm again, and receives no more codes', async () => {
  await signUp()
  const code = await club.codeFor(email)
  await confirm(code)
  expect(await refusalOf(confirm(code))).toEqual({
    name: 'NotAuthorizedException',
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  })
  expect(await refusalOf(resend())).toEqual({
    name: 'InvalidParameterException',
    message: 'User is already confirmed.',
  })
})

test('the same address can sign up only once, ignoring case', async () => {
  await signUp()
  expect(await refusalOf(signUp({ Username: 'Ana@Demo.Touchline.TEST' }))).toEqual({
    name: 'UsernameExistsException',
    message: 'User already exists',
  })
})

test.each([
  ['Short-1', 'Password not long enough'],
  ['touchline-2026', 'Password must have uppercase characters'],
  ['TOUCHLINE-2026', 'Password must have lowercase characters'],
  ['Touchline-twenty', 'Password must have numeric characters'],
])('the password %s is rejected: %s', async (weak, why) => {
  expect(await refusalOf(signUp({ Password: weak }))).toEqual({
    name: 'InvalidPasswordException',
    message: `Password did not conform with policy: ${why}`,
  })
  expect(club.mails).toHaveLength(0)
})

test.each([
  ['a name is missing', { UserAttributes: names.slice(0, 1) }, 'family_name: The attribute is required'],
  ['the address is invalid', { Username: 'ana at home' }, 'Username should be an email.|regular expression'],
  ['an attribute is unknown', { UserAttributes: [...names, { Name: 'shoe', Value: '38' }] }, 'does not exist in the'],
  [
    'a name is too long',
    { UserAttributes: [...names, { Name: 'given_name', Value: 'A'.repeat(65) }] },
    'no longer than',
  ],
  [
    'two addresses are given',
    { UserAttributes: [...names, { Name: 'email', Value: 'someone@else.test' }] },
    'must be the same address',
  ],
  ['the password begins with a space', { Password: ' Touchline-2026' }, "Value at 'password' failed"],
])('a sign-up is rejected when %s', async (_when, change, why) => {
  const told = await refusalOf(signUp(change))
  expect(told.name).toBe('InvalidParameterException')
  expect(told.message).toMatch(new RegExp(why))
})

test('a user cannot set their address to verified', async () => {
  const told = await refusalOf(signUp({ UserAttributes: [...names, { Name: 'email_verified', Value: 'true' }] }))
  expect(told).toEqual({
    name: 'NotAuthorizedException',
    message: 'A client attempted to write unauthorized attribute',
  })
})

test('for an unknown address the response is the same as for a known one', async () => {
  expect((await resend('who@demo.touchline.test')).CodeDeliveryDetails?.Destination).toBe('w***@d***')
  expect((await refusalOf(confirm('123456', 'who@demo.touchline.test'))).name).toBe('ExpiredCodeException')
  const forgot = await club.cognito.send(
    new ForgotPasswordCommand({ ClientId: clientId, Username: 'who@demo.touchline.test' }),
  )
  expect(forgot.CodeDeliveryDetails?.Destination).toBe('w***@d***')
  expect(club.mails).toHaveLength(0)
})

test('fifty families sign up at once, each twice: each has one account and its own code', async () => {
  const families = Array.from({ length: 50 }, (_, i) => `family${i}@demo.touchline.test`)
  const answers = await Promise.allSettled([...families, ...families].map((Username) => signUp({ Username })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect((answer.reason as Error).name).toBe('UsernameExistsException')
  }
  await club.restart()
  await Promise.all(families.map(async (family) => confirm(await club.codeFor(family), family)))
  expect(club.events).toHaveLength(50)
})

test('when writing the profile fails, the user gets an error and stays confirmed, as in AWS', async () => {
  await club.close()
  club = await openClub({ invoke: () => Promise.reject(new Error('the table is gone')) })
  await signUp()
  const code = await club.codeFor(email)
  expect(await refusalOf(confirm(code))).toEqual({
    name: 'UserLambdaValidationException',
    message: 'PostConfirmation failed with error the table is gone.',
  })
  expect((await refusalOf(confirm(code))).message).toBe('User cannot be confirmed. Current status is CONFIRMED')
})

test('a function that does not return its event makes the confirmation fail', async () => {
  await club.close()
  club = await openClub({ invoke: () => Promise.resolve(undefined) })
  await signUp()
  expect((await refusalOf(confirm(await club.codeFor(email)))).name).toBe('InvalidLambdaResponseException')
})

test('a mail that cannot be sent is an error, while the account exists', async () => {
  await club.close()
  club = await openClub({ sendMail: () => Promise.reject(new Error('the mailbox is full')) })
  expect((await refusalOf(signUp())).name).toBe('CodeDeliveryFailureException')
  expect((await refusalOf(signUp())).name).toBe('UsernameExistsException')
})

test('a pool in which only administrators create users rejects sign-ups', async () => {
  await club.close()
  const closed = { ...properties, AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } }
  club = await openClub({ pools: [{ id: poolId, properties: closed, groups: [], triggers: {} }] })
  expect(await refusalOf(signUp())).toEqual({
    name: 'NotAuthorizedException',
    message: 'SignUp is not permitted for this user pool',
  })
})

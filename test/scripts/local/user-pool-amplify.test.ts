import { Amplify } from 'aws-amplify'
import {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  fetchUserAttributes,
  resetPassword,
  signIn,
  signOut,
  signUp,
  updatePassword,
} from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, clientId, openClub, password, poolId, refusalOf } from './user-pool-club.ts'
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

test('a parent signs up, confirms, signs in, refreshes and signs out with Amplify', async () => {
  const { nextStep } = await signUp({
    username: email,
    password,
    options: { userAttributes: { email, given_name: 'Ana', family_name: 'López' } },
  })
  expect(nextStep.signUpStep).toBe('CONFIRM_SIGN_UP')
  await confirmSignUp({ username: email, confirmationCode: await club.codeFor(email) })

  expect((await signIn({ username: 'ANA@demo.touchline.test', password })).isSignedIn).toBe(true)
  const first = await fetchAuthSession()
  expect(first.tokens?.idToken?.payload).toMatchObject({ email, given_name: 'Ana', email_verified: true })
  expect(await fetchUserAttributes()).toMatchObject({ email, given_name: 'Ana', email_verified: 'true' })

  club.clock.pass({ minutes: 30 })
  const second = await fetchAuthSession({ forceRefresh: true })
  expect(second.tokens?.accessToken.payload.iat).toBe((first.tokens?.accessToken.payload.iat ?? 0) + 1800)
  expect(second.userSub).toBe(first.userSub)

  await signOut({ global: true })
  expect((await fetchAuthSession()).tokens).toBeUndefined()
})

test('a parent who forgot the password receives a code by mail and sets a new one', async () => {
  await addMember(club, email)
  await resetPassword({ username: email })
  const confirmationCode = await club.codeFor(email)
  await confirmResetPassword({ username: email, confirmationCode, newPassword: 'Second-half-2026' })
  expect((await refusalOf(signIn({ username: email, password }))).message).toBe('Incorrect username or password.')
  expect((await signIn({ username: email, password: 'Second-half-2026' })).isSignedIn).toBe(true)
  await updatePassword({ oldPassword: 'Second-half-2026', newPassword: password })
  await signOut()
  expect((await signIn({ username: email, password })).isSignedIn).toBe(true)
})

test('a coach invited with a temporary password sets a new one at the first sign-in', async () => {
  await addMember(club, email, { temporary: true })
  const { nextStep } = await signIn({ username: email, password })
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
  expect((await refusalOf(confirmSignIn({ challengeResponse: 'too-short' }))).name).toBe('InvalidPasswordException')
  expect((await confirmSignIn({ challengeResponse: 'Second-half-2026' })).isSignedIn).toBe(true)
})

test('a temporary password is valid for a week, and its session for three minutes', async () => {
  await addMember(club, email, { temporary: true })
  await signIn({ username: email, password })
  club.clock.pass({ minutes: 3 })
  expect(await refusalOf(confirmSignIn({ challengeResponse: 'Second-half-2026' }))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Invalid session for the user, session is expired.',
  })
  club.clock.pass({ days: 7 })
  expect((await refusalOf(signIn({ username: email, password }))).message).toBe(
    'Temporary password has expired and must be reset by an administrator.',
  )
})

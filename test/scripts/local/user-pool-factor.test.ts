import { Amplify } from 'aws-amplify'
import {
  confirmSignIn,
  fetchAuthSession,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { codeAt } from '#scripts/local/services/user-pool/totp.ts'
import { type Club, clientId, openClub, password, poolId, refusalOf } from './user-pool-club.ts'
import { addMember } from './user-pool-member.ts'

const email = 'ana@demo.touchline.test'
const begun = Date.parse('2026-11-21T18:00:00Z')
let club: Club
// Amplify warns about every endpoint outside AWS, which is intended here.
ConsoleLogger.LOG_LEVEL = 'ERROR'

beforeEach(async () => {
  club = await openClub()
  at(0)
  Amplify.configure({
    Auth: { Cognito: { userPoolId: poolId, userPoolClientId: clientId, userPoolEndpoint: club.endpoint } },
  })
  await addMember(club, email)
})
afterEach(async () => {
  await signOut()
  await club.close()
})
const at = (seconds: number) => club.clock.set(new Date(begun + seconds * 1000).toISOString())

test('codes are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(codeAt(secret, 59_000)).toBe('287082')
  expect(codeAt(secret, 1_111_111_109_000)).toBe('081804')
  expect(codeAt(secret, 20_000_000_000_000)).toBe('353130')
})

test('a second factor is activated by a valid code, required from the next sign-in on, and each code is valid once', async () => {
  await signIn({ username: email, password })
  const { sharedSecret } = await setUpTOTP()
  expect(sharedSecret).toMatch(/^[A-Z2-7]{52}$/)
  const code = (seconds: number) => codeAt(sharedSecret, begun + seconds * 1000)
  const wrong = code(0) === '000000' ? '000001' : '000000'
  expect((await refusalOf(verifyTOTPSetup({ code: wrong }))).name).toBe('EnableSoftwareTokenMFAException')
  expect((await fetchMFAPreference()).enabled).toBeUndefined()
  await verifyTOTPSetup({ code: code(0) })
  await updateMFAPreference({ totp: 'PREFERRED' })
  expect((await fetchMFAPreference()).enabled).toEqual(['TOTP'])

  await signOut()
  at(60)
  const { nextStep } = await signIn({ username: email, password })
  expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  expect((await refusalOf(confirmSignIn({ challengeResponse: wrong }))).name).toBe('CodeMismatchException')
  expect((await confirmSignIn({ challengeResponse: code(60) })).isSignedIn).toBe(true)
  expect((await fetchAuthSession()).tokens?.accessToken).toBeDefined()

  await signOut()
  at(75)
  await signIn({ username: email, password })
  // A code that was just used is worthless to anyone who has seen it.
  expect((await refusalOf(confirmSignIn({ challengeResponse: code(60) }))).name).toBe('CodeMismatchException')
  expect((await confirmSignIn({ challengeResponse: code(90) })).isSignedIn).toBe(true)
  await updateMFAPreference({ totp: 'DISABLED' })
  await signOut()
  expect((await signIn({ username: email, password })).isSignedIn).toBe(true)
})

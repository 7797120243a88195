import {
  GetUserCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, openClub, refusalOf } from './user-pool-club.ts'
import { addMember, sendsPasswords, signedIn } from './user-pool-member.ts'

const email = 'parent@demo.touchline.test'
const next = 'New@home.touchline.test'
let club: Club
let AccessToken: string
beforeEach(async () => {
  club = await openClub({ clients: sendsPasswords })
  await addMember(club, email)
  AccessToken = (await signedIn(club, email)).AccessToken
})
afterEach(() => club.close())

const want = (Value: string, Name = 'email') =>
  club.cognito.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }))
const confirm = (Code: string) =>
  club.cognito.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }))
const known = async () => {
  const { UserAttributes = [] } = await club.cognito.send(new GetUserCommand({ AccessToken }))
  return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
}

test('a new address replaces the previous one only after its code was entered', async () => {
  const { CodeDeliveryDetailsList } = await want(next)
  expect(CodeDeliveryDetailsList).toMatchObject([{ AttributeName: 'email', Destination: 'N***@h***' }])
  expect(await known()).toMatchObject({ email, email_verified: 'true' })
  const code = await club.codeFor(next)
  expect((await refusalOf(confirm(code === '000000' ? '000001' : '000000'))).name).toBe('CodeMismatchException')
  await signedIn(club, email)
  await confirm(code)
  expect(await known()).toMatchObject({ email: next, email_verified: 'true' })
  await signedIn(club, next)
  expect((await refusalOf(signedIn(club, email))).name).toBe('NotAuthorizedException')
  expect((await refusalOf(confirm(code))).name).toBe('ExpiredCodeException')
})

test('an address of another account is rejected, also if it was taken before the confirmation', async () => {
  await addMember(club, 'other@demo.touchline.test')
  expect((await refusalOf(want('OTHER@demo.touchline.test'))).name).toBe('AliasExistsException')
  await want(next)
  const code = await club.codeFor(next)
  await addMember(club, next)
  expect((await refusalOf(confirm(code))).name).toBe('AliasExistsException')
  expect(await known()).toMatchObject({ email })
})

test('a user cannot set their address to verified, or to an invalid one', async () => {
  expect((await refusalOf(want('true', 'email_verified'))).name).toBe('NotAuthorizedException')
  expect((await refusalOf(want('no address'))).name).toBe('InvalidParameterException')
})

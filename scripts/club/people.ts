import { randomBytes } from 'node:crypto'
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  type CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { normalEmail } from '#functions/table/emailUsers.ts'
import { type Item, itemAt, type Table, textOf } from './items.ts'

/**
 * `name`: the placeholder for their account in the exported items; it can neither be an account's id nor something that
 * people type.
 */
export type Person = {
  name: string
  email: string
  profile: Item
  user: Item
  /** Banned by staff. They are banned in the other stage too, unless they already have an account there. */
  shut: boolean
}
export type Pool = { accounts: CognitoIdentityProviderClient; UserPoolId: string }

const userKey = (email: string) => `EMAIL#${encodeURIComponent(normalEmail(email))}`

/** The people with a role in the club and a confirmed address, by account id. */
export async function peopleIn(table: Table, items: readonly Item[], club: string): Promise<Map<string, Person>> {
  const ids = new Set(items.flatMap((item) => /^USER#(.+)$/.exec(textOf(item, 'pk'))?.[1] ?? []))
  const persons: [userId: string, person: Omit<Person, 'name'>][] = []
  for (const userId of ids) {
    const profile = await itemAt(table, `USER#${userId}`, 'PROFILE')
    const email = profile ? textOf(profile, 'email') : ''
    const user = email === '' ? undefined : await itemAt(table, userKey(email), 'USER')
    if (!profile || !user || textOf(user, 'userId') !== userId) continue
    const session = await itemAt(table, `USER#${userId}`, 'ME#SESSION')
    persons.push([userId, { email, profile, user, shut: session?.['disabled']?.BOOL === true }])
  }
  persons.sort(([, a], [, b]) => (normalEmail(a.email) < normalEmail(b.email) ? -1 : 1))
  return new Map(persons.map(([userId, person], i) => [userId, { name: `person-${i + 1}-of-${club}`, ...person }]))
}

/** The account with this address in the target stage; created if there is none, with a password that nobody knows. */
export async function accountOf(
  table: Table,
  { accounts, UserPoolId }: Pool,
  { email, profile }: Pick<Person, 'email' | 'profile'>,
) {
  const addressItem = await itemAt(table, userKey(email), 'USER')
  if (addressItem) return { userId: textOf(addressItem, 'userId'), isNew: false }
  const user = { UserPoolId, Username: email }
  const attributes = {
    email,
    email_verified: 'true',
    given_name: textOf(profile, 'firstName') || '-',
    family_name: textOf(profile, 'lastName') || '-',
  }
  try {
    const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
    await accounts.send(new AdminCreateUserCommand({ ...user, UserAttributes, MessageAction: 'SUPPRESS' }))
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error
  }
  const account = await accounts.send(new AdminGetUserCommand(user))
  // The account was created just now, by an interrupted import, or by someone who never confirmed the address and must
  // not be able to sign in with the password that they chose.
  if (account.UserStatus !== 'CONFIRMED') {
    const Password = `Aa1-${randomBytes(24).toString('base64url')}`
    await accounts.send(new AdminSetUserPasswordCommand({ ...user, Password, Permanent: true }))
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }]
    if (account.UserStatus === 'UNCONFIRMED')
      await accounts.send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes }))
  }
  const userId = account.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value
  if (userId === undefined) throw new Error('An account has no id.')
  return { userId, isNew: true }
}

/** Returns a function that replaces each of these words in a text. */
export function createReplacer(replacements: ReadonlyMap<string, string>): (text: string) => string {
  if (replacements.size === 0) return (text) => text
  // The longest first, since one word may be a prefix of another.
  const all = [...replacements.keys()].toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(all.map((word) => RegExp.escape(word)).join('|'), 'g')
  return (text) => text.replace(pattern, (word) => replacements.get(word) ?? word)
}
